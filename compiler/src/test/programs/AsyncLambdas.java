import java.io.IOException;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;

/** Lambdas and method references for interfaces with an async method. */
public class AsyncLambdas {
  static final StringBuffer log = new StringBuffer();

  interface Job {
    //#omp async
    void run(int n) throws IOException;

    /** No async method overrides this one. */
    default void twice(int n) throws IOException {
      run(n);
      run(n + 1);
    }
  }

  interface Sizer<T extends CharSequence> {
    //#omp async
    Integer size(T text);
  }

  interface StringSizer extends Sizer<String> {
    @Override
    Integer size(String text);
  }

  @FunctionalInterface
  protected interface Inherited extends Job {}

  private interface Wide {
    //#omp async
    long wide(char[] text, double scale, long offset);
  }

  interface Mark {}

  interface PlainSizer<T> {
    Integer size(T text);
  }

  /** javac sorts interfaces by name: the marked one is between two unmarked ones. */
  interface UnmarkedSizer<T> {
    Integer size(T text);
  }

  interface AsyncFirst extends Sizer<String>, PlainSizer<String> {}

  interface PlainFirst extends UnmarkedSizer<String>, Sizer<String> {}

  String name = "o";

  public static void main(String[] args) throws IOException {
    //#omp target virtual(edt) name_as(all)
    {
      new AsyncLambdas().voids();
      new AsyncLambdas().values();
      new Derived().search(9);
      new AsyncLambdas().everywhere();
      new AsyncLambdas().inherited();
    }
    //#omp wait(all)
    System.out.print(log);
  }

  //#omp async
  void search(int n) {
    log.append(name).append("search").append(n);
    //#omp target virtual(worker) await
    log.append(" found");
    log.append(' ');
  }

  static void unannotated(int n) {
    //#omp target virtual(worker) await
    log.append("unannotated").append(n);
    log.append(' ');
  }

  static void passesOn(int n) {
    unannotated(n);
  }

  //#omp async
  static int length(CharSequence text) {
    int length;
    //#omp target virtual(worker) await
    length = text.length();
    log.append("length ");
    return length;
  }

  //#omp async
  static long sum(char[] text, double scale, long offset) {
    //#omp target virtual(worker) await
    log.append("sum ");
    return (long) (text.length * scale) + offset;
  }

  //#omp async
  static int all(String first, Object... rest) {
    //#omp target virtual(worker) await
    log.append("all ");
    return first.length() + rest.length;
  }

  //#omp async
  <T> T same(T value) {
    //#omp target virtual(worker) await
    log.append("same ");
    return value;
  }

  //#omp async
  void voids() throws IOException {
    List<Job> jobs = new ArrayList<>();
    StringBuilder own = new StringBuilder();
    String text = "captured";
    byte b = 1; short s = 2; char c = 'c'; boolean z = true; float f = 1.5f; double d = 2.5; long l = 7;
    int[] array = {0};
    jobs.add(n -> {
      //#omp target virtual(worker) await
      log.append(text).append(b + s + l).append(c).append(z).append(f + d).append(n).append(name);
      array[0]++;
    });
    jobs.add(n -> search(n + array[0]));
    jobs.add(n -> {
      search(n);
      log.append("waited ");
    });
    jobs.add(this::search);
    jobs.add(new AsyncLambdas()::search);
    jobs.add(AsyncLambdas::unannotated);
    jobs.add(AsyncLambdas::passesOn);
    jobs.add((Job & Mark) AsyncLambdas::passesOn);
    jobs.add((Inherited) this::search);
    jobs.add(n -> own.append(n));
    jobs.add(own::append);
    jobs.add(StringBuilder::new);
    jobs.add(n -> {
      Job inner = m -> {
        Job innermost = k -> search(k + m + n);
        innermost.twice(m);
      };
      inner.run(n * 10);
      log.append("inner ");
    });
    for (Job job : jobs) {
      job.run(1);
      log.append("after\n");
      //#omp await(run(int))
      job.run(2);
      log.append("after\n");
    }
    log.append(own).append('\n');
  }

