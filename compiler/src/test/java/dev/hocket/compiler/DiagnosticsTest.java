package dev.hocket.compiler;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hocket.compiler.diagnose.Message;
import dev.hocket.compiler.diagnose.Severity;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Compares {@link Message} with {@code docs/diagnostics}. The test fails on a message without a
 * page, a page without a message, and an example whose messages differ from its marks. After adding
 * a message, write its page.
 */
class DiagnosticsTest {
  private static final Path PAGES = Harness.repository().resolve("docs/diagnostics");
  private static final Pattern CODE = Pattern.compile("(?s)```java\n(.*?)```");

  @Test
  void catalogue_hasOnePagePerMessage() throws IOException {
    Set<String> pages =
        Harness.list(PAGES, ".md").stream()
            .map(p -> p.getFileName().toString().replace(".md", ""))
            .collect(Collectors.toCollection(TreeSet::new));
    assertEquals(
        Arrays.stream(Message.values()).map(Enum::name).collect(Collectors.toSet()), pages);
  }

  @ParameterizedTest
  @EnumSource
  void page_isTitledLikeItsMessage(Message message) throws IOException {
    String title = page(message).lines().findFirst().orElseThrow();
    assertEquals("# " + message.name() + ": " + message.text(), title);
  }

  @ParameterizedTest
  @EnumSource
  void wrongExample_hasExactlyTheMessagesOfItsMarks(Message message, @TempDir Path folder)
      throws Exception {
    Map<String, String> files = example(message, 0);
    Harness harness = harness(folder, files);
    Harness.Compiled compiled = harness.compile("out");

    assertEquals(Marks.in(files.values()), Marks.reported(compiled), compiled.output());
    boolean error = message.severity() == Severity.ERROR;
    assertEquals(error ? 1 : 0, compiled.exit());
    String count = "1 " + message.severity().word();
    assertEquals(count, compiled.lines().getLast());
    assertTrue(compiled.output().contains("\n  help: "), compiled.output());
    assertTrue(compiled.lines().stream().anyMatch(l -> l.strip().equals("^")), "a caret");
    assertTrue(!compiled.output().contains("%"), compiled.output());
    assertEquals(!error, Files.exists(folder.resolve("out/Example.class")));
  }

  @ParameterizedTest
  @EnumSource
  void rightExample_compilesSilentlyAndRunsTheSameBothWays(Message message, @TempDir Path folder)
      throws Exception {
    Map<String, String> files = example(message, 1);
    Harness harness = harness(folder, files);
    assertEquals("", harness.compile("out").output());
    assertEquals("", harness.compileSequentially("plain").output());
    Harness.Ran actual = run(harness, "out", files);
    assertEquals(run(harness, "plain", files).out(), actual.out());
    assertEquals("", actual.err());
    assertEquals(0, actual.exit());
  }

  private static Harness.Ran run(Harness harness, String output, Map<String, String> files)
      throws Exception {
    return files.containsKey("module-info.java")
        ? harness.runModule(output, "example", "example.Example")
        : harness.run(output, "Example");
  }

  private static Harness harness(Path folder, Map<String, String> files) throws IOException {
    Harness harness = new Harness(folder);
    for (Map.Entry<String, String> file : files.entrySet()) {
      harness.file(file.getKey(), file.getValue());
    }
    return harness;
  }

  private static String page(Message message) throws IOException {
    return Files.readString(PAGES.resolve(message.name() + ".md"));
  }

  private static Map<String, String> example(Message message, int index) throws IOException {
    Matcher matcher = CODE.matcher(page(message));
    List<String> examples = matcher.results().map(r -> r.group(1)).toList();
    assertEquals(2, examples.size(), "a wrong and a right example");
    Map<String, String> files = new LinkedHashMap<>();
    String name = "Example.java";
    for (String part : examples.get(index).split("(?m)^// file: ")) {
      if (part.isEmpty()) {
        continue;
      }
      if (examples.get(index).startsWith("// file: ")) {
        name = part.lines().findFirst().orElseThrow();
        part = part.substring(name.length() + 1);
      }
      files.put(name, part);
    }
    return files;
  }
}
