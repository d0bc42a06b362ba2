package dev.hocket.compiler.diagnose;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The lines of javac's output that are held until Hocket's own messages are printed. */
class HeldCountsTest {
  private static final String WARNING = "A.java:1: warning: [x] y\n  T t1;\n    ^\n";

  private final StringWriter passed = new StringWriter();
  private final HeldCounts counts = new HeldCounts(passed);
  private final PrintWriter javac = new PrintWriter(counts);

  @ParameterizedTest
  @ValueSource(strings = {"12 warnings\n", "12 Warnungen\r\n", "警告12個\n", "12 个警告\n"})
  void theCountAtTheEnd_isKeptBack(String count) throws Exception {
    javac.print(WARNING + count);
    assertEquals(WARNING, passed.toString());
    assertEquals(12, counts.warnings());
    counts.release();
    assertEquals(WARNING + count, passed.toString());
  }

  @Test
  void aCountBeforeOtherLines_isPassedOnInItsPlace() {
    javac.print("1 error\n2 warnings\n" + WARNING);
    assertEquals("1 error\n2 warnings\n" + WARNING, passed.toString());
    assertEquals(0, counts.warnings());
  }

  @Test
  void aLineWithoutEnd_isPassedOnWhenItIsReleased() throws Exception {
    javac.print(WARNING + "? ");
    counts.release();
    assertEquals(WARNING + "? ", passed.toString());
  }
}
