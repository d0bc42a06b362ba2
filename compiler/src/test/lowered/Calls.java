import static dev.hocket.compiler.resume.Pause.of;
import static dev.hocket.compiler.resume.Pause.pause;
import static dev.hocket.directives.Resumed.*;

import dev.hocket.directives.Resumable;

/** Awaits every call in these programs, so each program is a single coroutine. */
public class Calls {
  interface Transformer<A, B> {
    @Resumable
    B apply(A a);
  }

  /** A class that implements no interface itself. */
  static class Named {
    @Resumable
    public String apply(String s) {
      return awaitedReference(of(s)) + "!";
    }
  }

  /** javac generates a bridge in this class to a method of its superclass. */
  static class Late extends Named implements Transformer<String, String> {}

  /** Overrides a method that a bridge forwards to. */
  static class Later extends Late {
    @Override
    @Resumable
    public String apply(String s) {
      return "later " + awaitedReference(super.apply(s)) + awaitedInt(of(1));
    }
  }

  public static String bridgesToSuperclasses() {
    Transformer<String, String> late = new Late();
    Transformer<String, String> later = new Later();
    return awaitedReference(late.apply("a")) + awaitedReference(later.apply("b"));
  }

  static class Hidden {
    @Resumable
    public long counted(int i) {
      return awaitedInt(of(i)) + 1L;
    }
  }

  /** A public subclass of a hidden class: javac adds a bridge that differs only in its class. */
  public static class Shown extends Hidden {}

  public static class Overriding extends Shown {
    @Override
    @Resumable
    public long counted(int i) {
      return awaitedLong(super.counted(i)) * 2;
    }
  }

  public static long bridgesForAccess() {
    Shown shown = new Overriding();
    return awaitedLong(new Shown().counted(1)) + awaitedLong(shown.counted(2));
  }

  static class Nest {
    private int secret(int i) {
      return awaitedInt(of(i)) + awaitedInt(deeper(i));
    }

    private static int deeper(int i) {
      return awaitedInt(of(i));
    }

    class Inner {
      private int sum(int i) {
        return awaitedInt(secret(i)) + awaitedInt(deeper(i));
      }
    }
  }

  public static int privateMethodsOfTheNest() {
    Nest nest = new Nest();
    return awaitedInt(nest.secret(1)) + awaitedInt(nest.new Inner().sum(2)) + awaitedInt(Nest.deeper(3));
  }

  interface Left {
    @Resumable
    default int both(int i) {
      return awaitedInt(of(i));
    }
  }

  interface Right {
    @Resumable
    default int both(int i) {
      return awaitedInt(of(i)) * 10;
    }
  }

  static class Both implements Left, Right {
    @Override
    @Resumable
    public int both(int i) {
      return awaitedInt(Left.super.both(i)) + awaitedInt(Right.super.both(i));
    }
  }

  public static int superInterfaces() {
    Right right = new Both();
    return awaitedInt(right.both(3));
  }

  record Point(int x, int y) {
    @Resumable
    int sum() {
      return awaitedInt(of(x)) + awaitedInt(of(y));
    }

    @Resumable
    static Point of2(int x) {
      return new Point(awaitedInt(of(x)), awaitedInt(of(2)));
    }
  }

  public static int records() {
    return awaitedInt(awaitedReference(Point.of2(4)).sum());
  }

  enum Level {
    LOW,
    HIGH {
      @Override
      @Resumable
      int weight(int i) {
        return awaitedInt(super.weight(i)) + ordinal();
      }
    };

    @Resumable
    int weight(int i) {
      return awaitedInt(of(i));
    }
  }

  public static int enumBodies() {
    return awaitedInt(Level.LOW.weight(4)) + awaitedInt(Level.HIGH.weight(5));
  }

  abstract static class Template<T> {
    @Resumable
    abstract T value(T t);

    @Resumable
    final String told(T t) {
      pause(); awaited();
      return "<" + awaitedReference(value(t)) + ">";
    }
  }

  public static String templates() {
    Template<Long> doubled = new Template<>() {
      @Override
      @Resumable
      Long value(Long l) {
        return awaitedBoxedLong(of(l)) * 2;
      }
    };
    return awaitedReference(doubled.told(21L));
  }

  @Resumable
  static boolean isEven(int n) {
    return n == 0 || awaitedBoolean(isOdd(n - 1));
  }

  @Resumable
  static boolean isOdd(int n) {
    return n != 0 && (n == 1 ? awaitedBoolean(of(true)) : awaitedBoolean(isEven(n - 1)));
  }

  public static boolean mutualRecursion() {
    return awaitedBoolean(isEven(1_001)) | awaitedBoolean(isOdd(777));
  }

  class Shadowing {
    final Named named = new Named() {
      @Override
      @Resumable
      public String apply(String s) {
        return awaitedReference(super.apply(s)) + awaitedReference(Calls.this.own(s));
      }
    };
  }

  private String own(String s) {
    return awaitedReference(of(s + "?"));
  }

  public static String outerInstances() {
    return awaitedReference(new Calls().new Shadowing().named.apply("x"));
  }
}
