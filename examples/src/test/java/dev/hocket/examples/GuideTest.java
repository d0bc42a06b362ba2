package dev.hocket.examples;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Hocket compiles every Java program in the README and the guide without a warning. If a page shows
 * output below a program, the program prints exactly that.
 */
class GuideTest {
  private static final Path ROOT = Programs.ROOT;
  private static final Pattern PROGRAM =
      Pattern.compile("```java\n(.*?)```\n(?:\n```text\n(.*?)```)?", Pattern.DOTALL);
  private static final Pattern CLASS = Pattern.compile("public class (\\w+)");

  @TempDir Path folder;

  /** {@code output} is null if the page shows none. */
  record Program(Path page, String text, String output) {
    String name() {
      Matcher matcher = CLASS.matcher(text);
      assertTrue(matcher.find(), () -> page + ": a program of the guide has a public class");
      return matcher.group(1);
    }

    @Override
    public String toString() {
      return page.getFileName() + ": " + name();
    }
  }

  static List<Program> programs() throws IOException {
    List<Program> programs = new ArrayList<>();
    for (Path page : pages()) {
      PROGRAM
          .matcher(Files.readString(page))
          .results()
          .forEach(match -> programs.add(new Program(page, match.group(1), match.group(2))));
    }
    return programs;
  }

  private static List<Path> pages() throws IOException {
    try (Stream<Path> guide = Files.list(ROOT.resolve("docs/guide"))) {
      return Stream.concat(Stream.of(ROOT.resolve("README.md")), guide.sorted()).toList();
    }
  }

  @ParameterizedTest
  @MethodSource("programs")
  void itCompiles_andPrintsTheTextOfThePage(Program program) throws Exception {
    Path file = folder.resolve(program.name() + ".java");
    Files.writeString(file, program.text());
    Programs.compile(List.of(file), folder, false);
    if (program.output() != null) {
      assertEquals(program.output(), Programs.run(folder, program.name()));
    }
  }

  @Test
  void programsWithEvents_allHaveTheirOutputOnThePage() throws IOException {
    List<Program> silent =
        programs().stream()
            .filter(program -> program.page().getFileName().toString().startsWith("event"))
            .filter(program -> program.output() == null)
            .toList();
    assertEquals(List.of(), silent);
  }

  @Test
  void links_haveTargets() throws IOException {
    Pattern link = Pattern.compile("\\]\\(([^)#:]+)(#[^)]*)?\\)");
    List<String> dead = new ArrayList<>();
    List<Path> pages = new ArrayList<>(pages());
    pages.add(ROOT.resolve("HACKING.md"));
    try (Stream<Path> docs = Files.list(ROOT.resolve("docs"))) {
      docs.filter(page -> page.toString().endsWith(".md")).forEach(pages::add);
    }
    for (Path page : pages) {
      link.matcher(Files.readString(page))
          .results()
          .map(match -> match.group(1))
          .filter(target -> !Files.exists(page.resolveSibling(target)))
          .forEach(target -> dead.add(page.getFileName() + " → " + target));
    }
    assertEquals(List.of(), dead);
  }
}
