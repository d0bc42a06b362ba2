import static dev.hocket.compiler.resume.Pause.of;
import static dev.hocket.compiler.resume.Pause.pause;
import static dev.hocket.compiler.resume.Pause.say;
import static dev.hocket.directives.Resumed.*;

import dev.hocket.directives.Resumable;
import java.io.IOException;

/** Lambdas and method references for async methods; each program is one coroutine. */
public class Lambdas {
  interface Job {
    @Resumable
    void run() throws IOException;
  }

  interface Sizer {
    @Resumable
    int size(String s);
  }

  interface Transformer<A, B> {
    @Resumable
    B apply(A a);
  }

  interface Named extends Transformer<String, String> {
    @Override
    @Resumable
    String apply(String s);

    @Resumable
    default String twice(String s) {
      return awaitedReference(apply(awaitedReference(apply(s))));
    }
  }

  interface Mark {}

  int base = 10;

  @Resumable
  static int length(String s) {
    return awaitedInt(of(s.length()));
  }

  @Resumable
  int based(String s) {
    return awaitedInt(of(base)) + s.length();
  }

  @Resumable
  String shown() {
    return "shown" + awaitedInt(of(base));
  }

  @Resumable
  void step() {
    base += awaitedInt(of(1));
    pause(); awaited();
    base += 10;
  }

  public static int voidLambdas() throws IOException {
    Lambdas l = new Lambdas();
    Job job = () -> {
      l.step(); awaited();
      say(l.base);
    };
    for (int i = 0; i < 2; i++) {
      job.run(); awaited();
      say("after");
    }
    return l.base;
  }

  public static int values() {
    Sizer sizer = s -> awaitedInt(of(s.length())) * 2;
    return awaitedInt(sizer.size("abc")) - awaitedInt(sizer.size("x"));
  }

  public static String capturedVariables() {
    boolean z = true;
    byte b = 1;
    char c = 'c';
    short s = 2;
    int i = 3;
    long j = 4L;
    float f = 5.5f;
    double d = 6.5;
    int[] array = {7};
    String text = "t";
    Transformer<Object, Object> t = o -> {
      String all = "" + z + b + awaitedChar(of(c)) + s + i + awaitedLong(of(j)) + f + awaitedDouble(of(d));
      return all + array[0]++ + text + o;
    };
    return "" + awaitedReference(t.apply(8)) + awaitedReference(t.apply("nine"));
  }

  Sizer capturingThis(int by) {
    return s -> {
      base += by;
      return awaitedInt(based(s)) + base;
    };
  }

  public static int ofTheObject() {
    return awaitedInt(new Lambdas().capturingThis(5).size("abcd"));
  }

  public static String genericInterfaces() {
    Transformer<Integer, Long> t = i -> awaitedLong(of((long) i)) + 1;
    Transformer<int[], int[]> u = a -> new int[] {awaitedInt(of(a[0])), a.length};
    return "" + awaitedBoxedLong(t.apply(41)) + awaitedReference(u.apply(new int[3]))[1];
  }

  public static String bridges() {
    Named named = s -> awaitedReference(of(s)) + "!";
    Transformer<String, String> same = named;
    return awaitedReference(named.apply("a")) + awaitedReference(same.apply("b")) + awaitedReference(named.twice("c"));
  }

  public static String intersections() {
    Object first = (Sizer & Mark) s -> awaitedInt(of(1));
    Object second = (Mark & Sizer) s -> awaitedInt(of(2));
    Sizer reference = (Sizer & Mark) Lambdas::length;
    return "" + (first instanceof Mark) + awaitedInt(((Sizer) first).size(""))
        + awaitedInt(((Sizer) second).size("")) + awaitedInt(reference.size("abc"));
  }

  public static String references() {
    Lambdas l = new Lambdas();
    Sizer ofAClass = Lambdas::length;
    Sizer bound = l::based;
    Transformer<Lambdas, String> unbound = Lambdas::shown;
    return "" + awaitedInt(ofAClass.size("abc")) + awaitedInt(bound.size("ab")) + awaitedReference(unbound.apply(l));
  }

  public static int voidReferences() throws IOException {
    Lambdas l = new Lambdas();
    Job job = l::step;
    job.run(); awaited();
    say("after");
    job.run(); awaited();
    return l.base;
  }

  interface Dropping {
    @Resumable
    void drop(String s);
  }

  interface Widening {
    @Resumable
    long wide(String s);
  }

  @Resumable
  static Character letter(String s) {
    return awaitedChar(of(s.charAt(0)));
  }

