package dev.hocket.compiler;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Translated regions compile at every language level of javac, and keep their lines. */
class TeamLevelsTest {
  private static final String SOURCE =
      """
      import java.util.Arrays;
      public class Main {
        public static void main(String[] args) {
          int sum = 0, last = 0;
          Integer most = 0;
          //#omp parallel num_threads(3) if(args.length == 0) default(shared)
          {
            int own = 1;
            //#omp for schedule(dynamic, 2) reduction(+: sum) reduction(max: most) lastprivate(last)
            for (int i = 0; i < 20; i++) { sum += i; last = i; most = Math.max(most, i); }
            //#omp for collapse(2) nowait
            for (int i = 0; i < 2; i++)
              for (long j = 3; j > 0; j--) {
                //#omp atomic
                own += i;
              }
            //#omp for ordered
            for (String s : Arrays.asList("a", "b")) {
              //#omp ordered
              System.out.println(s);
            }
            //#omp single copyprivate(own)
            own = 5;
            //#omp sections
            {
              //#omp section
              System.out.println("one");
            }
            //#omp barrier
            //#omp master
            System.out.println(sum + " " + last + " " + most + " " + own);
          }
        }
      }
      """;

  @TempDir Path folder;

  @ParameterizedTest
  @ValueSource(strings = {"8", "11", "17", "21", "25"})
  void everyLevel_compilesRegions(String release) throws Exception {
    Harness harness = new Harness(folder).file("Main.java", SOURCE);
    Harness.Compiled compiled =
        harness.compile("out", "--release", release, "-nowarn", "-Xlint:-options");
    assertEquals("", compiled.output());
    assertEquals("a\nb\none\n190 19 19 5\n", harness.run("out", "Main").out());
  }

  @Test
  void variablesThatAreEmpty_countAsUnset() throws Exception {
    String source =
        """
        public class Main {
          public static void main(String[] args) {
            int count = 0;
            //#omp parallel num_threads(3) reduction(+: count)
            count++;
            System.out.println(count);
          }
        }
        """;
    Harness harness = new Harness(folder).file("Main.java", source);
    assertEquals("", harness.compile("out", "-nowarn").output());
    Map<String, String> environment = new HashMap<>();
    for (String name :
        List.of(
            "NUM_THREADS",
            "SCHEDULE",
            "THREAD_LIMIT",
            "MAX_ACTIVE_LEVELS",
            "DYNAMIC",
            "DISPLAY_ENV")) {
      environment.put("OMP_" + name, "");
    }
    assertEquals(new Harness.Ran(0, "3\n", ""), harness.run(environment, "out", "Main"));
  }

  @Test
  void anExceptionOfARegion_showsTheLineOfTheSource() throws Exception {
    String source =
        """
        public class Main {
          public static void main(String[] args) {
            //#omp parallel for collapse(2)
            for (int i = 0; i < 4; i++) {
              for (int j = 0;
                  j < 3;
                  j++) {
                int x = 1 / (i * j - 2);
              }
            }
          }
        }
        """;
    Harness harness = new Harness(folder).file("Main.java", source);
    assertEquals("", harness.compile("out", "-nowarn").output());
    String shown = harness.run("out", "Main").err();
    assertTrue(shown.contains("ArithmeticException: / by zero"), shown);
    assertTrue(shown.contains("(Main.java:8)"), shown);
  }
}
