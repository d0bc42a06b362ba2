import dev.hocket.flow.functions.Function;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;

/** The functions of a reduce task: from the files of map tasks to the sum of each word. */
public final class ReduceTask {
  private ReduceTask() {}

  @Function(blocking = true)
  public static List<byte[]> fetchMapResults(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      List<byte[]> results = new ArrayList<>();
      for (Path file : files.filter(path -> path.toString().contains("map-")).sorted().toList()) {
        results.add(Files.readAllBytes(file));
      }
      return results;
    }
  }

  @Function
  public static List<List<Count>> deserialize(List<byte[]> results) throws IOException {
    List<List<Count>> all = new ArrayList<>();
    for (byte[] result : results) {
      try (GZIPInputStream in = new GZIPInputStream(new ByteArrayInputStream(result))) {
        all.add(new String(in.readAllBytes()).lines().map(Count::of).toList());
      }
    }
    return all;
  }

  @Function
  public static List<Count> merge(List<List<Count>> sorted) {
    return sorted.stream().flatMap(List::stream).sorted().toList();
  }

  /** Adds up the counts of a word, which are next to each other. */
  @Function
  public static List<Count> reduce(List<Count> sorted) {
    List<Count> sums = new ArrayList<>();
    for (Count count : sorted) {
      Count last = sums.isEmpty() ? null : sums.getLast();
      if (last != null && last.word().equals(count.word())) {
        sums.set(sums.size() - 1, new Count(last.word(), last.times() + count.times()));
      } else {
        sums.add(count);
      }
    }
    return sums;
  }

  @Function(blocking = true)
  public static Path storeDfs(byte[] bytes, Path folder) throws IOException {
    return Files.write(folder.resolve("reduced.gz"), bytes);
  }
}
