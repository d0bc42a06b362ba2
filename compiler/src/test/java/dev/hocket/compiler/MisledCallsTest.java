package dev.hocket.compiler;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Warnings at calls of unmarked methods with an awaiting implementation. Unexpected messages fail
 * the test.
 */
class MisledCallsTest {
  @TempDir Path folder;

  private Harness.Compiled check(String members) throws Exception {
    String source =
        """
        import java.util.*;
        import java.util.function.*;
        class Main {
          static int f;
          static void search() {
            //#omp target virtual(a) await
            f++;
          }
        %s
        }
        """
            .formatted(members);
    Harness.Compiled compiled = new Harness(folder).file("Main.java", source).compile("out");
    assertEquals(Marks.in(List.of(source)), Marks.reported(compiled), compiled.output());
    assertEquals(0, compiled.exit());
    return compiled;
  }

  @Test
  void message_namesTheCallTheMethodAndItsPlace() throws Exception {
    Harness.Compiled compiled =
        check(
            """
            interface Job {
              void run();
            }
            static void all(Job job) {
              job.run();
              f++;
            }
            // expect: HK106
            Job job = () -> search();
            """);
    assertTrue(
        compiled.output().contains("the call at Main.java:13 does not wait"), compiled.output());
    assertTrue(compiled.output().contains("'Job.run()'"), compiled.output());
    assertTrue(compiled.output().contains("(Main.java:10)"), compiled.output());
  }

  @Test
  void overrides_ofUnmarkedMethods_misleadTheirCallers() throws Exception {
    check(
        """
        abstract static class Page<T> {
          abstract void load(T t);
          void open(T t) { load(t); f++; }
        }
        static class Pages extends Page<String> {
          // expect: HK106
          @Override void load(String s) {
            //#omp target virtual(a) await
            f++;
          }
        }
        interface Top { void hook(); }
        interface Left extends Top { default void hook() {} }
        interface Right extends Top { void hook(); }
        static class Both implements Left, Right {
          // expect: HK106
          public void hook() { search(); }
        }
        static void hooks(Top t, Left l) { t.hook(); l.hook(); f++; }
        enum Level {
          LOW {
            // expect: HK106
            void reach() { search(); }
          };
          abstract void reach();
        }
        static void reaches(Level l) { l.reach(); f++; }
        interface Shown { void show(); }
        record Card(int x) implements Shown {
          // expect: HK106
          public void show() { search(); }
        }
        void local() {
          class Local implements Shown {
            // expect: HK106
            public void show() { search(); }
          }
          Shown anonymous = new Shown() {
            // expect: HK106
            public void show() { search(); }
          };
          anonymous.show();
          f++;
        }
        """);
  }

  @Test
  void aMethodThatASubclassMakesAnInterfaces_misleadsTheCallersOfThat() throws Exception {
    check(
        """
        static class Base {
          // expect: HK106
          public void act() { search(); }
        }
        interface Act { void act(); }
        static class Acting extends Base implements Act {}
        static void act(Act a) { a.act(); f++; }
        """);
  }

  @Test
  void lambdasAndReferences_ofUnmarkedInterfaces_misleadTheirCallers() throws Exception {
    check(
        """
        interface Job { void run(); }
        interface Quick extends Job {}
        void lambdas(Job job) {
          // expect: HK106
          Job b = Main::search;
          // expect: HK106
          Quick c = () -> search();
          Job d = () -> f++;
          // expect: HK106
          Object o = (Runnable & Job) () -> search();
          while (f < 3) job.run();
        }
        interface Async {
          //#omp async
          void go();
        }
        interface Plain { void go(); }
        interface First extends Async, Plain {}
        interface Second extends Plain, Async {}
        interface Above { void go(); }
        interface Third extends Above, Async {}
        void both(Plain plain, Above above, Async async) {
          // expect: HK106
          Third third = () -> search();
          above.go();
          // expect: HK106
          First first = () -> search();
          // expect: HK106
          Second second = () -> {
            //#omp await(go())
            async.go();
          };
          plain.go();
          async.go();
          first.go();
          second.go();
        }
        """);
  }

  @Test
  void callsThatEndTheirMethod_misleadTheCallersOfThat() throws Exception {
    check(
        """
        interface Hook { void on(); }
        static void once(Hook h) { h.on(); }
        static void again(Hook h) { once(h); }
        static void last(Hook h) { again(h); f++; }
        interface Wrapped { void go(); }
        static void wrap(Hook h) { Wrapped w = h::on; Wrapped v = () -> h.on(); }
        // expect: HK106
        Hook hook = Main::search;

        interface Inner { void on(); }
        static void blocks(Inner i) {
          //#omp target virtual(a)
          i.on();
        }
        // expect: HK106
        Inner inner = Main::search;

        interface Awaited { void on(); }
        //#omp async
        static void awaited(Awaited a) { a.on(); }
        // expect: HK106
        Awaited awaited = Main::search;
        """);
  }

  @Test
  void callsThatNothingFollows_areFine() throws Exception {
    check(
        """
        interface Hook { void on(); }
        static void once(Hook h) { h.on(); }
        static void again(Hook h) { Runnable r = () -> once(h); Runnable s = h::on; }
        static void posts(Hook h) {
          //#omp target virtual(a) nowait
          h.on();
          f++;
        }
        Hook hook = Main::search;
        """);
  }

  @Test
  void callsThatMeanOtherCode_areFine() throws Exception {
    check(
        """
        static class Page {
          void load() {}
          void plain() { f++; }
        }
        static class Pages extends Page {
          @Override void load() {
            super.load();
            //#omp target virtual(a) await
            f++;
          }
        }
        static class Others extends Page {
          void other(Others others) {
            others.load();
            load();
            plain();
          }
        }
        void foreign(Runnable runnable, Consumer<Object> consumer) {
          Runnable r = () -> search();
          Consumer<Object> c = o -> search();
          runnable.run();
          consumer.accept(r);
          f++;
        }
        """);
  }

  @Test
  void referencesToMethodsWithAValue_waitForTheValue() throws Exception {
    check(
        """
        //#omp async
        static int sum(int n) {
          //#omp target virtual(a) await
          f += n;
          return f;
        }
        interface Job { void run(int n); }
        static void all(Job job) { job.run(1); f++; }
        Job job = Main::sum;
        """);
  }

  @Test
  void markedMethods_areFine() throws Exception {
    check(
        """
        interface Hook {
          //#omp async
          void on();
        }
        interface Job {
          //#omp async
          Integer get();
        }
        interface Quiet extends Hook { void on(); }
        static class Impl implements Quiet {
          public void on() {
            //#omp target virtual(a) await
            f++;
          }
        }
        static void calls(Hook h, Quiet q) {
          h.on();
          q.on();
          //#omp async-call nowait(on())
          q.on();
          f++;
        }
        """);
  }
}
