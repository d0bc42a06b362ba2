package dev.hocket.lsp;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.hocket.compiler.inspect.Finding;
import dev.hocket.compiler.inspect.Inspection;
import dev.hocket.compiler.inspect.Inspector;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.eclipse.lsp4j.Range;
import org.eclipse.lsp4j.TextEdit;
import org.junit.jupiter.api.Test;

/** The messages for which the server offers a fix. */
class FixesTest {
  private static final Path PAGES =
      Path.of(System.getProperty("hocket.root", ".."), "docs", "diagnostics");

  /** Messages whose wrong example on the page is repaired by an action. */
  private static final Set<String> MENDED =
      new TreeSet<>(
          List.of(
              "HK001", "HK002", "HK004", "HK005", "HK006", "HK007", "HK008", "HK009", "HK011",
              "HK013", "HK014", "HK016", "HK021", "HK034", "HK035", "HK036", "HK038", "HK040",
              "HK046", "HK048", "HK049", "HK052", "HK056", "HK057", "HK059", "HK061", "HK062",
              "HK066", "HK067", "HK069", "HK101", "HK102", "HK103", "HK105", "HK106", "HK112",
              "HK113", "HK114", "HK115", "HK116", "HK118", "HK121"));

  @Test
  void actions_repairTheExamplesOfTheirMessages() throws IOException {
    Set<String> mended = new TreeSet<>();
    try (Stream<Path> pages = Files.list(PAGES)) {
      for (Path page : pages.sorted().toList()) {
        String code = page.getFileName().toString().replace(".md", "");
        if (isMended(Files.readString(page), code)) {
          mended.add(code);
        }
      }
    }
    assertEquals(MENDED, mended);
  }

  @Test
  void aLostCopy_isListedWhereTheMessageAdvises() {
    assertEquals(
        "//#omp parallel for private(a) lastprivate(t) schedule(dynamic)",
        mended(
            "parallel for private(t, a) schedule(dynamic)", "for (int i = 0; i < 9; i++) t = i;"));
    assertEquals("//#omp parallel shared(t)", mended("parallel firstprivate( t )", "t = 1;"));
    assertEquals("//#omp single nowait", mended("single private(t), nowait // a remark", "t = 1;"));
  }

  @Test
  void anIndex_isRemovedFromShared() {
    String loop = "for (t = 0; t < 9; t++) Math.abs(t);";
    assertEquals(
        "//#omp parallel for shared(a), schedule(dynamic)",
        mended("HK121", "parallel for shared(t, a), schedule(dynamic)", loop));
    assertEquals("//#omp taskloop", mended("HK121", "taskloop shared( t )", loop));
  }

  /** The directive after the only action for the lost value of its variable 't'. */
  private static String mended(String directive, String statement) {
    return mended("HK118", directive, statement);
  }

  /** The directive after the last action for a message about its variable 't'. */
  private static String mended(String code, String directive, String statement) {
    String text =
        """
        class Example {
          int m() {
            int t = 0, a = 0;
            //#omp %s
            %s
            return t + a;
          }
        }
        """
            .formatted(directive, statement);
    try (Inspector inspector = new Inspector(List.of())) {
      Document document = new Document("file:///Example.java", 1, text);
      inspector.put(document.uri(), text);
      Inspection now = document.inspection(inspector, () -> false);
      Finding finding =
          now.findings().stream().filter(f -> f.code().equals(code)).findFirst().orElseThrow();
      Range range = document.lines().range(finding.start(), finding.start());
      TextEdit edit =
          new Actions(document, inspector, () -> false)
              .at(range, now, null).stream()
                  .map(action -> action.getRight().getEdit().getChanges().get(document.clientUri()))
                  .reduce((one, other) -> other)
                  .orElseThrow()
                  .getFirst();
      int start = document.lines().offset(edit.getRange().getStart());
      int end = document.lines().offset(edit.getRange().getEnd());
      String then = text.substring(0, start) + edit.getNewText() + text.substring(end);
      return then.lines().toList().get(3).replaceAll(" // .*", "").strip();
    }
  }

  private static boolean isMended(String page, String code) {
    String example =
        Pattern.compile("(?s)```java\n(.*?)```")
            .matcher(page)
            .results()
            .findFirst()
            .orElseThrow()
            .group(1);
    if (example.startsWith("// file: ")) {
      return false;
    }
    try (Inspector inspector = new Inspector(List.of())) {
      Document document = new Document("file:///Example.java", 1, example);
      inspector.put(document.uri(), example);
      Inspection now = document.inspection(inspector, () -> false);
      return now.findings().stream()
          .filter(finding -> finding.code().equals(code))
          .anyMatch(finding -> hasAction(document, inspector, now, finding));
    }
  }

  private static boolean hasAction(
      Document document, Inspector inspector, Inspection now, Finding finding) {
    Range range = document.lines().range(finding.start(), finding.start());
    return !new Actions(document, inspector, () -> false).at(range, now, null).isEmpty();
  }
}
