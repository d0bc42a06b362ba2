package dev.hocket.projects;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.spi.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The patterns in docs/editors.md match messages. */
class EditorsTest {
  @TempDir private Path folder;

  @Test
  void problemMatcher_findsTheCompilersMessages() throws Exception {
    Path source =
        Files.writeString(
            folder.resolve("Main.java"),
            "class Main {\n  void m() {\n    //#omp target virtual(worker) no_wait\n  }\n}\n");
    StringWriter out = new StringWriter();
    ToolProvider compiler = ToolProvider.findFirst("hocketc").orElseThrow();
    compiler.run(new PrintWriter(out), new PrintWriter(out), source.toString());
    Matcher match = patterns().get(1).matcher(out.toString());
    assertTrue(match.find(), out.toString());
    assertEquals(source.toString(), match.group(1));
    assertEquals("3", match.group(2));
    assertEquals("error", match.group(3));
    assertTrue(match.group(4).startsWith("[HK005] "), match.group(4));
  }

  /** {@link ProjectsTest} checks that Maven prints this line. */
  @Test
  void problemMatcher_findsMessagesInMavensOutput() throws Exception {
    Matcher match =
        patterns().get(0).matcher("[ERROR] /a b/Main.java:[6,35] [HK005] 'target' has no clause");
    assertTrue(match.find());
    assertEquals("ERROR", match.group(1));
    assertEquals("/a b/Main.java", match.group(2));
    assertEquals("6", match.group(3));
    assertEquals("35", match.group(4));
    assertEquals("[HK005] 'target' has no clause", match.group(5));
  }

  private static List<Pattern> patterns() throws Exception {
    String page = Files.readString(Workshop.ROOT.resolve("docs/editors.md"));
    List<Pattern> patterns =
        Pattern.compile("\"regexp\": \"(.*)\"")
            .matcher(page)
            .results()
            .map(found -> found.group(1).replace("\\\\", "\\"))
            .map(regexp -> Pattern.compile(regexp, Pattern.MULTILINE))
            .toList();
    assertEquals(2, patterns.size());
    return patterns;
  }
}
