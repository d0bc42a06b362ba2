package dev.hocket.bench.race;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/** The output of a benchmark. */
public final class Printed {
  /** An action that prints. */
  public interface Action {
    void run() throws Exception;
  }

  private Printed() {}

  public static String by(Action action) throws Exception {
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
  public static int rows(String tables, String name) {
    return (int) tables.lines().filter(line -> line.startsWith("| " + name + " |")).count();
  }

  /** Counts the rows of a name that have a dash instead of figures. */
  public static int dashes(String tables, String name) {
    return (int) tables.lines().filter(("| " + name + " | – | | |")::equals).count();
  }
}