  @Resumable
  static <T> T generic(String s) {
    @SuppressWarnings("unchecked")
    T result = (T) awaitedReference(of((Object) s.length()));
    return result;
  }

  @Resumable
  static double[] pair(String s) {
    return new double[] {awaitedDouble(of(1.5)), 2};
  }

  /** A result that is handed over after a suspension is converted, too. */
  public static String convertedResults() {
    Transformer<String, Integer> boxed = Lambdas::length;
    Transformer<String, Object> object = Lambdas::length;
    Widening wide = Lambdas::length;
    Widening widenedLetter = Lambdas::letter;
    Sizer unboxed = Lambdas::<Integer>generic;
    Transformer<String, Object> array = Lambdas::pair;
    Dropping drop = Lambdas::length;
    drop.drop("dropped"); awaited();
    return "" + awaitedBoxedInt(boxed.apply("abc")) + awaitedReference(object.apply("abcd"))
        + awaitedLong(wide.wide("abcde")) + awaitedLong(widenedLetter.wide("a"))
        + awaitedInt(unboxed.size("xy")) + ((double[]) awaitedReference(array.apply("")))[0];
  }

  static class Derived extends Lambdas {
    @Override
    @Resumable
    int based(String s) {
      Sizer above = super::based;
      return awaitedInt(above.size(s)) * 100;
    }
  }

  /** javac generates a lambda for a reference by super. */
  public static int referencesToSuper() {
    return awaitedInt(new Derived().based("abc"));
  }

  @Resumable
  private int secret(String s) {
    return awaitedInt(of(s.length())) + base;
  }

  static class Nested {
    Sizer of(Lambdas l) {
      return l::secret;
    }
  }

  /** javac generates a lambda for this reference, too. */
  public static int referencesToPrivateMethods() {
    return awaitedInt(new Nested().of(new Lambdas()).size("abc"));
  }

  @Resumable
  static int count(String first, Object... others) {
    return awaitedInt(of(others.length));
  }

  /** javac generates a lambda for this reference, too. */
  public static int referencesWithVarargs() {
    Sizer none = Lambdas::count;
    return awaitedInt(none.size("")) + 1;
  }

  public static int nested() throws IOException {
    int[] sum = {0};
    Job outer = () -> {
      Sizer inner = s -> {
        Job innermost = () -> sum[0] += awaitedInt(of(s.length()));
        try {
          innermost.run(); awaited();
        } catch (IOException e) {
          throw new AssertionError(e);
        }
        return sum[0] * awaitedInt(of(2));
      };
      sum[0] += awaitedInt(inner.size("four"));
      sum[0] += awaitedInt(inner.size("five5"));
    };
    outer.run(); awaited();
    return sum[0];
  }

  interface Holder {
    Sizer CONSTANT = s -> awaitedInt(of(s.length())) + 1;

    int base();

    default Sizer sizer() {
      return s -> awaitedInt(of(base())) + s.length();
    }
  }

  record Held(int base) implements Holder {
    Sizer own() {
      return s -> awaitedInt(sizer().size(s)) * base;
    }
  }

  enum Level implements Holder {
    LOW(s -> awaitedInt(of(s.length()))) {
      @Override
      public int base() {
        return 1;
      }
    };

    final Sizer sizer;

    Level(Sizer sizer) {
      this.sizer = sizer;
    }
  }

  public static String everywhere() {
    return "" + awaitedInt(Holder.CONSTANT.size("a")) + awaitedInt(new Held(3).own().size("bc"))
        + awaitedInt(Level.LOW.sizer.size("def")) + awaitedInt(Level.LOW.sizer().size("g"));
  }

  /** javac copies the code of finally for each exit. */
  public static int copiesOfFinally() {
    int sum = 0;
    for (int i = 0; i < 3; i++) {
      try {
        if (i == 1) {
          continue;
        }
        sum += awaitedInt(of(i));
      } finally {
        int copy = i;
        Sizer sizer = s -> awaitedInt(of(copy));
        sum += awaitedInt(sizer.size(""));
      }
    }
    return sum;
  }

  public static String failures() {
    Job failing = () -> {
      pause(); awaited();
      throw new IOException("lost");
    };
    try {
      failing.run(); awaited();
      return "none";
    } catch (IOException e) {
      return e.getMessage() + awaitedInt(of(1));
    }
  }

  /** This method is not resumable; the interface's twin calls it. */
  public static int plainCode() {
    Sizer sizer = String::length;
    Transformer<String, StringBuilder> made = StringBuilder::new;
    return awaitedInt(sizer.size("abc")) + awaitedReference(made.apply("abcd")).length() + awaitedInt(of(1));
  }
}
