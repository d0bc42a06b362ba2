import static dev.hocket.compiler.resume.Pause.fail;
import static dev.hocket.compiler.resume.Pause.of;
import static dev.hocket.compiler.resume.Pause.pause;
import static dev.hocket.compiler.resume.Pause.say;
import static dev.hocket.directives.Resumed.awaited;
import static dev.hocket.directives.Resumed.waited;

import dev.hocket.directives.Resumable;
import java.util.function.IntUnaryOperator;
import java.util.function.Supplier;

public class Members {
  int base = 1;

  @Resumable
  int instance(int i, long j) {
    base += awaited(of(i));
    return base + (int) j + awaited(this.own(i));
  }

  private int own(int i) {
    return awaited(of(i)) + base;
  }

  public static int instances() {
    Members m = new Members();
    return awaited(m.instance(awaited(of(2)), 3L)) + awaited(m.own(4));
  }

  interface Shape {
    @Resumable
    double area();

    @Resumable
    default String told(String prefix) {
      return prefix + awaited(area()) + awaited(secret(1)) + awaited(shared(2));
    }

    private int secret(int i) {
      return awaited(of(i));
    }

    @Resumable
    static int shared(int i) {
      return awaited(of(i)) + 1;
    }
  }

  record Circle(double radius) implements Shape {
    @Override
    @Resumable
    public double area() {
      return awaited(of(radius)) * 3;
    }
  }

  /** A lambda, which has no twin, implements the interface. */
  public static String interfaces() {
    Shape s = new Circle(2);
    Shape lambda = () -> awaited(of(0.5));
    return awaited(s.told("circle ")) + awaited(s.area()) + awaited(Shape.shared(7))
        + awaited(lambda.told("lambda "));
  }

  interface Transformer<A, B> {
    @Resumable
    B apply(A a);
  }

  static class Doubling implements Transformer<Integer, Integer> {
    @Override
    @Resumable
    public Integer apply(Integer i) {
      return awaited(of(i)) * 2;
    }
  }

  static class Base {
    @Resumable
    Object covariant(String s) {
      return awaited(of(s));
    }

    @Resumable
    public String named(String s) {
      return "base " + awaited(of(s));
    }
  }

  static class Derived extends Base {
    @Override
    @Resumable
    String covariant(String s) {
      return "derived " + awaited(super.covariant(s)) + awaited(super.named("n"));
    }
  }

  static class Third extends Derived implements Transformer<String, String> {
    @Override
    @Resumable
    public String apply(String s) {
      return awaited(covariant(s));
    }

    @Override
    @Resumable
    public String named(String s) {
      return "third " + awaited(super.named(s));
    }
  }

  public static String bridges() {
    Transformer<Integer, Integer> t = new Doubling();
    Base b = new Third();
    Transformer<String, String> u = new Third();
    return "" + awaited(t.apply(4)) + awaited(b.covariant("x")) + awaited(u.apply("y"))
        + awaited(b.named("z"));
  }

  enum Operation {
    PLUS {
      @Override
      @Resumable
      int apply(int a, int b) {
        return awaited(of(a)) + awaited(of(b));
      }
    },
    TIMES {
      @Override
      @Resumable
      int apply(int a, int b) {
        return awaited(of(a)) * b;
      }
    };

    @Resumable
    abstract int apply(int a, int b);
  }

  public static int enums() {
    int result = 0;
    for (Operation o : Operation.values()) {
      result = result * 10 + awaited(o.apply(2, 3));
    }
    return result;
  }

  public static int lambdas() {
    int captured = awaited(of(5));
    IntUnaryOperator f = i -> {
      IntUnaryOperator g = j -> awaited(of(j)) + i + captured;
      return awaited(of(i)) + g.applyAsInt(3);
    };
    Supplier<String> s = () -> awaited(of("text"));
    return f.applyAsInt(2) + s.get().length();
  }

  static class Counter {
    int count;

    Runnable task() {
      return () -> {
        count += awaited(of(1));
        pause(); awaited();
        count += 10;
      };
    }
  }

  public static int voidLambdas() {
    Counter c = new Counter();
    c.task().run();
    return c.count + awaited(of(0));
  }

  public static String anonymous() {
    int[] seen = {0};
    Base b = new Base() {
      @Override
      @Resumable
      public String named(String s) {
        seen[0] += awaited(of(1));
        return "anonymous " + awaited(super.named(s)) + seen[0];
      }
    };
    return awaited(b.named("a"));
  }

  @Resumable
  static void step(int[] count) {
    pause(); awaited();
    count[0]++;
  }

  public static int waits() {
    int[] count = {0};
    step(count); waited();
    say(count[0]);
    for (int i = 0; i < 3; i++) {
      step(count); waited();
      say(count[0]);
    }
    return count[0] + awaited(of(1));
  }

  static class Stepping {
    int count;

    @Resumable
    void step(int by) {
      pause(); awaited();
      count += by;
    }
  }

  static class Skipping extends Stepping {
    @Override
    @Resumable
    void step(int by) {
      super.step(by); waited();
      say(count);
      super.step(by); awaited();
    }
  }

  public static int waitsForSuper() {
    Stepping s = new Skipping();
    s.step(2); waited();
    s.step(3); awaited();
    return s.count;
  }

  @Resumable
  static int plain(int i) {
    return i + 1;
  }

  public static int withoutAPoint() {
    return awaited(plain(awaited(of(1))));
  }

  @Resumable
  static int varargs(int... all) {
    return all.length + awaited(of(all[0]));
  }

  public static int variable() {
    return awaited(varargs(1, awaited(of(2)), 3));
  }

  public static long recursion() {
    return awaited(fibonacci(12));
  }

  @Resumable
  static long fibonacci(int n) {
    return n < 2 ? awaited(of((long) n)) : awaited(fibonacci(n - 1)) + awaited(fibonacci(n - 2));
  }

  static class Outer extends Base {
    Supplier<String> task() {
      return new Supplier<>() {
        @Override
        public String get() {
          return awaited(Outer.super.named("accessor"));
        }
      };
    }

    @Override
    @Resumable
    public String named(String s) {
      return "never";
    }
  }

  public static String accessors() {
    return new Outer().task().get() + awaited(of(1));
  }
}
