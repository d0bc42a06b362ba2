package dev.hocket.lsp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Sends random edits of the examples to a server, which must answer all of them. {@code
 * -Dhocket.edits=…} sets their number, and {@code -Dhocket.seed=…} repeats a run.
 */
class FuzzTest {
  private static final int EDITS =
      Integer.getInteger("hocket.edits", Boolean.getBoolean("hocket.long") ? 10_000 : 300);
  private static final long SEED = Long.getLong("hocket.seed", Long.hashCode(System.nanoTime()));
  private static final List<String> PIECES =
      List.of(
          "{",
          "}",
          "(",
          ")",
          ";",
          "\"",
          "'",
          "/*",
          "*/",
          "//",
          "\n",
          "//#omp ",
          "//#omp target ",
          "virtual(worker)",
          " await",
          " nowait",
          " name_as(t)",
          "//#omp wait(t)\n",
          "//#omp async\n",
          "//#omp parallel for\n",
          " reduction(+: n)",
          "int n = 0;",
          "return;",
          "record R(int a) {",
          "class C {",
          "->",
          "\u0000",
          "\\u000a",
          "\ud83d\ude00",
          "\ud800",
          "@",
          "switch (o) {");

  private final Random random = new Random(SEED);

  @Test
  void randomEdits_areAllAnswered_andLeaveNothingBehind() throws Exception {
    System.out.println("-Dhocket.seed=" + SEED + " -Dhocket.edits=" + EDITS);
    Path examples = Path.of(System.getProperty("hocket.root", ".."), "examples");
    List<Path> files = sources(examples);
    long before = 0;
    try (Editor editor = new Editor(examples, null)) {
      for (int i = 0; i < EDITS; i++) {
        Path file = files.get(random.nextInt(files.size()));
        String uri = Editor.uri(file);
        if (editor.text(uri) == null || random.nextInt(20) == 0) {
          editor.open(uri, Files.readString(file));
        }
        edit(editor, uri);
        if (i % 10 == 0) {
          editor.diagnostics(uri);
          ask(editor, uri);
        }
        if (i == EDITS / 4) {
          before = used();
        }
      }
      long grown = used() - before;
      System.out.println(
          "heap: " + before / 1_000_000 + " MB, grown by " + grown / 1_000_000 + " MB");
      assertTrue(grown < 64_000_000, "the heap has grown by " + grown + " bytes");
      assertEquals(0, editor.shutDown());
    }
  }

  private void edit(Editor editor, String uri) {
    int length = editor.text(uri).length();
    int start = random.nextInt(length + 1);
    int end = random.nextInt(3) == 0 ? Math.min(length, start + random.nextInt(40)) : start;
    editor.send(uri, start, end, PIECES.get(random.nextInt(PIECES.size())));
  }

  private void ask(Editor editor, String uri) throws Exception {
    int at = random.nextInt(editor.text(uri).length() + 1);
    editor.completion(uri, at);
    editor.hover(uri, "#omp");
    editor.actions(uri, at, Math.min(editor.text(uri).length(), at + random.nextInt(100)));
  }

  private static List<Path> sources(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      return files
          .filter(file -> file.toString().endsWith(".java"))
          .filter(file -> !folder.relativize(file).startsWith("target"))
          .sorted()
          .toList();
    }
  }

  /** The reachable memory in bytes. */
  private static long used() {
    for (int i = 0; i < 3; i++) {
      System.gc();
    }
    Runtime runtime = Runtime.getRuntime();
    return runtime.totalMemory() - runtime.freeMemory();
  }
}
