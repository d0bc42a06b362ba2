package dev.hocket.compiler;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Where code may await, and what may call it. Unmarked messages fail. */
class AsyncRulesTest {
  @TempDir Path folder;

  /** Compiles members of a class that has methods to call. */
  private void check(String members) throws Exception {
    String source =
        """
        import java.util.*;
        import java.util.concurrent.Callable;
        import java.util.function.*;
        class Main {
          int f;
          void plain() {}
          void search() {
            //#omp target virtual(a) await
            f++;
          }
          //#omp async
          void work() {
            //#omp target virtual(a) await
            f++;
          }
          //#omp async
          int size(String text) {
            //#omp target virtual(a) await
            f++;
            return f;
          }
          int size(Object o) { return 1; }
        %s
        }
        """
            .formatted(members);
    Harness.Compiled compiled = new Harness(folder).file("Main.java", source).compile("out");
    assertEquals(Marks.in(List.of(source)), Marks.reported(compiled), compiled.output());
    if (Marks.in(List.of(source)).isEmpty()) {
      assertEquals("", compiled.output());
    }
  }

  @Test
  void awaits_inMethodsThatReturnValues_needAsync() throws Exception {
    check(
        """
        void give() {
          //#omp target virtual(a) name_as(t)
          f++;
        }
        int m() {
          // expect: HK031
          //#omp target virtual(a) await
          f++;
          // expect: HK031
          //#omp wait(t) await
          //#omp await(size(String))
          // expect: HK031
          return size("");
        }
        """);
  }

  @Test
  void methodsThatBecomeTooLong_areRefusedWhereTheyBegin() throws Exception {
    check(
        """
        //#omp async
        int m() {
          // expect: HK029
          int sum = 0;
          //#omp await(size(String))
          sum += 1%s;
          return sum;
        }
        """
            .formatted(" + size(\"\")".repeat(900)));
  }

  @Test
  void accessorsThatJavacMakes_areAsyncOnlyAsInheritedMethodsOfTheSameTypes() throws Exception {
    check(
        """
        interface Same {
          //#omp async
          int x();
        }
        interface Generic<T> {
          //#omp async
          T y();
        }
        record Point(int x, Integer y) implements Same, Generic<Integer> {
          //#omp async
          int sum() {
            int x;
            //#omp await(x())
            x = x();
            // expect: HK040
            //#omp await(y())
            return x + y();
          }
          //#omp async
          int byInterface(Generic<Integer> g) {
            //#omp await(y())
            return g.y();
          }
        }
        """);
  }

  @Test
  void awaits_inOverridesOfAsyncMethods_areFine() throws Exception {
    check(
        """
        interface I<T> {
          //#omp async
          int m(T t);
        }
        static class A implements I<String> {
          public int m(String s) {
            //#omp target virtual(a) await
            s.length();
            return 1;
          }
        }
        static class B extends A {
          @Override public int m(String s) {
            //#omp await(m(String))
            return super.m(s);
          }
        }
        I<Object> anonymous = new I<>() {
          public int m(Object o) {
            //#omp target virtual(a) await
            o.hashCode();
            return 1;
          }
        };
        I<Object> lambda = o -> {
          //#omp target virtual(a) await
          o.hashCode();
          return 1;
        };
        """);
  }

  @Test
  void awaits_inMethodsThatOnlyLookLikeOverrides_needAsync() throws Exception {
    check(
        """
        static class A {
          //#omp async
          private int m() { return 1; }
          //#omp async
          static int s() { return 1; }
          //#omp async
          int p(int i) { return 1; }
        }
        static class B extends A {
          int m() {
            // expect: HK031
            //#omp target virtual(a) await
            hashCode();
            return 1;
          }
          static int s() {
            // expect: HK031
            //#omp target virtual(a) await
            B.class.hashCode();
            return 1;
          }
          int p(long l) {
            // expect: HK031
            //#omp target virtual(a) await
            hashCode();
            return 1;
          }
        }
        """);
  }

