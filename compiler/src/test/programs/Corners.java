import java.io.*;
import java.util.*;
import java.util.function.*;

/** Corners of the grammar of Java, laid out to be hard to edit. */
public class Corners<Q> {
  class Inner { int v; }
  static class Gen<A> { class In<B> { A a; B b; } }
  final Supplier<Integer> f = () -> { int q = 1;
      //#omp target virtual(worker)
      q++;
      return q; };
  int made;
  Corners(int n) { this(n++, n); n++;
    //#omp target virtual(worker)
    n++;
    made = n; }
  Corners(int a, int b) { made = a + b; }

  static byte sw(int k) {
    byte b = switch (k) { case 1 -> 10; default -> { int z = 5; yield (byte) z; } };
    Byte c = k > 0 ? (byte) 1 : 2;
    char d = (char) (k + 'a');
    short e = k > 1 ? (short) 1 : 2;
    final byte CONST = 4;
    byte g = CONST;
    //#omp target virtual(worker)
    { b++; c++; d++; e++; g++; }
    return (byte) (b + c + d + e + g);
  }

  static void decls() throws Exception {
    @SuppressWarnings("unused") final int a, b = 2, c
        ;
    int /* x */ x // one
        = 1 // two
        , y /* q */ = /* w */ (2), z[] /* e */ [] = {{3}, {}};
    java.util.Map<String /* k */,
        List<int[]>> m = new java.util.HashMap<>();
    @Deprecated List<String>[] arr = null;
    //#omp target virtual(worker)
    { a = 1; c = b; x++; y++; z = new int[][] {{x}}; m = null; arr = null; }
    System.out.println(a + b + c + x + y + z[0][0] + " " + m + arr);
    \u0069nt uni\u0063ode = 1;
    //#omp target virtual(worker)
    unicod\u0065++;
    System.out.println(unicode);
  }

  void generics(Q q, List<? super Q> sink) {
    Q other = q;
    Gen<String>.In<Integer> in = null;
    Inner inner = new Inner();
    Corners<Q>.Inner inner2 = inner;
    List<?> any = List.of(1);
    Map.Entry<? extends Q, ?> entry = Map.entry(q, 1);
    class Loc<T> { T t; class Deep { T u; } }
    Loc<Q> loc = new Loc<>();
    Loc<Q>.Deep deep = loc.new Deep();
    //#omp target virtual(worker)
    { other = entry.getKey(); in = new Gen<String>().new In<Integer>(); in.a = "s"; inner = new Inner(); inner2 = inner;
      any = List.of("z"); entry = Map.entry(q, 2); loc = new Loc<>(); loc.t = q; deep = loc.new Deep(); deep.u = q; sink.add(other); }
    System.out.println(other + in.a + inner2.v + any + entry + loc.t + deep.u + sink);
  }

  static void lambdas() {
    Function<List<? extends Number>, Number> f1 = l -> {
      l = new ArrayList<>(l);
      //#omp target virtual(worker)
      l = List.of(l.get(0));
      return l.get(0);
    };
    BinaryOperator<Integer> f2 = (var p, var q) -> {
      //#omp target virtual(worker)
      p += q;
      return p;
    };
    System.out.println(f1.apply(List.of(7)) + " " + f2.apply(1, 2));
    for (var e : Map.of("k", 1).entrySet()) {
      //#omp target virtual(worker)
      e = Map.entry("z", 2);
      System.out.println(e);
    }
    var mix = args() ? 1 : "s";
    //#omp target virtual(worker)
    mix = 2;
    System.out.println(mix);
    int[] hist = new int[3];
    lab: for (int i = 0, j = 2; i < j; i++, j += 0) {
      //#omp target virtual(worker)
      hist[i]++;
      if (i == 0) continue lab;
      //#omp target virtual(worker)
      j--;
    }
    System.out.println(Arrays.toString(hist));
  }
  static boolean args() { return false; }

  static void nest(Object o) throws IOException {
    if (o instanceof String s && s.length() > 0) {
      //#omp target virtual(worker)
      { for (char ch : s.toCharArray()) { ch++;
          //#omp target virtual(worker)
          { ch++; System.out.print(ch); } }
        System.out.println(); }
    }
    int t = 0;
    try (Reader r = new StringReader("abc")) {
      int c;
      while ((c = r.read()) >= 0) {
        //#omp target virtual(worker)
        { t += c; c = 0; }
      }
    }
    System.out.println(t);
    StringBuilder b = new StringBuilder();
    Runnable run = new Runnable() { int t = 5; public void run() {
        //#omp target virtual(worker) if(t > 4)
        { t++; b.append(t); } } };
    run.run();
    System.out.println(b);
    int v = 1; v = 2;
    Supplier<Integer> sup;
    //#omp target virtual(worker) firstprivate(v) if(v == 2 && new Object() { boolean v() { return true; } }.v())
    { v++; int w = v; sup = () -> w; }
    System.out.println(sup.get());
    switch (t) {
      case 0: int q1 = 4;
      default:
        int q2 = 5;
        //#omp target virtual(worker)
        { q2++; }
        System.out.println(q2);
    }
    if (t > 0) //#omp target virtual(worker)
      t = -t; else t = 0;
    System.out.println(t);
    for (;;) //#omp target virtual(worker)
      { if (t < 0) throw new FileNotFoundException("out"); }
  }

  public static void main(String[] args) throws Exception {
    System.out.println(new Corners<String>(3).made + " " + new Corners<String>(1, 1).f.get());
    System.out.println(sw(1) + sw(2));
    decls();
    new Corners<String>(1).generics("q", new ArrayList<Object>());
    lambdas();
    try { nest("xyz"); } catch (FileNotFoundException e) { System.out.println(e.getMessage()); }
  }
}
