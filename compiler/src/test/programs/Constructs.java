import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;

/** Blocks at every place of a statement, in every kind of code. */
public class Constructs {
  static final List<String> log = new ArrayList<>();
  int field = 1;
  private int hidden = 2;
  static int count;

  static {
    //#omp target virtual(worker) name_as(init) if(count == 0)
    count = 5;
  }

  {
    //#omp target virtual(worker)
    {
      field += hidden;
      this.hidden++;
    }
  }

  final int fixed;

  Constructs(int n) {
    this(n, "delegated");
    n++;
    //#omp target virtual(worker)
    n += field;
    System.out.println("constructed " + n);
  }

  Constructs(int n, String text) {
    super();
    int result = 0;
    //#omp target virtual(worker)
    result = n + text.length();
    fixed = result;
  }

  class Inner {
    int field = 10;

    int sum() {
      int sum = 0;
      //#omp target virtual(worker)
      {
        sum = field + Constructs.this.field + hidden + Constructs.this.twice(hidden);
        //#omp target virtual(worker)
        sum += this.field;
      }
      return sum;
    }
  }

  class Sub extends Constructs {
    Sub() {
      super(1);
    }

    @Override
    int twice(int n) {
      int r = 0;
      //#omp target virtual(worker)
      r = super.twice(n) + 1;
      return r;
    }
  }

  int twice(int n) {
    return 2 * n;
  }

  interface Greeter {
    String name();

    default String greet() {
      String greeting = "hello ";
      //#omp target virtual(worker)
      greeting += name();
      return greeting;
    }

    static String shout(String s) {
      String r = s;
      //#omp target virtual(worker)
      r = s.toUpperCase();
      return r;
    }

    private int unused() {
      return 0;
    }
  }

  record Point<T extends Comparable<T>>(T x, T y) {
    Point {
      //#omp target virtual(worker)
      System.out.println("point " + x);
    }

    T max() {
      T max = x;
      //#omp target virtual(worker)
      if (x.compareTo(y) < 0) max = y;
      return max;
    }
  }

  enum Colour {
    RED {
      @Override
      int code() {
        int c = 1;
        //#omp target virtual(worker)
        c += ordinal();
        return c;
      }
    },
    GREEN;

    int code() {
      return -1;
    }
  }

  sealed interface Shape permits Circle, Square {}

  record Circle(double r) implements Shape {}

  record Square(double a) implements Shape {}

  static double area(Object o) {
    double area = -1;
    if (o instanceof Circle(double r) && r > 0)
      //#omp target virtual(worker)
      area = 3 * r * r;
    else if (o instanceof Square s) {
      //#omp target virtual(worker)
      area = s.a() * s.a();
    } else
      //#omp target virtual(worker)
      System.out.println("no shape: " + o);
    return area;
  }

  static <T extends Comparable<? super T>, X extends Exception> T best(List<? extends T> list, Class<X> type)
      throws X {
    T best = null;
    for (T t : list) {
      //#omp target virtual(worker)
      if (best == null || t.compareTo(best) > 0) best = t;
    }
    return best;
  }

  static String choose(Colour c, int n) {
    switch (c) {
      case RED -> //#omp target virtual(worker)
          log.add("red");
      case GREEN -> {
        //#omp target virtual(worker)
        log.add("green");
      }
    }
    switch (n) {
      case 1:
        //#omp target virtual(worker)
        log.add("one");
      case 2:
        //#omp target virtual(worker)
        {
          log.add("two");
        }
        break;
      default:
        log.add("many");
    }
    return switch (c) {
      case RED -> "r";
      case GREEN -> {
        String r = "";
        //#omp target virtual(worker)
        r = "g" + n;
        yield r;
      }
    };
  }

  static String text(Object o) {
    String result;
    //#omp target virtual(worker)
    result = switch (o) {
      case Integer i when i > 3 -> "big " + i;
      case Integer i -> "small " + i;
      case String s -> {
        String t = s;
        //#omp target virtual(worker)
        t += "!";
        yield t;
      }
      default -> "?";
    };
    return result;
  }

