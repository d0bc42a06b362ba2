package dev.hocket.bench;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/** The output of a benchmark. */
final class Printed {
  /** An action that prints. */
  interface Action {
    void run() throws Exception;
  }

  private Printed() {}

  static String by(Action action) throws Exception {
    PrintStream out = System.out;
    ByteArrayOutputStream printed = new ByteArrayOutputStream();
    System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
    try {
      action.run();
    } finally {
      System.setOut(out);
    }
    return printed.toString(StandardCharsets.UTF_8);
  }

  /** Counts the table rows that begin with a name. */
  static int rows(String tables, String name) {
    return (int) tables.lines().filter(line -> line.startsWith("| " + name + " |")).count();
  }

  /** Counts the rows of a name that have a dash instead of figures. */
  static int dashes(String tables, String name) {
    return (int) tables.lines().filter(("| " + name + " | – | | |")::equals).count();
  }
}
