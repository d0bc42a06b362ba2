import java.util.*;
import java.util.concurrent.*;
import java.util.function.*;

/** Exceptions, closing, patterns and unnamed variables in combination. */
public class Depths {
  interface I { default String m() { return "I.m"; } }
  static class P { protected String prot() { return "prot"; } }
  static class C extends P implements I {
    public String m() {
      String[] r = {""};
      //#omp target virtual(worker)
      r[0] = I.super.m() + super.prot() + C.this.prot();
      return r[0];
    }
  }
  static <X extends Exception> void thr(Class<X> c, boolean b) throws X {
    //#omp target virtual(worker)
    {
      if (b) {
        X x = null;
        try { x = c.getConstructor().newInstance(); } catch (ReflectiveOperationException e) { throw new IllegalStateException(e); }
        throw x;
      }
    }
  }
  sealed interface S permits A, B {}
  record A(int a) implements S {}
  record B(String b, Object... rest) implements S {}
  static int exhaustive(S s) {
    //#omp target virtual(worker)
    switch (s) {
      case A(int a) when a > 3 -> throw new IllegalStateException("big");
      case A(var a) -> throw new IllegalStateException("a" + a);
      case B(var b, _) -> throw new IllegalStateException(b);
    }
  }
  static Object unnamed(List<String> l) {
    int n = 0;
    for (var _ : l) {
      //#omp target virtual(worker)
      n++;
    }
    try { Integer.parseInt("x"); } catch (NumberFormatException _) {
      //#omp target virtual(worker)
      n += 10;
    }
    BiFunction<String, String, Integer> f = (_, q) -> { q += "!";
      //#omp target virtual(worker)
      q += "?";
      return q.length(); };
    Object o = n;
    //#omp target virtual(worker)
    o += "s" + f.apply("", "z");
    Integer i = 4;
    int[] a = {0, 0, 0};
    int k = 0;
    //#omp target virtual(worker)
    { i <<= 1; i += 1; a[k++] = k++; a[k] += i--; }
    for (String s : l)
      if (s.isEmpty())
        //#omp target virtual(worker)
        k = 1;
      else
        //#omp target virtual(worker)
        if (k > 100) k = 2; else k++;
    return o + Arrays.toString(a) + i + k;
  }
  static int fieldInit = new Object() { int v() { int q = 1; q++; return q; } }.v();
  static final Map<String, Runnable> TABLE = Map.of("a", () -> { int c = 0;
      //#omp target virtual(worker)
      c++;
      System.out.println("table " + c); });
  static void callables() throws Exception {
    ExecutorService e = Executors.newSingleThreadExecutor();
    Future<Integer> f = e.submit(() -> { int c = 1;
      //#omp target virtual(worker)
      { c++; if (c > 5) throw new Exception("checked"); }
      return c; });
    Future<?> g = e.submit(() -> {
      //#omp target virtual(worker)
      throw new TimeoutException("t"); });
    System.out.println(f.get());
    try { g.get(); } catch (ExecutionException x) { System.out.println(x.getCause().getMessage()); }
    e.shutdown();
  }
  static void closing() {
    class R implements AutoCloseable { int n = 1; public void close() throws java.io.IOException { throw new java.io.IOException("c" + n); } }
    try (R r = new R(); R q = r) {
      //#omp target virtual(worker)
      r.n++;
    } catch (java.io.IOException e) { System.out.println(e.getMessage() + e.getSuppressed().length); }
    try {
      R r;
      r = new R();
      //#omp target virtual(worker)
      try (r) { r.n++; r.n++; }
    } catch (java.io.IOException e) { System.out.println(e.getMessage()); }
  }
  static boolean flag = true;
  static int dangling(int a) {
    if (a > 0)
      //#omp target virtual(worker)
      if (a > 1) a = 5; else a = 6;
    else a = 7;
    int r;
    if (flag) r = a; else r = 3;
    final int s;
    //#omp target virtual(worker) default(none) shared(r, s)
    { s = r; }
    return s;
  }
  public static void main(String... args) throws Exception {
    System.out.println(new C().m());
    try { thr(TimeoutException.class, true); } catch (TimeoutException e) { System.out.println("X"); }
    thr(RuntimeException.class, false);
    for (S s : List.of(new A(9), new A(1), new B("b"))) try { exhaustive(s); } catch (IllegalStateException e) { System.out.println(e.getMessage()); }
    System.out.println(unnamed(List.of("p", "")));
    
    TABLE.get("a").run();
    callables();
    closing();
    System.out.println(dangling(1) + dangling(2) + dangling(0));
  }
}
