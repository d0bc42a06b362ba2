package dev.hocket.casestudies.logs;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * Positions, counts and the end of the index, which belong together: they are in one file, and a
 * new one replaces it as a whole. So whenever the program is killed, each line has been counted and
 * indexed, and its position stored, or none of these.
 *
 * @param positions how far each log has been read
 * @param counts the number of lines that count in each place
 * @param segment the number of the last segment
 * @param length the number of its bytes
 */
record Checkpoint(Set<Position> positions, Map<Tally, Long> counts, int segment, int length) {
  private static final String NAME = "checkpoint";
  private static final String VERSION = "version\t1";
  private static final String END = "end";

  /** Reads the one in a folder; an empty one if there is none. */
  static Checkpoint load(Path folder) throws IOException {
    Checkpoint empty = new Checkpoint(new HashSet<>(), new HashMap<>(), 0, 0);
    Path file = folder.resolve(NAME);
    if (!Files.exists(file)) {
      return empty;
    }
    Checkpoint read = empty;
    int number = 0;
    try (var lines = Files.newBufferedReader(file)) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        number++;
        if (number == 1) {
          checkVersion(file, line);
        } else if (line.equals(END)) {
          return read;
        } else {
          read = read.with(line.split("\t"));
        }
      }
    } catch (RuntimeException | CharacterCodingException broken) {
      throw damaged(file, number, broken);
    }
    throw damaged(file, number, null);
  }

  Checkpoint copy() {
    return new Checkpoint(Set.copyOf(positions), Map.copyOf(counts), segment, length);
  }

  private Checkpoint with(String[] words) {
    switch (words[0]) {
      case "read" -> {
        long offset = Long.parseLong(words[3]);
        int before = Integer.parseInt(words[4]);
        positions.add(new Position(words[1], words[2], offset, before, words[5]));
      }
      case "count" -> {
        Tally tally = new Tally(words[1], Level.valueOf(words[2]), Long.parseLong(words[3]));
        counts.put(tally, Long.parseLong(words[4]));
      }
      case "segment" -> {
        int last = Integer.parseInt(words[1]);
        return new Checkpoint(positions, counts, last, Integer.parseInt(words[2]));
      }
      default -> throw new IllegalArgumentException(words[0]);
    }
    return this;
  }

  private static void checkVersion(Path file, String line) throws IOException {
    if (!line.equals(VERSION)) {
      throw new IOException(
          file + ":1: the checkpoint has another version; delete its folder to count again");
    }
  }

  private static IOException damaged(Path file, int line, Exception cause) {
    return new IOException(
        file + ":" + line + ": the checkpoint is damaged; delete its folder to count again", cause);
  }

  /**
   * Replaces the one in a folder. Returns when it is on the disk.
   *
   * @throws IOException then either the former one or the new one is there, as a whole
   */
  void save(Path folder) throws IOException {
    Path next = folder.resolve(NAME + ".new");
    try (FileChannel file =
        FileChannel.open(
            next,
            StandardOpenOption.CREATE,
            StandardOpenOption.TRUNCATE_EXISTING,
            StandardOpenOption.WRITE)) {
      write(Channels.newOutputStream(file));
      file.force(true);
    }
    Files.move(next, folder.resolve(NAME), StandardCopyOption.ATOMIC_MOVE);
    try (FileChannel renamed = FileChannel.open(folder)) {
      renamed.force(true);
    }
  }

  private void write(OutputStream file) throws IOException {
    BufferedWriter out = new BufferedWriter(new OutputStreamWriter(file, StandardCharsets.UTF_8));
    line(out, VERSION);
    line(out, "segment", segment, length);
    for (Position one : positions) {
      line(out, "read", one.log(), one.head(), one.offset(), one.before(), one.tail());
    }
    for (var one : counts.entrySet()) {
      Tally tally = one.getKey();
      line(out, "count", tally.service(), tally.level(), tally.minute(), one.getValue());
    }
    line(out, END);
    out.flush();
  }

  private static void line(BufferedWriter out, Object... words) throws IOException {
    for (int i = 0; i < words.length; i++) {
      out.write((i == 0 ? "" : "\t") + words[i]);
    }
    out.write('\n');
  }
}
