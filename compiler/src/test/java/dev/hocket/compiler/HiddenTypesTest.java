package dev.hocket.compiler;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Values whose types a class cannot access are kept across suspensions, or refused if the class
 * file would need the type's name.
 */
class HiddenTypesTest {
  private static final String FACTORY =
      """
      package p;
      import java.util.function.Consumer;
      class Hidden implements Factory.Shown {
        @Override public String toString() { return "hidden"; }
      }
      public class Factory {
        public interface Shown {}
        protected static class Protected {
          @Override public String toString() { return "protected"; }
        }
        private static class Private {
          @Override public String toString() { return "private"; }
        }
        public static Hidden make() { return new Hidden(); }
        public static Hidden[] array() { return new Hidden[1]; }
        public static Protected protect() { return new Protected(); }
        public static Private secret() { return new Private(); }
        public static String use(Hidden hidden, int n) { return hidden + "" + n; }
        //#omp async
        public static Hidden later() {
          Hidden hidden = make();
          //#omp target virtual(worker) await
          hidden.toString();
          return hidden;
        }
        public interface Step {
          //#omp async
          int go(int n);
        }
        //#omp async
        public static int step(Hidden hidden, int n, Step step) {
          //#omp await(go(int))
          return n == 0 ? 0 : step.go(n - 1) + hidden.toString().length();
        }
      }
      """;

  private static final String MAIN =
      """
      package q;
      import p.Factory;
      public class Main {
        static final StringBuffer log = new StringBuffer();
        static boolean b;
        //#omp async
        static int one() {
          //#omp target virtual(worker) await
          log.append("one ");
          return 1;
        }
        //#omp async
        static int deep(int n) {
          //#omp await(step(Hidden, int, Step))
          return Factory.step(Factory.make(), n, Main::deep);
        }
        //#omp async
        static void run() {
      %s
        }
        public static void main(String[] args) {
          //#omp target virtual(edt)
          {
            //#omp await(run())
            run();
          }
          System.out.println(log);
        }
      }
      """;

  @TempDir Path folder;

  private Harness harness(String body) throws Exception {
    return new Harness(folder)
        .file("p/Factory.java", FACTORY)
        .file("q/Main.java", MAIN.formatted(body));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        """
        //#omp await(later())
        // expect: HK043
        log.append(Factory.later());
        """,
        // This is a variable that the block shares.
        """
        var kept = Factory.make();
        //#omp target virtual(worker)
        // expect: HK044
        kept = Factory.make();
        log.append(kept);
        """,
        """
        var kept = Factory.array();
        //#omp target virtual(worker) nowait
        // expect: HK044
        log.append((Object) kept);
        """,
        """
        var kept = Factory.make();
        //#omp target virtual(worker) firstprivate(kept)
        // expect: HK044
        log.append(kept);
        """,
        """
        //#omp target virtual(worker)
        {
          var kept = Factory.make();
          //#omp target virtual(other)
          // expect: HK044
          log.append(kept);
        }
        """
      })
  void codeThatNeedsTheName_isRefused(String body) throws Exception {
    Harness.Compiled compiled = harness(body).compile("out");
    String source = MAIN.formatted(body);
    assertEquals(Marks.in(List.of(source)), Marks.reported(compiled), compiled.output());
    assertEquals(1, compiled.exit());
  }

  @Test
  void valuesOfHiddenTypes_areKept() throws Exception {
    assertSame(
        """
        var object = Factory.make();
        var array = Factory.array();
        var secret = Factory.secret();
        var common = b ? new StringBuilder() : new StringBuffer();
        CharSequence named = b ? new StringBuilder() : new StringBuffer();
        for (int i = 0; i < 2; i++) {
          //#omp target virtual(worker) await
          log.append("step");
          log.append(Factory.use(object, i)).append(object).append((Object) array == null);
          log.append(secret).append(common).append(named);
          object = null;
        }
        """);
  }

  @Test
  void operandsOfHiddenTypes_areKept() throws Exception {
    assertSame(
        """
        //#omp await(one())
        log.append(Factory.use(Factory.make(), one())).append(b ? Factory.make() : one());
        """);
  }

  @Test
  void argumentsOfHiddenTypes_arePassedWhereTheStackIsUnwound() throws Exception {
    assertSame(
        """
        int n = 0;
        for (int i = 0; i < 3; i++) {
          //#omp await(deep(int))
          n += deep(500 + i);
        }
        log.append(n);
        """);
  }

  @Test
  void otherTypes_areKept() throws Exception {
    assertSame(
        """
        {
          var hidden = Factory.make();
          log.append(Factory.use(hidden, 3));
        }
        Factory.Shown shown = Factory.make();
        var inherited = Factory.protect();
        CharSequence text = b ? new StringBuilder() : new StringBuffer();
        //#omp target virtual(worker) await
        log.append("step");
        var after = Factory.make();
        log.append(shown).append(inherited).append(text).append(after);
        """);
  }

  private void assertSame(String body) throws Exception {
    Harness harness = harness(body);
    assertEquals("", harness.compile("out").output());
    assertEquals("", harness.compileSequentially("plain").output());
    Harness.Ran ran = harness.run("out", "q.Main");
    assertEquals(harness.run("plain", "q.Main").out(), ran.out(), ran.err());
    assertEquals(0, ran.exit(), ran.err());
  }
}
