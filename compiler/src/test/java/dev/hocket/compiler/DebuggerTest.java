package dev.hocket.compiler;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A debugger can set breakpoints on the user's lines, and shows the user's variables. */
class DebuggerTest {
  private static final String SOURCE =
      """
      public class Main {
        public static void main(String[] args) {
          int plain = 1;
          int shared = 2;
          int own = 3;
          int fresh;
          //#omp target virtual(worker) firstprivate(own) private(fresh)
          {
            int inner = plain + own;
            shared += inner;
            fresh = shared;
            System.out.println(fresh);
          }
          System.out.println(shared);
        }
      }
      """;

  @Test
  @Timeout(300)
  void breakpointInBlock_showsLocalsByName(@TempDir Path folder) throws Exception {
    Harness harness = new Harness(folder).file("Main.java", SOURCE);
    assertEquals("", harness.compile("out", "-g").output());

    Map<String, String> seen = localsAt(folder.resolve("out"), 12);

    assertEquals("1", seen.get("plain"));
    assertEquals("6", seen.get("shared"));
    assertEquals("3", seen.get("own"));
    assertEquals("4", seen.get("inner"));
    assertEquals("6", seen.get("fresh"));
  }

  private static final String SUSPENDED =
      """
      public class Main {
        public static void main(String[] args) {
          int plain = 1;
          //#omp target virtual(worker)
          {
            int inner = plain + 1;
            //#omp target virtual(worker) name_as(other)
            {
              int other = inner;
              System.out.println(other);
            }
            //#omp wait(other) await
            System.out.println(inner);
          }
        }
      }
      """;

  @Test
  @Timeout(300)
  void breakpointAfterAnAwaitInABlock_showsTheUsersLocalsOnly(@TempDir Path folder)
      throws Exception {
    Harness harness = new Harness(folder).file("Main.java", SUSPENDED);
    assertEquals("", harness.compile("out", "-g").output());
    assertEquals(Map.of("inner", "2", "plain", "1"), localsAt(folder.resolve("out"), 13));
    assertEquals(Map.of("inner", "2", "other", "2"), localsAt(folder.resolve("out"), 10));
  }

  private static final String ASYNC =
      """
      import dev.hocket.core.Targets;
      import java.util.List;

      public class Main {
        record Point(int x, double y) {}

        //#omp async
        static double inner(long big, double half, String text) {
          float f = 1.5f;
          double sum = half;
          System.out.println(text); // before in inner
          //#omp target virtual(other) await
          {
            boolean more = big > 0;
            sum += big; // inside
          }
          return sum + f; // after in inner
        }

        //#omp async
        int outer(byte n, Object shape) {
          int rounds = 0;
          for (int i = 7; i < 8; i++) {
            for (String each : List.of("a")) {
              if (shape instanceof Point(int x, double y) && x > 0) {
                char c = 'c';
                long big = n; // before in outer
                //#omp await(inner(long, double, String))
                double result = inner(big, y, each); // await
                int last = c; // after in outer
                rounds++;
              }
            }
          }
          return rounds; // end
        }

        public static void main(String[] args) {
          Targets.create("other", 1);
          //#omp target virtual(worker)
          {
            //#omp await(outer(byte, Object))
            int rounds = new Main().outer((byte) 3, new Point(4, 0.25)); // call
            System.out.println(rounds);
          }
        }
      }
      """;

  @Test
  @Timeout(300)
  void breakpointsAroundAnAwaitInAsyncMethods_showAllLocalsByName(@TempDir Path folder)
      throws Exception {
    Debuggee program = compiled(folder);
    int beforeInner = line("before in inner");
    int inside = line("inside");
    int afterInner = line("after in inner");
    int beforeOuter = line("before in outer");
    int await = line("await");
    int afterOuter = line("after in outer");
    program.breakAt(beforeInner, inside, afterInner, beforeOuter, await, afterOuter, line("end"));

    List<Debuggee.Stop> stops = program.run();

    assertEquals(
        List.of(beforeOuter, await, beforeInner, inside, afterInner, afterOuter, line("end")),
        stops.stream().map(Debuggee.Stop::line).toList());
    Map<String, String> outer = new TreeMap<>(stops.get(0).locals());
    assertTrue(outer.remove("this").startsWith("instance of Main"));
    assertTrue(outer.remove("shape").startsWith("instance of Main$Point"));
    Map<String, String> expected = new TreeMap<>();
    expected.putAll(Map.of("n", "3", "rounds", "0", "i", "7", "each", "\"a\""));
    expected.putAll(Map.of("x", "4", "y", "0.25", "c", "c"));
    assertEquals(expected, outer);
    expected.put("big", "3");
    assertSees(expected, stops.get(1));
    expected.put("result", "4.75");
    assertSees(expected, stops.get(5));
    assertSees(Map.of("n", "3", "rounds", "1"), stops.get(6));
    Map<String, String> inner = Map.of("big", "3", "half", "0.25", "text", "\"a\"", "f", "1.5");
    assertSees(inner, stops.get(2));
    assertEquals("0.25", stops.get(2).locals().get("sum"));
    assertEquals(Map.of("big", "3", "sum", "0.25", "more", "true"), stops.get(3).locals());
    assertSees(inner, stops.get(4));
    assertEquals("3.25", stops.get(4).locals().get("sum"));
    // Both methods had been suspended.
    assertTrue(stops.get(4).caller().startsWith("resume$inner"), stops.get(4).caller());
    assertTrue(stops.get(5).caller().startsWith("resume$outer"), stops.get(5).caller());
  }

  @Test
  @Timeout(300)
  void stepOverAnAwaitThatSuspends_endsInTheCallerAsAtAReturn(@TempDir Path folder)
      throws Exception {
    Debuggee program = compiled(folder);
    program.stepFrom(line("await")).breakAt(line("after in outer"));
    assertEquals(
        List.of(line("await"), line("call"), line("after in outer")),
        program.run().stream().map(Debuggee.Stop::line).toList());
  }

  @Test
  @Timeout(300)
  void stepOverAnAwaitThatDoesNotSuspend_goesToTheNextLine(@TempDir Path folder) throws Exception {
    String inPlace = ASYNC.replace("virtual(other)", "virtual(worker)");
    Harness harness = new Harness(folder).file("Main.java", inPlace);
    assertEquals("", harness.compile("out", "-g").output());
    Debuggee program = new Debuggee(folder.resolve("out")).stepFrom(line("await"));
    assertEquals(
        List.of(line("await"), line("after in outer")),
        program.run().stream().map(Debuggee.Stop::line).toList());
  }

  private static Debuggee compiled(Path folder) throws Exception {
    Harness harness = new Harness(folder).file("Main.java", ASYNC);
    assertEquals("", harness.compile("out", "-g").output());
    return new Debuggee(folder.resolve("out"));
  }

  /** The line of {@link #ASYNC} with a comment. */
  private static int line(String comment) {
    return ASYNC.lines().map(l -> l.endsWith("// " + comment)).toList().indexOf(true) + 1;
  }

  private static void assertSees(Map<String, String> expected, Debuggee.Stop stop) {
    Map<String, String> seen = new TreeMap<>(stop.locals());
    seen.keySet().retainAll(expected.keySet());
    assertEquals(new TreeMap<>(expected), seen, stop::toString);
  }

  private static Map<String, String> localsAt(Path classes, int line) throws Exception {
    return new Debuggee(classes).breakAt(line).run().getLast().locals();
  }
}
