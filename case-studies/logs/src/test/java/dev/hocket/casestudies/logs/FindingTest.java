package dev.hocket.casestudies.logs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import dev.hocket.casestudies.logs.Hits.Hit;
import java.awt.Component;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.swing.JComponent;
import javax.swing.JList;
import javax.swing.plaf.basic.BasicHTML;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Searches, compared with plain loops over strings. */
@Timeout(300)
class FindingTest {
  @TempDir Path folder;

  private Segment segment(int number, String text) throws IOException {
    Path file = Segment.file(folder, number);
    Files.writeString(file, text + "behind the end");
    return new Segment(number, file, text.length());
  }

  private static Hits find(List<Segment> segments, String query) throws IOException {
    return Finder.find(segments, Query.of(query), new AtomicBoolean());
  }

  @Test
  void hits_areThoseOfAPlainLoop() throws IOException {
    long seed = Long.getLong("hocket.seed", new Random().nextLong());
    System.out.println("FindingTest: hocket.seed=" + seed);
    Random random = new Random(seed);
    List<Segment> segments = new ArrayList<>();
    List<String> lines = new ArrayList<>();
    for (int number = 0; number < 6; number++) {
      List<String> some = new ArrayList<>();
      for (int i = random.nextInt(300) + 1; i > 0; i--) {
        some.add(line(random));
      }
      lines.addAll(some);
      segments.add(segment(number, String.join("\n", some) + "\n"));
    }
    for (String query : List.of("a", "B", "ab", "aB c", "c ab ba", "abcabc", "end", " ")) {
      List<String> expected = lines.stream().filter(line -> matches(line, query)).toList();
      Hits hits = query.isBlank() ? Hits.NONE : find(segments, query);
      List<String> newest = hits.newest().stream().map(Hit::line).toList();
      assertEquals(query.isBlank() ? 0 : expected.size(), hits.count(), query);
      assertEquals(newestOf(query.isBlank() ? List.of() : expected), newest, query);
    }
  }

  private static String line(Random random) {
    StringBuilder line = new StringBuilder();
    for (int i = random.nextInt(12); i > 0; i--) {
      line.append("abcABC   ".charAt(random.nextInt(9)));
    }
    return line.toString();
  }

  private static boolean matches(String line, String query) {
    String lower = line.toLowerCase(Locale.ROOT);
    return List.of(query.toLowerCase(Locale.ROOT).strip().split(" +")).stream()
        .allMatch(lower::contains);
  }

  private static List<String> newestOf(List<String> lines) {
    return lines.reversed().stream().limit(Hits.MOST_LINES).toList();
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
    List<Segment> segments = List.of(segment(0, "a\n"));
    assertEquals(Hits.NONE, Finder.find(segments, Query.of("a"), new AtomicBoolean(true)));
  }

  @Test
  void lettersBeyondAscii_matchInTheirCase() throws IOException {
    Path file = Segment.file(folder, 0);
    Files.writeString(file, "Größe 1\n");
    List<Segment> segments = List.of(new Segment(0, file, (int) Files.size(file)));
    assertEquals(1, find(segments, "gRößE").count());
    assertEquals(0, find(segments, "GRÖSSE").count());
  }
}
