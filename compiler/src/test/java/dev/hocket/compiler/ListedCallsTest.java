package dev.hocket.compiler;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The calls that an {@code async-call} lists, and the places where they may stand. */
class ListedCallsTest {
  @TempDir Path folder;

  @Test
  void signatures_matchByErasure() throws Exception {
    AsyncMembers.check(
        folder,
        """
        static class Box<T extends Number> {
          //#omp async
          void put(T t, List<? super T> list, T[]... more) {}
        }
        //#omp async
        static <E> void all(E e, Map.Entry<E, int[]> entry) {}
        void m(Box<Integer> box, List<Number> list) {
          //#omp await(put(T, List, T[][]))
          box.put(1, list);
          //#omp await(put(Number, java.util.List<T> l, Number[]... x))
          box.put(1, list);
          //#omp await(put(Integer, List<Integer>, Integer[][]))
          box.put(1, list);
          //#omp await(all(E, Map.Entry))
          all("", null);
          //#omp await(all(Object, Entry))
          all("", null);
          //#omp await(all(String, java.util.Map.Entry))
          all("", null);
          // expect: HK039
          //#omp await(put(int, List, T[][]))
          box.put(1, list);
          // expect: HK039
          //#omp await(put(T, List, T[]))
          box.put(1, list);
          // expect: HK039
          //#omp await(all(tring, Map.Entry))
          all("", null);
        }
        """);
  }

  @Test
  void signatures_mayNameTheClass_orWhatTheCallNames() throws Exception {
    AsyncMembers.check(
        folder,
        """
        static class Lib implements AutoCloseable {
          static class Inner extends Lib {}
          //#omp async
          static int twice(int n) { return 2 * n; }
          //#omp async
          int thrice(int n) { return 3 * n; }
          //#omp async
          public void close() {}
        }
        void m(Lib lib, Lib.Inner inner) {
          int x;
          //#omp await(Lib.twice(int))
          x = Lib.twice(1);
          //#omp await(Main.Lib.twice(int))
          x = Lib.twice(1);
          //#omp await(int Lib.twice(int n))
          x = Lib.twice(1);
          //#omp await(lib.thrice(int))
          x = lib.thrice(1);
          //#omp await(Lib.thrice(int), inner.thrice(int))
          x = lib.thrice(1) + inner.thrice(2);
          //#omp await(Inner.thrice(int))
          x = inner.thrice(1);
          //#omp await(r.close(), lib.close())
          try (Lib r = inner; lib) {}
          // expect: HK039
          //#omp await(inner.thrice(int))
          x = lib.thrice(1);
          // expect: HK039
          //#omp await(ib.twice(int))
          x = Lib.twice(1);
          // expect: HK039
          //#omp await(lib.twice(int))
          x = Lib.twice(1);
        }
        """);
  }

  @Test
  void signatures_listOnlyCallsOfTheStatementItself() throws Exception {
    AsyncMembers.check(
        folder,
        """
        void m() {
          // expect: HK039
          //#omp await(size(String))
          { Supplier<Integer> s = () -> size(""); }
          // expect: HK039
          //#omp await(work())
          new Object() { void m() { work(); } }.m();
          // expect: HK040
          //#omp await(search())
          if (f > 1)
            // expect: HK035
            search();
          //#omp target virtual(a)
          // expect: HK040
          //#omp await(size(String), size(Object))
          {
            int n = size("") + size(new Object());
            //#omp target virtual(b)
            n += size("x");
          }
          //#omp await(size(String))
          //#omp target virtual(a)
          f = size("");
        }
        // expect: HK010
        //#omp await(size(String))
        int field = size("");
        """);
  }

  @Test
  void callsNotWaitedFor_inExpressions_areRefused() throws Exception {
    AsyncMembers.check(
        folder,
        """
        void m(int[] array) {
          //#omp async-call nowait(size(String))
          {
            size("");
            // expect: HK041
            f = size("");
            // expect: HK041
            int n = size("");
            // expect: HK041
            while (size("") > 1) {}
          }
          //#omp async-call name_as(t)(size(String), work())
          {
            size("");
            f = size("");
            this.f = (size(""));
            array[f] = size("");
            work();
            // expect: HK041
            f += size("");
            // expect: HK041
            int n = size("");
            // expect: HK041
            f = -size("");
          }
          //#omp wait(t)
        }
        """);
  }

  @Test
  void callsNotWaitedFor_shareVariablesAsBlocksDo() throws Exception {
    AsyncMembers.check(
        folder,
        """
        //#omp async
        void thrower() throws java.io.IOException {}
        void m(int n) throws Exception {
          // expect: HK101
          //#omp async-call name_as(t)(size(String))
          n = size("" + n);
          // expect: HK104
          //#omp async-call nowait(thrower())
          thrower();
          //#omp async-call nowait(size(String))
          size("" + n);
          n++;
        }
        """);
  }

  @Test
  void clauses_excludeEachOther() throws Exception {
    AsyncMembers.check(
        folder,
        """
        void m() {
          // expect: HK009
          //#omp target virtual(a) nowait await
          f++;
        }
        """);
  }

  @Test
  void helpForWrongSignature_namesTheCalledMethod() throws Exception {
    String source =
        """
        class Main {
          //#omp async
          static int f(int[] a, java.util.List<String> l) { return 1; }
          static void m() {
            //#omp await(f(int))
            f(null, null);
          }
        }
        """;
    Harness.Compiled compiled = new Harness(folder).file("Main.java", source).compile("out");
    assertTrue(compiled.output().contains("itself calls: f(int[], List)"), compiled.output());
  }

  @Test
  void helpForAMissingSignature_namesTheCandidates() throws Exception {
    String source =
        """
        class Main {
          //#omp async
          static int f(int[] a, java.util.List<String> l) { return 1; }
          //#omp async
          static int f() { return 1; }
          static void m() {
            // expect: HK046
            //#omp await(f)
            f(null, null);
            // expect: HK046
            //#omp async-call nowait(Main.f)
            {
              f(null, null);
              f();
              f();
            }
            // expect: HK046
            //#omp await(tag)
            f();
            // expect: HK046
            //#omp await(tag)
            {}
          }
        }
        """;
    Harness.Compiled compiled = new Harness(folder).file("Main.java", source).compile("out");
    String output = compiled.output();
    assertEquals(Marks.in(List.of(source)), Marks.reported(compiled), output);
    assertTrue(
        output.contains("help: list it with the types of its parameters: f(int[], List)\n"),
        output);
    assertTrue(output.contains("parameters: f(int[], List) or f()\n"), output);
    assertTrue(output.contains("calls f(); to wait for a tag, write //#omp wait(tag) "), output);
    assertTrue(output.contains("calls no method; "), output);
  }

  @Test
  void helpForADeclaration_proposesToDeclareBefore() throws Exception {
    String source =
        """
        class Main {
          //#omp async
          static int f() { return 1; }
          static void m() {
            //#omp async-call name_as(t)(f())
            int q = f();
            //#omp wait(t)
          }
        }
        """;
    Harness.Compiled compiled = new Harness(folder).file("Main.java", source).compile("out");
    String help = "x = f(…); and declare 'q' before the directive";
    assertTrue(compiled.output().contains(help), compiled.output());
  }
}
