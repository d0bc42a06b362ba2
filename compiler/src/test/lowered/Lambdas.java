import static dev.hocket.compiler.resume.Pause.of;
import static dev.hocket.compiler.resume.Pause.pause;
import static dev.hocket.compiler.resume.Pause.say;
import static dev.hocket.directives.Resumed.awaited;

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
      return awaited(apply(awaited(apply(s))));
    }
  }

  interface Mark {}

  int base = 10;

  @Resumable
  static int length(String s) {
    return awaited(of(s.length()));
  }

  @Resumable
  int based(String s) {
    return awaited(of(base)) + s.length();
  }

  @Resumable
  String shown() {
    return "shown" + awaited(of(base));
  }

  @Resumable
  void step() {
    base += awaited(of(1));
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
    Sizer sizer = s -> awaited(of(s.length())) * 2;
    return awaited(sizer.size("abc")) - awaited(sizer.size("x"));
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
      String all = "" + z + b + awaited(of(c)) + s + i + awaited(of(j)) + f + awaited(of(d));
      return all + array[0]++ + text + o;
    };
    return "" + awaited(t.apply(8)) + awaited(t.apply("nine"));
  }

  Sizer capturingThis(int by) {
    return s -> {
      base += by;
      return awaited(based(s)) + base;
    };
  }

  public static int ofTheObject() {
    return awaited(new Lambdas().capturingThis(5).size("abcd"));
  }

  public static String genericInterfaces() {
    Transformer<Integer, Long> t = i -> awaited(of((long) i)) + 1;
    Transformer<int[], int[]> u = a -> new int[] {awaited(of(a[0])), a.length};
    return "" + awaited(t.apply(41)) + awaited(u.apply(new int[3]))[1];
  }

  public static String bridges() {
    Named named = s -> awaited(of(s)) + "!";
    Transformer<String, String> same = named;
    return awaited(named.apply("a")) + awaited(same.apply("b")) + awaited(named.twice("c"));
  }

  public static String intersections() {
    Object first = (Sizer & Mark) s -> awaited(of(1));
    Object second = (Mark & Sizer) s -> awaited(of(2));
    Sizer reference = (Sizer & Mark) Lambdas::length;
    return "" + (first instanceof Mark) + awaited(((Sizer) first).size(""))
        + awaited(((Sizer) second).size("")) + awaited(reference.size("abc"));
  }

  public static String references() {
    Lambdas l = new Lambdas();
    Sizer ofAClass = Lambdas::length;
    Sizer bound = l::based;
    Transformer<Lambdas, String> unbound = Lambdas::shown;
    return "" + awaited(ofAClass.size("abc")) + awaited(bound.size("ab")) + awaited(unbound.apply(l));
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
    return awaited(of(s.charAt(0)));
  }

  @Resumable
  static <T> T generic(String s) {
    @SuppressWarnings("unchecked")
    T result = (T) awaited(of((Object) s.length()));
    return result;
  }

  @Resumable
  static double[] pair(String s) {
    return new double[] {awaited(of(1.5)), 2};
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
    return "" + awaited(boxed.apply("abc")) + awaited(object.apply("abcd"))
        + awaited(wide.wide("abcde")) + awaited(widenedLetter.wide("a"))
        + awaited(unboxed.size("xy")) + ((double[]) awaited(array.apply("")))[0];
  }

  static class Derived extends Lambdas {
    @Override
    @Resumable
    int based(String s) {
      Sizer above = super::based;
      return awaited(above.size(s)) * 100;
    }
  }

  /** javac generates a lambda for a reference by super. */
  public static int referencesToSuper() {
    return awaited(new Derived().based("abc"));
  }

  @Resumable
  private int secret(String s) {
    return awaited(of(s.length())) + base;
  }

  static class Nested {
    Sizer of(Lambdas l) {
      return l::secret;
    }
  }

  /** javac generates a lambda for this reference, too. */
  public static int referencesToPrivateMethods() {
    return awaited(new Nested().of(new Lambdas()).size("abc"));
  }

  @Resumable
  static int count(String first, Object... others) {
    return awaited(of(others.length));
  }

  /** javac generates a lambda for this reference, too. */
  public static int referencesWithVarargs() {
    Sizer none = Lambdas::count;
    return awaited(none.size("")) + 1;
  }

  public static int nested() throws IOException {
    int[] sum = {0};
    Job outer = () -> {
      Sizer inner = s -> {
        Job innermost = () -> sum[0] += awaited(of(s.length()));
        try {
          innermost.run(); awaited();
        } catch (IOException e) {
          throw new AssertionError(e);
        }
        return sum[0] * awaited(of(2));
      };
      sum[0] += awaited(inner.size("four"));
      sum[0] += awaited(inner.size("five5"));
    };
    outer.run(); awaited();
    return sum[0];
  }

  interface Holder {
    Sizer CONSTANT = s -> awaited(of(s.length())) + 1;

    int base();

    default Sizer sizer() {
      return s -> awaited(of(base())) + s.length();
    }
  }

  record Held(int base) implements Holder {
    Sizer own() {
      return s -> awaited(sizer().size(s)) * base;
    }
  }

  enum Level implements Holder {
    LOW(s -> awaited(of(s.length()))) {
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
    return "" + awaited(Holder.CONSTANT.size("a")) + awaited(new Held(3).own().size("bc"))
        + awaited(Level.LOW.sizer.size("def")) + awaited(Level.LOW.sizer().size("g"));
  }

  /** javac copies the code of finally for each exit. */
  public static int copiesOfFinally() {
    int sum = 0;
    for (int i = 0; i < 3; i++) {
      try {
        if (i == 1) {
          continue;
        }
        sum += awaited(of(i));
      } finally {
        int copy = i;
        Sizer sizer = s -> awaited(of(copy));
        sum += awaited(sizer.size(""));
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
      return e.getMessage() + awaited(of(1));
    }
  }

  /** This method is not resumable; the interface's twin calls it. */
  public static int plainCode() {
    Sizer sizer = String::length;
    Transformer<String, StringBuilder> made = StringBuilder::new;
    return awaited(sizer.size("abc")) + awaited(made.apply("abcd")).length() + awaited(of(1));
  }
}
