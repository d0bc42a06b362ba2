package dev.hocket.casestudies.logs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Each line is read once, whatever becomes of its file. Each {@code read} is a program of its own.
 */
@Timeout(300)
class TailTest {
  @TempDir Path folder;
  private final Set<Position> positions = new HashSet<>();
  private boolean hasLeftOut;

  private List<String> read() throws Exception {
    return batches().stream().flatMap(batch -> batch.text().lines()).toList();
  }

  private List<Batch> batches() throws Exception {
    List<Batch> batches = new ArrayList<>();
    try (Tail tail = new Tail(folder, positions, true)) {
      for (Batch batch = tail.next(); batch != null; batch = tail.next()) {
        assertTrue(batch.text().isEmpty() || batch.text().endsWith("\n"), batch.text());
        batches.add(batch);
        if (batch.to() != null) {
          positions.remove(batch.from());
          positions.add(batch.to());
        }
      }
      hasLeftOut = tail.hasLeftOut();
    }
    return batches;
  }

  private void append(String name, String text) throws IOException {
    Files.writeString(
        folder.resolve(name), text, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
  }

  private void move(String name, String to) throws IOException {
    Files.move(folder.resolve(name), folder.resolve(to));
  }

  private void compress(String name, String to) throws IOException {
    Files.write(folder.resolve(to), gzip(Files.readAllBytes(folder.resolve(name))));
    Files.delete(folder.resolve(name));
  }

  private static byte[] gzip(byte[] bytes) throws IOException {
    ByteArrayOutputStream compressed = new ByteArrayOutputStream();
    try (OutputStream out = new GZIPOutputStream(compressed)) {
      out.write(bytes);
    }
    return compressed.toByteArray();
  }

  @Test
  void lineWithoutItsEnd_isReadWhenItIsWhole() throws Exception {
    append("a.log", "one\ntw");
    assertEquals(List.of("one"), read());
    assertEquals(List.of(), read());
    append("a.log", "o\n");
    assertEquals(List.of("two"), read());
  }

  @Test
  void rotatedAndCompressedLog_isContinuedNotRepeated() throws Exception {
    append("a.log", "one\ntwo\n");
    assertEquals(List.of("one", "two"), read());
    append("a.log", "three\n");
    move("a.log", "a.log.1");
    append("a.log", "four\n");
    assertEquals(Set.of("three", "four"), Set.copyOf(read()));
    append("a.log.1", "late\n");
    compress("a.log.1", "a.log.2.gz");
    move("a.log", "a.log.1");
    assertEquals(List.of("late"), read());
    assertEquals(List.of(), read());
  }

  @Test
  void truncatedLog_isANewOne() throws Exception {
    append("a.log", "one\ntwo\n");
    read();
    Files.copy(folder.resolve("a.log"), folder.resolve("a.log.1"));
    Files.write(folder.resolve("a.log"), "three\n".getBytes(StandardCharsets.UTF_8));
    assertEquals(List.of("three"), read());
  }

  @Test
  void copyThatIsNotFinished_isNotRead() throws Exception {
    append("a.log", "one\ntwo\nthree\n");
    assertEquals(List.of("one", "two", "three"), read());
    append("a.log.1", "one\ntwo\n");
    assertEquals(List.of(), read());
    append("a.log.1", "three\n");
    assertEquals(List.of(), read());
    Files.write(folder.resolve("a.log"), "four\n".getBytes(StandardCharsets.UTF_8));
    assertEquals(List.of("four"), read());
  }

  @Test
  void newLogWithTheBeginningOfTheFormer_isReadWhenItDiffers() throws Exception {
    append("a.log", "# begins\n1111\n2222\n");
    read();
    move("a.log", "a.log.1");
    append("a.log", "# begins\n");
    assertEquals(List.of(), read());
    append("a.log", "3333\n");
    assertEquals(List.of("# begins", "3333"), read());
  }

  @Test
  void newLogThatEndsAsTheFormer_isToldApart() throws Exception {
    append("a.log", "# begins\n1111\n");
    read();
    append("a.log", "done\n");
    assertEquals(List.of("done"), read());
    move("a.log", "a.log.1");
    append("a.log", "# begins\n2222\ndone\n");
    assertEquals(List.of("# begins", "2222", "done"), read());
    assertEquals(List.of(), read());
  }

  @Test
  void logsWithTheSameFirstLine_areToldApartByWhatFollows() throws Exception {
    append("a.log", "# begins\none\n");
    assertEquals(List.of("# begins", "one"), read());
    move("a.log", "a.log.1");
    append("a.log", "# begins\ntwo\n");
    assertEquals(List.of("# begins", "two"), read());
    append("a.log", "three\n");
    append("a.log.1", "four\n");
    assertEquals(Set.of("three", "four"), Set.copyOf(read()));
  }

  @Test
  void halfOfACompressedFile_isReadWhenItIsWhole() throws Exception {
    StringBuilder text = new StringBuilder();
    for (int line = 0; line < 200_000; line++) {
      text.append(Integer.toString(line * 7_919, 36)).append('\n');
    }
    byte[] whole = gzip(text.toString().getBytes(StandardCharsets.UTF_8));
    Files.write(folder.resolve("a.log.2.gz"), Arrays.copyOf(whole, whole.length / 2));
    List<String> lines = new ArrayList<>(read());
    assertTrue(hasLeftOut);
    Files.write(folder.resolve("a.log.2.gz"), whole);
    lines.addAll(read());
    assertFalse(hasLeftOut);
    assertEquals(text.toString().lines().toList(), lines);
  }

  @Test
  void endOfACompressedFile_needsNoEndOfLine() throws Exception {
    Files.write(folder.resolve("a.log.2.gz"), gzip("one\ntwo".getBytes(StandardCharsets.UTF_8)));
    assertEquals(List.of("one", "two"), read());
    assertEquals(List.of(), read());
  }

  @Test
  void lineLongerThanABatch_isCut_andNothingIsLost() throws Exception {
    append("a.log", "x".repeat(2 * LogFile.BATCH_BYTES + 5) + "\nend\n");
    List<String> lines = read();
    assertEquals("end", lines.getLast());
    assertEquals(2 * LogFile.BATCH_BYTES + 5, String.join("", lines.subList(0, 3)).length());
  }

  @Test
  void binaryFilesFoldersAndHiddenFiles_areLeftOut() throws Exception {
    Files.write(folder.resolve("wtmp"), new byte[] {1, 0, 2, '\n'});
    Files.createDirectory(folder.resolve("journal"));
    append(".a.swp", "hidden\n");
    append("empty.log", "");
    assertEquals(List.of(), read());
  }

  @Test
  void closedTail_marksWhatItHasRead_andEnds() throws Exception {
    append("a.log", "one\n");
    Tail tail = new Tail(folder, positions, false);
    Batch one = tail.next();
    assertEquals("one\n", one.text());
    tail.close();
    assertEquals(one.mark() ? null : Batch.onlyMark(), tail.next());
    assertNull(tail.next());
  }

  @Test
  void junkReturnsAndLongLines_areLinesOfText() throws Exception {
    byte[] junk = new byte[100_000];
    new Random(5).nextBytes(junk);
    junk[0] = 'x';
    junk[1] = '\n';
    junk[junk.length - 1] = '\n';
    Files.write(folder.resolve("junk"), junk);
    append("a.log", "one\r\ntwo\r\n" + "ö".repeat(5 << 20) + "\n");
    append("a.log", "no newline at its end");
    List<String> text = new ArrayList<>();
    long ends = 0;
    for (Batch batch : batches()) {
      if (batch.log().equals("junk")) {
        ends += batch.text().chars().filter(letter -> letter == '\n').count();
      } else {
        text.add(batch.text());
      }
    }
    assertEquals(IntStream.range(0, junk.length).filter(i -> junk[i] == '\n').count(), ends);
    String all = String.join("", text);
    assertTrue(all.startsWith("one\r\ntwo\r\n"), "returns are kept");
    // A cut in the middle of a letter makes two that are none of it.
    long cuts = (10L << 20) / LogFile.BATCH_BYTES;
    long letters = all.chars().filter(letter -> letter == 'ö').count();
    assertTrue(letters >= (5 << 20) - cuts && letters <= 5 << 20, letters + " letters");
  }

  @Test
  void timesThatJump_hideNothing() throws Exception {
    append("a.log", "one\n");
    Files.setLastModifiedTime(folder.resolve("a.log"), FileTime.from(Instant.MAX));
    append("b.log", "two\n");
    Files.setLastModifiedTime(folder.resolve("b.log"), FileTime.fromMillis(-1_000_000));
    assertEquals(Set.of("one", "two"), Set.copyOf(read()));
    append("b.log", "three\n");
    Files.setLastModifiedTime(folder.resolve("b.log"), FileTime.fromMillis(-2_000_000));
    assertEquals(List.of("three"), read());
  }

  @Test
  void fileThatMayNotBeRead_isSaid_andTheOthersAreRead() throws Exception {
    append("a.log", "one\n");
    append("b.log", "two\n");
    Files.setPosixFilePermissions(folder.resolve("a.log"), Set.of());
    // The superuser may read it all the same.
    boolean mayRead = Files.isReadable(folder.resolve("a.log"));
    assertEquals(mayRead ? Set.of("one", "two") : Set.of("two"), Set.copyOf(read()));
    assertEquals(!mayRead, hasLeftOut);
  }

  @Test
  void utf16_isSaidOnce_andTheOthersAreRead() throws Exception {
    Files.writeString(folder.resolve("a.log"), "\uFEFFone\n", StandardCharsets.UTF_16LE);
    append("b.log", "two\n");
    PrintStream err = System.err;
    ByteArrayOutputStream said = new ByteArrayOutputStream();
    System.setErr(new PrintStream(said, true, StandardCharsets.UTF_8));
    try (Tail tail = new Tail(folder, positions, false)) {
      assertEquals("two\n", tail.next().text());
      Files.writeString(folder.resolve("a.log"), "\uFEFFone\nmore\n", StandardCharsets.UTF_16BE);
      append("b.log", "three\n");
      assertEquals("three\n", tail.next().text());
      assertTrue(tail.hasLeftOut());
    } finally {
      System.setErr(err);
    }
    assertEquals(
        1,
        said.toString(StandardCharsets.UTF_8)
            .lines()
            .filter(line -> line.contains("UTF-16"))
            .count());
  }

  @Test
  void linksInTheFolder_areNamesOfOneLog_andThoseToOthersAreLogs(@TempDir Path elsewhere)
      throws Exception {
    append("a.log", "one\n");
    Files.writeString(elsewhere.resolve("b.log"), "two\n");
    Files.createSymbolicLink(folder.resolve("current"), Path.of("a.log"));
    Files.createSymbolicLink(folder.resolve("b.log"), elsewhere.resolve("b.log"));
    Files.createSymbolicLink(folder.resolve("itself"), Path.of("itself"));
    Files.createSymbolicLink(folder.resolve("folder"), folder);
    Files.createSymbolicLink(folder.resolve("nothing"), Path.of("missing"));
    assertEquals(List.of("one", "two"), read().stream().sorted().toList());
  }

  @Test
  void filesThatVanish_areNoFailure() throws Exception {
    AtomicBoolean isOver = new AtomicBoolean();
    append("a.log", "one\n");
    Thread vanishing =
        Thread.ofPlatform()
            .start(() -> {
              for (int i = 0; !isOver.get(); i++) {
                try {
                  Files.writeString(folder.resolve("v.log." + i % 7), "line " + i + "\n");
                  Files.deleteIfExists(folder.resolve("v.log." + (i + 3) % 7));
                } catch (IOException e) {
                  throw new UncheckedIOException(e);
                }
              }
            });
    try {
      Set<String> lines = new HashSet<>();
      for (int i = 0; i < 200; i++) {
        lines.addAll(read());
      }
      assertTrue(lines.contains("one"));
    } finally {
      isOver.set(true);
      vanishing.join();
    }
  }

  /** Writes, renames, copies, truncates and compresses in any order; each line is read once. */
  @Test
  void everyMixOfRotations_losesNothingAndRepeatsNothing() throws Exception {
    long seed = Long.getLong("hocket.seed", new Random().nextLong());
    System.out.println("TailTest: hocket.seed=" + seed);
    Random random = new Random(seed);
    List<String> written = new ArrayList<>();
    List<String> lines = new ArrayList<>();
    for (int step = 0; step < 400; step++) {
      switch (random.nextInt(9)) {
        case 0 -> rotate(true, random);
        case 1 -> rotate(false, random);
        case 2, 3 -> lines.addAll(read());
        default -> {
          for (int i = random.nextInt(30) + 1; i > 0; i--) {
            written.add("line " + written.size() + " " + "x".repeat(random.nextInt(40)));
            append("a.log", written.getLast() + "\n");
          }
        }
      }
    }
    lines.addAll(read());
    lines.addAll(read());
    lines.sort(null);
    written.sort(null);
    assertEquals(written, lines);
  }

  /** By renaming or by copying. */
  private void rotate(boolean byRenaming, Random random) throws Exception {
    Path log = folder.resolve("a.log");
    if (!Files.exists(log) || Files.size(log) == 0) {
      return;
    }
    for (int number = 400; number >= 1; number--) {
      for (String ending : List.of("", ".gz")) {
        if (Files.exists(folder.resolve("a.log." + number + ending))) {
          move("a.log." + number + ending, "a.log." + (number + 1) + ending);
        }
      }
    }
    if (Files.exists(folder.resolve("a.log.2")) && random.nextBoolean()) {
      compress("a.log.2", "a.log.2.gz");
    }
    if (byRenaming) {
      move("a.log", "a.log.1");
    } else {
      Files.copy(log, folder.resolve("a.log.1"));
      Files.write(log, new byte[0]);
    }
  }
}
