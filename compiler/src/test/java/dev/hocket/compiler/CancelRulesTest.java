package dev.hocket.compiler;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import org.junit.jupiter.api.Test;

/** The rules about {@code cancel}; a comment above each line names the expected message. */
class CancelRulesTest extends DirectiveRules {
  @Test
  void cancel_isDirectlyInTheConstructThatItLeaves() throws Exception {
    String said =
        check(
            """
            void m(int n) {
              // expect: HK067
              //#omp cancel for
              //#omp parallel
              {
                // expect: HK067
                //#omp cancel for
                // expect: HK067
                //#omp cancel taskgroup
                //#omp for
                for (int i = 0; i < n; i++) {
                  //#omp critical
                  {
                    if (f == i) {
                      //#omp cancel for
                    }
                  }
                  // expect: HK067
                  //#omp cancel parallel
                  // expect: HK067
                  //#omp cancellation point sections
                  Runnable r = () -> {
                    // expect: HK067
                    //#omp cancel for
                  };
                  int s = switch (i) {
                    case 1 -> {
                      // expect: HK067
                      //#omp cancel for
                      yield 3;
                    }
                    default -> 4;
                  };
                  switch (i) {
                    case 3:
                      //#omp cancellation point for
                    default:
                  }
                }
                //#omp sections
                {
                  {
                    //#omp cancel sections
                  }
                  //#omp section
                  {
                    //#omp cancellation point sections
                    f = 3;
                  }
                }
                //#omp single
                {
                  // expect: HK067
                  //#omp cancel parallel
                }
                //#omp task
                {
                  // expect: HK067
                  //#omp cancel parallel
                  //#omp cancel taskgroup
                }
                //#omp cancel parallel
              }
            }
            """);
    assertTrue(
        said.contains(
            "'cancel taskgroup' cannot be here: it does not stand directly in a 'task': only"
                + " 'critical' may be between"),
        said);
  }

  @Test
  void clausesThatACancelledConstructCannotFulfil_areRefused() throws Exception {
    String said =
        check(
            """
            void m(int n) {
              int sum = 0, last = 0;
              //#omp parallel
              {
                //#omp for nowait
                for (int i = 0; i < n; i++) {
                  // expect: HK067
                  //#omp cancel for
                }
              }
              //#omp parallel for ordered
              for (int i = 0; i < n; i++) {
                // expect: HK067
                //#omp cancellation point for
                //#omp ordered
                f++;
              }
              //#omp parallel for reduction(+: sum) lastprivate(last)
              for (int i = 0; i < n; i++) {
                sum += i;
                last = i;
                //#omp cancel for
              }
              //#omp parallel reduction(+: sum)
              {
                sum += 1;
                // expect: HK067
                //#omp cancel parallel
              }
              //#omp taskloop reduction(+: sum)
              for (int i = 0; i < n; i++) {
                sum += i;
                // expect: HK067
                //#omp cancel taskgroup
              }
              //#omp taskloop
              for (int i = 0; i < n; i++) {
                //#omp cancel taskgroup
              }
              f = sum + last;
              //#omp parallel
              while (true) {
                // expect: HK067
                //#omp cancel parallel
              }
            }
            """);
    assertTrue(said.contains("the 'for' of line 8 has the clause 'nowait'"), said);
    assertTrue(said.contains("help: remove 'nowait' there, or set a variable here and test"), said);
    assertTrue(said.contains("the statement of line 44 never ends without it"), said);
  }

  @Test
  void formsThatDoNotExist_areRefused() throws Exception {
    check(
        """
        void m(int n) {
          //#omp parallel for
          for (int i = 0; i < n; i++) {
            // expect: HK004
            //#omp cancel
            // expect: HK004
            //#omp cancel task
            // expect: HK004
            //#omp cancellation for
            // expect: HK007
            //#omp cancel for if(n == 3)
            // expect: HK007
            //#omp cancel for nowiat
          }
        }
        """);
  }

  @Test
  void ompCancellation_switchesCancelOff() throws Exception {
    String source =
        """
        public class Main {
          public static void main(String[] args) {
            int sum = 0;
            //#omp parallel for reduction(+: sum) num_threads(2)
            for (int i = 0; i < 100; i++) {
              //#omp cancel for
              sum += 1;
            }
            //#omp parallel num_threads(1)
            {
              //#omp cancel parallel
              IO.println("parallel");
            }
            //#omp parallel num_threads(1)
            {
              //#omp taskgroup
              {
                //#omp task
                {
                  //#omp cancel taskgroup
                  IO.println("task");
                }
              }
            }
            IO.println(sum + " " + dev.hocket.directives.Omp.getCancellation());
          }
        }
        """;
    Harness harness = new Harness(folder).file("Main.java", source);
    assertEquals("", harness.compile("out").output());
    assertEquals("0 true\n", harness.run(Map.of(), "out", "Main").out());
    assertEquals(
        "parallel\ntask\n100 false\n",
        harness.run(Map.of("OMP_CANCELLATION", "false"), "out", "Main").out());
  }
}
