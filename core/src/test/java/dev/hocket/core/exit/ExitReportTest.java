package dev.hocket.core.exit;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/** The report at exit names the blocks that have not ended, and no others. */
class ExitReportTest {
  /** A block that ends while its description is made, as one that is about to end may. */
  private static Leftovers.Left ending() {
    AtomicBoolean hasEnded = new AtomicBoolean();
    Object description =
        new Object() {
          @Override
          public String toString() {
            hasEnded.set(true);
            return "Window.java:1 on edt (completed)";
          }
        };
    return new Leftovers.Left(description, null, hasEnded::get);
  }

  private static Leftovers.Left suspended(int line) {
    return new Leftovers.Left("Window.java:" + line + " on edt (suspended)", null, () -> false);
  }

  private static String reportOf(List<Leftovers.Left> blocks) {
    Leftovers program =
        new Leftovers() {
          @Override
          public List<Unclaimed> unclaimed() {
            return List.of();
          }

          @Override
          public List<LeftOn> blocks() {
            return List.of(new LeftOn("edt", blocks));
          }
        };
    PrintStream err = System.err;
    ByteArrayOutputStream printed = new ByteArrayOutputStream();
    System.setErr(new PrintStream(printed, true));
    try {
      new ExitReport(program).print();
    } finally {
      System.setErr(err);
    }
    return printed.toString().replace(System.lineSeparator(), "\n");
  }

  @Test
  void aBlockThatEndsMeanwhile_isNotReported() {
    assertEquals("", reportOf(List.of(ending())));
    assertEquals(
        """
        hocket: the program exits with 1 block left on target edt:
          Window.java:2 on edt (suspended)
        """,
        reportOf(List.of(ending(), suspended(2))));
  }

  @Test
  void ofManyBlocks_theFirstAreNamed() {
    List<Leftovers.Left> many = new ArrayList<>(List.of(ending()));
    for (int line = 1; line <= 22; line++) {
      many.add(suspended(line));
    }
    List<String> lines = reportOf(many).lines().toList();
    assertEquals("hocket: the program exits with 22 blocks left on target edt:", lines.getFirst());
    assertEquals("  Window.java:19 on edt (suspended)", lines.get(19));
    assertEquals("hocket: and 3 more blocks", lines.getLast());
    assertEquals(21, lines.size());
  }
}
