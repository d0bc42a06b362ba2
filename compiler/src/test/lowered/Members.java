import static dev.hocket.compiler.resume.Pause.fail;
import static dev.hocket.compiler.resume.Pause.of;
import static dev.hocket.compiler.resume.Pause.pause;
import static dev.hocket.compiler.resume.Pause.say;
import static dev.hocket.directives.Resumed.*;

import dev.hocket.directives.Resumable;
import java.util.function.IntUnaryOperator;
import java.util.function.Supplier;

public class Members {
  int base = 1;

  @Resumable
  int instance(int i, long j) {
    base += awaitedInt(of(i));
    return base + (int) j + awaitedInt(this.own(i));
  }

  private int own(int i) {
    return awaitedInt(of(i)) + base;
  }

  public static int instances() {
    Members m = new Members();
    return awaitedInt(m.instance(awaitedInt(of(2)), 3L)) + awaitedInt(m.own(4));
  }

  interface Shape {
    @Resumable
    double area();

    @Resumable
    default String told(String prefix) {
      return prefix + awaitedDouble(area()) + awaitedInt(secret(1)) + awaitedInt(shared(2));
    }

    private int secret(int i) {
      return awaitedInt(of(i));
    }

    @Resumable
    static int shared(int i) {
      return awaitedInt(of(i)) + 1;
    }
  }

  record Circle(double radius) implements Shape {
    @Override
    @Resumable
    public double area() {
      return awaitedDouble(of(radius)) * 3;
    }
  }

  /** A lambda, which has no twin, implements the interface. */
  public static String interfaces() {
    Shape s = new Circle(2);
    Shape lambda = () -> awaitedDouble(of(0.5));
    return awaitedReference(s.told("circle ")) + awaitedDouble(s.area()) + awaitedInt(Shape.shared(7))
        + awaitedReference(lambda.told("lambda "));
  }

  interface Transformer<A, B> {
    @Resumable
    B apply(A a);
  }

  static class Doubling implements Transformer<Integer, Integer> {
    @Override
    @Resumable
    public Integer apply(Integer i) {
      return awaitedBoxedInt(of(i)) * 2;
    }
  }

  static class Base {
    @Resumable
    Object covariant(String s) {
      return awaitedReference(of(s));
    }

    @Resumable
    public String named(String s) {
      return "base " + awaitedReference(of(s));
    }
  }

  static class Derived extends Base {
    @Override
    @Resumable
    String covariant(String s) {
      return "derived " + awaitedReference(super.covariant(s)) + awaitedReference(super.named("n"));
    }
  }

  static class Third extends Derived implements Transformer<String, String> {
    @Override
    @Resumable
    public String apply(String s) {
      return awaitedReference(covariant(s));
    }

    @Override
    @Resumable
    public String named(String s) {
      return "third " + awaitedReference(super.named(s));
    }
  }

  public static String bridges() {
    Transformer<Integer, Integer> t = new Doubling();
    Base b = new Third();
    Transformer<String, String> u = new Third();
    return "" + awaitedBoxedInt(t.apply(4)) + awaitedReference(b.covariant("x")) + awaitedReference(u.apply("y"))
        + awaitedReference(b.named("z"));
  }

  enum Operation {
    PLUS {
      @Override
      @Resumable
      int apply(int a, int b) {
        return awaitedInt(of(a)) + awaitedInt(of(b));
      }
    },
    TIMES {
      @Override
      @Resumable
      int apply(int a, int b) {
        return awaitedInt(of(a)) * b;
      }
    };

    @Resumable
    abstract int apply(int a, int b);
  }

  public static int enums() {
    int result = 0;
    for (Operation o : Operation.values()) {
      result = result * 10 + awaitedInt(o.apply(2, 3));
    }
    return result;
  }

  public static int lambdas() {
    int captured = awaitedInt(of(5));
    IntUnaryOperator f = i -> {
      IntUnaryOperator g = j -> awaitedInt(of(j)) + i + captured;
      return awaitedInt(of(i)) + g.applyAsInt(3);
    };
    Supplier<String> s = () -> awaitedReference(of("text"));
    return f.applyAsInt(2) + s.get().length();
  }

  static class Counter {
    int count;

    Runnable task() {
      return () -> {
        count += awaitedInt(of(1));
        pause(); awaited();
        count += 10;
      };
    }
  }

  public static int voidLambdas() {
    Counter c = new Counter();
    c.task().run();
    return c.count + awaitedInt(of(0));
  }

  public static String anonymous() {
    int[] seen = {0};
    Base b = new Base() {
      @Override
      @Resumable
      public String named(String s) {
        seen[0] += awaitedInt(of(1));
        return "anonymous " + awaitedReference(super.named(s)) + seen[0];
      }
    };
    return awaitedReference(b.named("a"));
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
    return count[0] + awaitedInt(of(1));
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
    return awaitedInt(plain(awaitedInt(of(1))));
  }

  @Resumable
  static int varargs(int... all) {
    return all.length + awaitedInt(of(all[0]));
  }

  public static int variable() {
    return awaitedInt(varargs(1, awaitedInt(of(2)), 3));
  }

  public static long recursion() {
    return awaitedLong(fibonacci(12));
  }

  @Resumable
  static long fibonacci(int n) {
    return n < 2 ? awaitedLong(of((long) n)) : awaitedLong(fibonacci(n - 1)) + awaitedLong(fibonacci(n - 2));
  }

  static class Outer extends Base {
    Supplier<String> task() {
      return new Supplier<>() {
        @Override
        public String get() {
          return awaitedReference(Outer.super.named("accessor"));
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
    return new Outer().task().get() + awaitedInt(of(1));
  }
}
