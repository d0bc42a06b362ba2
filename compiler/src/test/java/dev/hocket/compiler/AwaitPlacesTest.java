package dev.hocket.compiler;

import java.nio.file.Path;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Functions that may await, and places inside them that may not. */
class AwaitPlacesTest {
  @TempDir Path folder;

  @Test
  void awaits_inMethodsThatReturnValues_needAsync() throws Exception {
    AsyncMembers.check(
        folder,
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
  void accessorsThatJavacMakes_areAsyncOnlyAsInheritedMethodsOfTheSameTypes() throws Exception {
    AsyncMembers.check(
        folder,
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
    AsyncMembers.check(
        folder,
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
    AsyncMembers.check(
        folder,
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
    AsyncMembers.check(
        folder,
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
    AsyncMembers.check(
        folder,
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
    AsyncMembers.check(
        folder,
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
  void async_belongsToMethodOrLambda() throws Exception {
    AsyncMembers.check(
        folder,
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
  void methodsAndLambdasWithoutRoomForTheCoroutine_areRefused() throws Exception {
    String full = parameters(254);
    String fits = parameters(253);
    AsyncMembers.check(
        folder,
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
    AsyncMembers.check(
        folder,
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
