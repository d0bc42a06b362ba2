import dev.hocket.flow.Flow;
import dev.hocket.flow.functions.Function;
import dev.hocket.flow.functions.Replayable;
import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.zip.GZIPOutputStream;

/** The functions of a map task: from a file, in chunks, to sorted and compressed pairs. */
public final class MapTask {
  private static final int LINES_OF_A_CHUNK = 40;

  private MapTask() {}

  /** Reads a file, some lines at a time; its position is the number of lines read. */
  public static final class ReadDfs implements Replayable {
    private BufferedReader file;
    private long read;

    @Function(source = true, blocking = true)
    public Object readDfs(String name) throws IOException {
      if (file == null) {
        file = Files.newBufferedReader(Path.of(name));
        for (long i = 0; i < read; i++) {
          file.readLine();
        }
      }
      StringBuilder chunk = new StringBuilder();
      for (int i = 0; i < LINES_OF_A_CHUNK; i++) {
        String line = file.readLine();
        if (line != null) {
          read++;
          chunk.append(line).append('\n');
        }
      }
      if (chunk.isEmpty()) {
        file.close();
        return Flow.END;
      }
      return chunk.toString();
    }

    @Override
    public Object position() {
      return read;
    }

    @Override
    public void seek(Object position) {
      read = (Long) position;
    }
  }

  @Function
  public static List<String> parseChunk(String chunk) {
    return Arrays.stream(chunk.toLowerCase(Locale.ROOT).split("[^a-z]+"))
        .filter(word -> !word.isEmpty())
        .toList();
  }

  /** Returns a pair for each word. */
  @Function
  public static List<Count> map(List<String> words) {
    return words.stream().map(word -> new Count(word, 1)).toList();
  }

  @Function
  public static List<Count> sort(List<Count> counts) {
    return counts.stream().sorted().toList();
  }

  @Function
  public static String serialize(List<Count> counts) {
    List<String> lines = new ArrayList<>();
    counts.forEach(count -> lines.add(count.word() + " " + count.times()));
    return String.join("\n", lines);
  }

  @Function
  public static byte[] compress(String text) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (GZIPOutputStream out = new GZIPOutputStream(bytes)) {
      out.write(text.getBytes());
    }
    return bytes.toByteArray();
  }

  /** Writes each chunk's pairs to a separate file. */
  public static final class StoreDisk {
    private int chunks;

    @Function(blocking = true)
    public int storeDisk(byte[] bytes, Path folder) throws IOException {
      chunks++;
      Files.write(folder.resolve("map-" + chunks + ".gz"), bytes);
      return chunks;
    }
  }
}