  public static void main(String[] args) throws Exception {
    //#omp wait(init)
    Constructs c = new Constructs(3);
    System.out.println(c.fixed + " " + c.field + c.hidden + count);
    System.out.println(c.new Inner().sum() + " " + c.new Sub().twice(4));
    Greeter g = () -> "you";
    System.out.println(g.greet() + Greeter.shout("hey"));
    System.out.println(new Point<>(3, 4).max() + Colour.RED.code() + Colour.GREEN.code());
    System.out.println(area(new Circle(2)) + area(new Square(3)) + area("x"));
    System.out.println(best(List.of("a", "c", "b"), RuntimeException.class));
    System.out.println(choose(Colour.RED, 1) + choose(Colour.GREEN, 2) + log);
    System.out.println(text(5) + text(1) + text("s") + text(2.0));
    lambdas();
    local();
    jumps();
    locks();
    binding("pattern");
    names();
  }

  static void lambdas() {
    int[] calls = {0};
    Supplier<Function<Integer, Integer>> supplier = () -> {
      int base = 10;
      //#omp target virtual(worker)
      base++;
      //#omp target virtual(worker)
      {
        Comparator<String> comparator = new Comparator<>() {
          @Override
          public int compare(String a, String b) {
            int r = 0;
            //#omp target virtual(worker)
            r = a.compareTo(b) + calls[0]++;
            return r;
          }
        };
        base += comparator.compare("b", "a");
      }
      int b = base;
      return x -> x + b;
    };
    System.out.println(supplier.get().apply(1) + calls[0]);
    Runnable r = () -> {
      //#omp target virtual(worker)
      System.out.println("in a lambda");
    };
    r.run();
  }

  static void local() {
    record Pair(int a, int b) {}
    enum Kind { ONE, TWO }
    interface Op { int on(int x); }
    class Counter {
      int n;

      void add(Pair p) {
        //#omp target virtual(worker)
        n += p.a() + p.b();
      }
    }
    Counter counter = new Counter();
    Pair pair = new Pair(1, 2);
    //#omp target virtual(worker)
    {
      pair = new Pair(pair.b(), Kind.values().length);
      counter.add(pair);
      Op op = x -> x + 1;
      counter.n = op.on(counter.n);
    }
    System.out.println(counter.n + " " + pair);
  }

  static void jumps() {
    int n = 0;
    outer:
    for (int i = 0; i < 3; i++) {
      //#omp target virtual(worker)
      inner:
      for (int j = 0; j < 5; j++) {
        switch (j) {
          case 1: continue;
          case 2: continue inner;
          case 4: break inner;
          default: n++;
        }
        Runnable r = () -> {
          return;
        };
        r.run();
      }
      if (i == 1) continue outer;
    }
    //#omp target virtual(worker)
    ;
    System.out.println(n);
  }

  static synchronized void locks() {
    Object lock = new Object();
    synchronized (lock) {
      //#omp target virtual(worker)
      assert lock != null : "lock";
    }
    System.out.println("locks");
  }

  static void binding(Object o) {
    if (!(o instanceof String s)) return;
    //#omp target virtual(worker) if(s.length() > 1)
    System.out.println(s);
    //#omp target virtual(worker) firstprivate(s)
    System.out.println(s + "!");
  }

  /** The keywords of directives are ordinary names in Java code. */
  static void names() {
    int target = 1, wait = 2, virtual = 3, nowait = 4, shared = 5, value = 6;
    //#omp target virtual(worker)
    target = wait + virtual + nowait + shared + value;
    String s = "//#omp target nonsense";
    String t = """
        //#omp wait ( \"""
        """;
    char c = '"'; /* //#omp nonsense */
    System.out.println(target + s + t + c + "\\\"" /* " //#omp x */);
    String escaped = "\u0022 + "//#omp nonsense"; // \\u000a is no newline: //#omp x
    System.out.println(escaped); // a 😀 //#omp
    if (!"😀".isEmpty()) /**/ //#omp target virtual(worker)
    System.out.println("😀😀" + target);
  }
}