  @Test
  void awaits_inLambdasThatReturnValues_needAsync() throws Exception {
    check(
        """
        void m() throws Exception {
          Callable<Integer> c = () -> {
            // expect: HK032
            //#omp target virtual(a) await
            f++;
            throw new Exception();
          };
          Comparator<String> d = (x, y) -> {
            // expect: HK032
            //#omp target virtual(a) await
            f++;
            return 1;
          };
          Supplier<Runnable> s =
              //#omp async
              () -> {
                //#omp target virtual(a) await
                f++;
                return () -> {
                  //#omp target virtual(a) await
                  f++;
                };
              };
          Object o = (Runnable & java.io.Serializable) () -> {
            //#omp target virtual(a) await
            f++;
          };
          interface Odd {
            boolean equals(Object o);
            void act();
          }
          Odd odd = () -> {
            //#omp target virtual(a) await
            f++;
          };
          Consumer<String> last = x -> search();
          new Thread(() -> search());
        }
        """);
  }

  @Test
  void awaits_inSynchronized_areRefused() throws Exception {
    check(
        """
        synchronized void m() {
          // expect: HK033
          //#omp target virtual(a) await
          f++;
          Runnable r = () -> {
            //#omp target virtual(a) await
            f++;
          };
          //#omp target virtual(a) nowait
          {
            //#omp target virtual(b) await
            f++;
          }
          work();
        }
        void n() {
          //#omp await(size(String), work())
          synchronized ((Object) size("")) {
            // expect: HK033
            work();
          }
          synchronized (this) {
            work();
            // expect: HK035
            search();
          }
        }
        synchronized void last() {
          // expect: HK035
          search();
        }
        """);
  }

  @Test
  void awaits_inConstructorsAndInitialisers_areRefused() throws Exception {
    check(
        """
        static int s;
        {
          // expect: HK034
          //#omp target virtual(a) await
          f++;
        }
        static {
          // expect: HK034
          //#omp target virtual(a) await
          s++;
        }
        Main() {
          // expect: HK034
          //#omp target virtual(a) await
          f++;
          work();
          // expect: HK035
          search();
          Runnable r = () -> search();
        }
        int field = new Supplier<Integer>() {
          //#omp async
          public Integer get() {
            //#omp target virtual(a) await
            f++;
            return 1;
          }
        }.get();
        record R(int x) {
          R {
            // expect: HK034
            //#omp target virtual(a) await
            System.out.println(x);
          }
        }
        """);
  }

  @Test
  void callsOfUnmarkedAwaitingMethods_thatSomethingFollows_areRefused() throws Exception {
    check(
        """
        void m(int n) {
          // expect: HK035
          search();
          plain();
        }
        int value() {
          // expect: HK035
          search();
          return 1;
        }
        void loops(boolean b) {
          // expect: HK035
          while (b) search();
          // expect: HK035
          for (; b; search()) {}
          for (int i = 0; i < 3; i++) {
            if (i == 1) {
              // expect: HK035
              search();
              continue;
            }
          }
        }
        void tries() {
          try {
            // expect: HK035
            search();
          } finally {
            // expect: HK035
            search();
          }
          try {
            // expect: HK035
            search();
            return;
          } catch (RuntimeException e) {
            plain();
          }
        }
        void waits() {
          //#omp target virtual(a) name_as(t)
          f++;
          // expect: HK035
          search();
          //#omp wait(t)
        }
        void falls(int n) {
          switch (n) {
            // expect: HK035
            case 1: search();
            default: plain();
          }
          int k = switch (n) {
            case 1 -> {
              // expect: HK035
              search();
              yield 1;
            }
            default -> 2;
          };
        }
        //#omp async
        void async() {
          // expect: HK035
          search();
          plain();
        }
        """);
  }

