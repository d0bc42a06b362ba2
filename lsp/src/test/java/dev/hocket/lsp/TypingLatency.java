package dev.hocket.lsp;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * Measures the time from a typed character to the messages about it, in a project of 500 files. It
 * is a program, not a test. It prints the median, the 90th percentile and the maximum in
 * milliseconds.
 */
final class TypingLatency {
  private static final int FILES = 500;
  private static final int METHODS = 125;
  private static final int KEYS = 200;

  private TypingLatency() {}

  /** Runs the measurement; there are no arguments. */
  public static void main(String[] arguments) throws Exception {
    Path folder = Files.createTempDirectory("hocket-typing");
    for (int i = 0; i < FILES; i++) {
      Files.writeString(folder.resolve("C" + i + ".java"), source(i, 15));
    }
    String text = source(FILES, METHODS);
    String uri = Editor.uri(folder.resolve("C" + FILES + ".java"));
    try (Editor editor = new Editor(folder, null)) {
      long first = System.nanoTime();
      editor.open(uri, text);
      long opened = (System.nanoTime() - first) / 1_000_000;
      long[] times = new long[KEYS];
      for (int i = 0; i < KEYS; i++) {
        int at = editor.text(uri).indexOf("n + ") + 4;
        long start = System.nanoTime();
        editor.type(uri, at, at, "1");
        if (i % 2 == 1) {
          editor.send(uri, at, at + 2, "");
          editor.diagnostics(uri);
        }
        times[i] = (System.nanoTime() - start) / 1_000_000 / (i % 2 == 1 ? 2 : 1);
      }
      Arrays.sort(times);
      System.out.printf(
          "%d lines, %d files: first %d ms; then median %d, 90 %% %d, maximum %d ms%n",
          text.lines().count(),
          FILES,
          opened,
          times[KEYS / 2],
          times[KEYS * 9 / 10],
          times[KEYS - 1]);
    }
    System.exit(0);
  }

  /** A class whose methods contain blocks and call those of other classes. */
  private static String source(int number, int methods) {
    StringBuilder text = new StringBuilder("package big;\n\nclass C" + number + " {\n");
    for (int i = 0; i < methods; i++) {
      int other = (number * 31 + i * 7) % FILES;
      text.append(
          """
            static void m%d(int n) {
              int[] sum = new int[1];
              //#omp target virtual(worker)
              {
                sum[0] += n + %d;
              }
              C%d.m0(sum[0]);
            }
          """
              .formatted(i, i, other));
    }
    return text.append("}\n").toString();
  }
}