  //#omp async
  void values() {
    List<Sizer<String>> sizers = new ArrayList<>();
    sizers.add(text -> {
      int size;
      //#omp target virtual(worker) await
      size = text.length() + name.length();
      return size;
    });
    StringSizer refined = text -> {
      //#omp await(length(CharSequence))
      return length(text) + 1;
    };
    sizers.add(refined);
    sizers.add(AsyncLambdas::length);
    sizers.add(AsyncLambdas::all);
    sizers.add(String::length);
    sizers.add(text -> length(text) + length(text));
    StringSizer bridged = AsyncLambdas::length;
    sizers.add(bridged);
    for (Sizer<String> sizer : sizers) {
      //#omp await(size(CharSequence))
      log.append(sizer.size("abc")).append(' ').append(sizer.size("defg")).append('\n');
      log.append(sizer.size("hi")).append('\n');
    }
    Wide wide = AsyncLambdas::sum;
    Wide wider = (text, scale, offset) -> {
      //#omp await(wide(char[], double, long))
      return wide.wide(text, scale, offset) * 2;
    };
    //#omp await(wide(char[], double, long))
    log.append(wider.wide(new char[3], 1.5, 10L)).append('\n');
    Sizer<StringBuilder> unbound = AsyncLambdas::length;
    Function<String, Integer> foreign = refined::size;
    //#omp await(size(CharSequence))
    log.append(unbound.size(new StringBuilder("four")) + foreign.apply("five")).append('\n');
  }

  interface Chooser<A, B> {
    //#omp async
    B choose(A a);
  }

  static class Derived extends AsyncLambdas {
    @Override
    void search(int n) {
      name = "derived ";
      Job above = super::search;
      Chooser<String, String> same = super::same;
      try {
        //#omp await(run(int), choose(String))
        {
          above.run(n);
          log.append(same.choose("s"));
        }
      } catch (IOException e) {
        log.append(e);
      }
      log.append("after\n");
    }
  }

  interface Holder {
    Sizer<String> CONSTANT = text -> {
      //#omp target virtual(worker) await
      log.append("constant ");
      return 1;
    };

    default Sizer<String> sizer() {
      return text -> {
        //#omp target virtual(worker) await
        log.append(this).append(' ');
        return text.length();
      };
    }
  }

  record Pair(int first, Sizer<String> second) implements Holder {
    Pair(int first) {
      this(first, AsyncLambdas::length);
    }

    Sizer<String> times() {
      return text -> {
        //#omp await(size(String, Sizer))
        return first * size(text, second);
      };
    }

    //#omp async
    static int size(String text, Sizer<String> sizer) {
      //#omp await(size(CharSequence))
      return sizer.size(text);
    }

    @Override
    public String toString() {
      return "pair";
    }
  }

  enum Level implements Holder {
    LOW {
      @Override
      Sizer<String> own() {
        return text -> {
          //#omp target virtual(worker) await
          log.append("low ");
          return ordinal();
        };
      }
    };

    abstract Sizer<String> own();
  }

  //#omp async
  void everywhere() {
    Supplier<Sizer<String>> made = () -> text -> {
      //#omp target virtual(worker) await
      log.append("made ");
      return 5;
    };
    Sizer<String> serializable = (Sizer<String> & Serializable) text -> {
      int size;
      //#omp target virtual(worker) await
      size = text.length();
      return size;
    };
    //#omp await(size(CharSequence))
    {
      log.append(Holder.CONSTANT.size("")).append(new Pair(3).times().size("abc"));
      log.append(new Pair(4).sizer().size("ab")).append(Level.LOW.own().size(""));
      log.append(Level.LOW.sizer().size("l")).append(made.get().size("")).append(serializable.size("x"));
      log.append(made.get() instanceof Mark).append('\n');
    }
  }

  /** Tests interfaces whose single method comes from several interfaces. */
  //#omp async
  void inherited() throws IOException {
    AsyncFirst first = text -> {
      int size;
      //#omp target virtual(worker) await
      size = text.length();
      return size;
    };
    PlainFirst second = text -> {
      int size;
      //#omp await(length(CharSequence))
      size = length(text);
      return size + 1;
    };
    AsyncFirst third = AsyncLambdas::length;
    List<Sizer<String>> sizers = List.of(first, second, third);
    List<PlainSizer<String>> plain = List.of(first, third, third);
    List<UnmarkedSizer<String>> unmarked = List.of(second, second, second);
    for (int i = 0; i < 3; i++) {
      //#omp await(size(CharSequence))
      log.append(sizers.get(i).size("a")).append(plain.get(i).size("ab")).append('\n');
      log.append(unmarked.get(i).size("abc")).append('\n');
    }
    Job marked = (Mark & Job) n -> {
      //#omp target virtual(worker) await
      log.append("marked").append(n);
      log.append(' ');
    };
    //#omp await(run(int))
    marked.run(1);
    marked.run(2);
    log.append("after\n");
  }
}
