import java.util.*;
import java.util.concurrent.*;
import java.util.function.*;
/** Awaited calls in every construct of the Java language. */
public class AwaitConstructs {
  static StringBuffer log = new StringBuffer();
  //#omp async
  static int f(int n) {
    int r;
    //#omp target virtual(worker) await
    r = n * 2;
    return r;
  }
  //#omp async
  static void v(String s) {
    //#omp target virtual(worker) await
    log.append(s);
  }
  enum Op {
    ADD {
      @Override int apply(int x) {
        //#omp await(f(int))
        return f(x) + 1;
      }
    },
    NEG {
      @Override int apply(int x) { return -x; }
    };
    //#omp async
    abstract int apply(int x);
  }
  record Point(int x, int y) {
    //#omp async
    Point scaled() {
      //#omp await(f(int))
      return new Point(f(x), f(y));
    }
    Point {
      if (x < 0) throw new IllegalArgumentException();
    }
  }
  sealed interface Shape permits Circle, Square {}
  record Circle(int r) implements Shape {}
  record Square(int a) implements Shape {}
  //#omp async
  static String area(Shape s) {
    //#omp await(f(int), even(int))
    return switch (s) {
      case Circle(int r) when even(f(r)) -> "c" + f(r);
      case Circle c -> "odd" + c;
      case Square(var a) -> { int k = f(a); yield "s" + k * f(k); }
    };
  }
  //#omp async
  static boolean even(int n) {
    boolean b;
    //#omp target virtual(worker) await
    b = n % 2 == 0;
    return b;
  }
  static class Res implements AutoCloseable {
    final String n; Res(String n) { this.n = n; log.append("open").append(n); }
    public void close() { log.append("close").append(n); }
  }
  //#omp async
  static Res open(String n) {
    Res r;
    //#omp target virtual(worker) await
    r = new Res(n);
    return r;
  }
  //#omp async
  static <T extends AutoCloseable & Comparable<T>> T both(T t) { return t; }
  //#omp async
  static int[] arr(int n) {
    int[] a;
    //#omp target virtual(worker) await
    a = new int[n];
    return a;
  }
  class Inner {
    int k = 3;
    //#omp async
    int inner() {
      //#omp await(f(int))
      return f(k) + AwaitConstructs.this.outer;
    }
  }
  int outer = 5;
  //#omp async
  long all(final int p, String... rest) throws Exception {
    long sum = 0;
    //#omp await(f(int), v(String), area(Shape), open(String), arr(int), inner(), apply(int), scaled(), even(int))
    {
      sum += new Inner().inner() + this.new Inner().inner();
      for (Op op : Op.values()) sum += op.apply(4);
      sum += new Point(2, 3).scaled().scaled().x();
      log.append(area(new Circle(3))).append(area(new Square(2)));
      try (Res a = open("a"); Res b = open("b")) {
        v(a.n + b.n);
        if (f(1) == 2) throw new Exception("x");
      } catch (Exception e) {
        v(e.getMessage());
        sum += f(7);
      } finally {
        v("fin");
      }
      arr(3)[f(1)] += f(5);
      int[] local = {f(1), f(2), f(f(3))};
      local[f(0)]++;
      sum += local[0] + local[1] + local[2];
      var anon = new Object() { int z = 4; int go() { return z; } };
      sum += anon.go() + f(anon.z);
      Object o = rest.length > 0 ? rest[f(0)] : "none";
      if (o instanceof String s && even(f(s.length()))) v(s);
      var list = new ArrayList<Integer>();
      for (int i = 0; i < 3; i++) { final int j = i; list.add(f(j)); Supplier<Integer> sup = () -> j; sum += sup.get(); }
      for (Integer i : list) sum += i + f(i);
      lbl: while (true) { do { if (f((int) sum) > 0) break lbl; } while (f(1) > 0); }
      boolean x = f(1) > 1 ^ even(3) & !even(4) | even(6);
      sum = x ? f(1) : -f(1);
      String t = null; t += f(2) + "" + (char) f(33);
      v(t);
      long l = f(3); double d = f(4); l <<= f(1); d /= f(2);
      sum += (int) (l + d);
      assert f(1) == 2 : "never" + f(3);
      if (sum > 0) throw new IllegalStateException("s" + f(1)); 
    }
    return sum;
  }
  public static void main(String[] args) throws Exception {
    //#omp target virtual(edt) name_as(all)
    {
      try {
        System.out.println(new AwaitConstructs().all(1, "ab", "c"));
      } catch (IllegalStateException e) {
        System.out.println(e.getMessage());
      }
    }
    //#omp wait(all)
    System.out.println(log);
  }
}
