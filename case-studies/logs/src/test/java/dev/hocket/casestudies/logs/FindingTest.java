package dev.hocket.casestudies.logs;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hocket.casestudies.logs.Hits.Hit;
import java.awt.Component;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.IntUnaryOperator;
import javax.swing.JComponent;
import javax.swing.JList;
import javax.swing.plaf.basic.BasicHTML;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Searches, compared with plain loops over strings. */
@Timeout(300)
class FindingTest {
  private static final String[] LETTERS = {"a", "B", "b", "C", "1", " ", "\t", "ö", "Ö", "€", "😀"};

  @TempDir Path folder;

  private Segment segment(int number, String text, boolean isFull) throws IOException {
    Path file = Segment.file(folder, number);
    Files.writeString(file, text + "behind the end");
    int length = text.getBytes(StandardCharsets.UTF_8).length;
    Segment segment = new Segment(number, file, length, isFull);
    if (isFull) {
      segment.ensureBlocks();
    }
    return segment;
  }

  private static Hits find(List<Segment> segments, String query, long enough) throws IOException {
    return Finder.find(segments, Query.of(query), enough, new AtomicBoolean());
  }

  private static Hits findAll(List<Segment> segments, String query) throws IOException {
    return find(segments, query, Long.MAX_VALUE);
  }

  @Test
  void hits_areThoseOfAPlainLoop_withBlocksAndWithout() throws IOException {
    long seed = Long.getLong("hocket.seed", new Random().nextLong());
    System.out.println("FindingTest: hocket.seed=" + seed);
    Random random = new Random(seed);
    List<Segment> full = new ArrayList<>();
    List<Segment> scanned = new ArrayList<>();
    List<String> lines = new ArrayList<>();
    for (int number = 0; number < 6; number++) {
      List<String> some = new ArrayList<>();
      for (int i = random.nextInt(2_000) + 1; i > 0; i--) {
        some.add(line(random));
      }
      lines.addAll(some);
      String text = String.join("\n", some) + "\n";
      full.add(segment(number, text, number < 5));
      scanned.add(new Segment(number, full.getLast().file(), full.getLast().length(), false));
    }
    for (int i = 0; i < 300; i++) {
      String query = query(random, lines);
      List<String> expected = lines.stream().filter(line -> matches(line, query)).toList();
      Hits all = findAll(full, query);
      assertTrue(all.isWhole(), query);
      assertEquals(expected.size(), all.count(), query);
      // Not assertEquals, which would print all lines.
      assertTrue(all.equals(findAll(scanned, query)), query);
      assertTrue(newestOf(expected).equals(texts(all)), query);
      Hits newest = find(full, query, Hits.MOST_LINES);
      assertTrue(all.newest().equals(newest.newest()), query);
      assertTrue(newest.isWhole() ? newest.count() == all.count() : newest.count() >= 200, query);
    }
    assertFalse(find(full, "a", Hits.MOST_LINES).isWhole(), "something is left out");
  }

  private static List<String> texts(Hits hits) {
    return hits.newest().stream().map(Hit::line).toList();
  }

  private static String line(Random random) {
    StringBuilder line = new StringBuilder();
    int letters = random.nextInt(50) == 0 ? 400 : random.nextInt(16);
    for (int i = 0; i < letters; i++) {
      line.append(LETTERS[random.nextInt(LETTERS.length)]);
    }
    return random.nextInt(100) == 0 ? line + "rare" + random.nextInt(9) : line.toString();
  }

  /** One to three words: pieces of lines in another case, or something that may be nowhere. */
  private static String query(Random random, List<String> lines) {
    List<String> words = new ArrayList<>();
    for (int i = random.nextInt(3); i >= 0; i--) {
      String line = random.nextInt(4) == 0 ? line(random) : lines.get(random.nextInt(lines.size()));
      int[] letters = line.codePoints().toArray();
      int from = random.nextInt(letters.length + 1);
      int length = Math.min(letters.length - from, 1 + random.nextInt(7));
      String word = new String(letters, from, length);
      words.add(random.nextBoolean() ? word : ascii(word, Character::toUpperCase));
    }
    String query = String.join(" ", words);
    return query.isBlank() ? "e3" : query;
  }

  private static boolean matches(String line, String query) {
    String lower = ascii(line, Character::toLowerCase);
    return List.of(ascii(query, Character::toLowerCase).strip().split("\\s+")).stream()
        .allMatch(lower::contains);
  }

  /** Changes the case of the letters of ASCII only. */
  private static String ascii(String text, IntUnaryOperator change) {
    return text.codePoints()
        .map(letter -> letter < 128 ? change.applyAsInt(letter) : letter)
        .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
        .toString();
  }

  private static List<String> newestOf(List<String> lines) {
    return lines.reversed().stream().limit(Hits.MOST_LINES).toList();
  }

  @Test
  void blocksThatAreDamagedOrOfAnotherLength_areMadeAgain() throws IOException {
    Segment segment = segment(0, "one\ntwo\n", true);
    Path blocks = folder.resolve("000000.blocks");
    byte[] right = Files.readAllBytes(blocks);
    Files.write(blocks, Arrays.copyOf(right, right.length / 2));
    segment.ensureBlocks();
    assertArrayEquals(right, Files.readAllBytes(blocks));
    Segment longer = segment(0, "one\ntwo\nthree\n", true);
    assertEquals(1, findAll(List.of(longer), "three").count());
    // While they are away all lines are looked at.
    Files.write(blocks, new byte[9]);
    assertEquals(1, findAll(List.of(longer), "three").count());
    Files.delete(blocks);
    assertEquals(1, findAll(List.of(longer), "three").count());
  }

  @Test
  void lineThatBeginsAsHtml_isShownAsText() {
    String line = "<html><img src='http://127.0.0.1:1/picture'>";
    Component shown =
        LogWindow.asText().getListCellRendererComponent(new JList<>(), line, 0, false, false);
    assertNull(((JComponent) shown).getClientProperty(BasicHTML.propertyKey));
  }

  @Test
  void obsoleteSearch_endsEarly() throws IOException {
    List<Segment> segments = List.of(segment(0, "a\n", false));
    Hits hits = Finder.find(segments, Query.of("a"), 1, new AtomicBoolean(true));
    assertEquals(Hits.SKIPPED, hits);
  }

  @Test
  void lettersBeyondAscii_matchInTheirCase() throws IOException {
    List<Segment> segments = List.of(segment(0, "Größe 1\n", true));
    assertEquals(1, findAll(segments, "gRößE").count());
    assertEquals(0, findAll(segments, "GRÖSSE").count());
  }
}