  @Test
  void callsOfUnmarkedAwaitingMethods_asLastAction_areFine() throws Exception {
    check(
        """
        void m(int n) {
          {
            if (n > 1) search(); else { this.search(); return; }
          }
        }
        void switches(int n) {
          switch (n) {
            case 1: search(); break;
            case 2: { search(); break; }
            default: search();
          }
        }
        void rules(String s) {
          end:
          switch (s) {
            case "a" -> search();
            case "b" -> { search(); break end; }
            default -> { if (f > 1) { search(); break; } }
          }
        }
        void loops() {
          for (;;) {
            if (f > 1) { search(); break; }
            if (f > 2) { search(); return; }
          }
        }
        void blocks() {
          //#omp target virtual(a)
          search();
          //#omp target virtual(a) nowait
          { f++; search(); }
          Runnable r = () -> { plain(); search(); };
        }
        void recursive(int n) {
          if (n > 0) recursive(n - 1);
          else search();
        }
        void forwards() {
          forwarder();
          plain();
        }
        void forwarder() { search(); }
        class Inner { void m() { Main.this.search(); } }
        """);
  }

  @Test
  void async_belongsToMethodOrLambda() throws Exception {
    check(
        """
        // expect: HK036
        //#omp async
        int field;
        // expect: HK036
        //#omp async
        class Inner {}
        @interface Note {
          // expect: HK037
          //#omp async
          int value();
        }
        // expect: HK037
        //#omp async
        static { System.out.println(); }
        // expect: HK037
        //#omp async
        public Main() {}
        //#omp async
        @Deprecated /* documented */ protected <T> void generic() {}
        @Deprecated
        //#omp async
        public
        // expect: HK038
        //#omp async
        static native int foreign();
        void m() {
          // expect: HK036
          //#omp async
          plain();
          Runnable r =
              //#omp async
              () -> plain();
          IntUnaryOperator o =
              //#omp async
              // expect: HK038
              //#omp async
              (final int i) -> i;
          // expect: HK036
          //#omp async
        }
        """);
  }

  @Test
  void signatures_matchByErasure() throws Exception {
    check(
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
  void signatures_listOnlyCallsOfTheStatementItself() throws Exception {
    check(
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
    check(
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
    check(
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
    check(
        """
        void m() {
          // expect: HK009
          //#omp target virtual(a) nowait await
          f++;
        }
        """);
  }

  @Test
  void helpForWrongSignature_namesWhatIsCalled() throws Exception {
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
    assertTrue(compiled.output().contains("it calls f(int[], List)"), compiled.output());
  }

  @Test
  void helpForADeclaration_tellsToDeclareBefore() throws Exception {
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
    String help = "x = f(…); declare 'q' before the directive and assign it here";
    assertTrue(compiled.output().contains(help), compiled.output());
  }

  @Test
  void methodsAndLambdasWithoutRoomForTheCoroutine_areRefused() throws Exception {
    String full = parameters(254);
    String fits = parameters(253);
    check(
        """
        interface I {
          //#omp async
          // expect: HK042
          void all(%s);
          //#omp async
          void fits(%s);
        }
        static class Impl implements I {
          // expect: HK042
          public void all(%s) {
            //#omp target virtual(a) await
            f();
          }
          public void fits(%s) {
            //#omp target virtual(a) await
            f();
          }
          void plain(%s) {}
          static void f() {}
        }
        """
            .formatted(full, fits, full, fits, full));
  }

  private static String parameters(int count) {
    return IntStream.range(0, count).mapToObj(i -> "int p" + i).collect(Collectors.joining(", "));
  }

  @Test
  void aLambdaWithoutRoomForTheCoroutine_isRefused() throws Exception {
    String locals =
        IntStream.range(0, 254).mapToObj(i -> "int p" + i + " = f; ").collect(Collectors.joining());
    String sum = IntStream.range(0, 254).mapToObj(i -> "p" + i).collect(Collectors.joining(" + "));
    check(
        """
        void m() {
          %s
          Runnable r = () -> {
            // expect: HK042
            f = %s;
            search();
          };
        }
        """
            .formatted(locals, sum));
  }
}
