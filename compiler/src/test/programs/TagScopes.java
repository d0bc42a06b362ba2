import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntUnaryOperator;
import java.util.function.Supplier;

/** Each run of a body with a block and a later wait has its own blocks, in bodies of all kinds. */
public class TagScopes {
  static final List<String> log = new ArrayList<>();
  final int field;
  int initialised;

  {
    int here;
    //#omp target virtual(worker) name_as(t)
    here = 5;
    //#omp wait(t)
    initialised = here;
  }

  TagScopes(int n) {
    this(() -> {
      int r;
      //#omp target virtual(worker) name_as(t)
      r = n;
      //#omp wait(t)
      return r;
    });
    int late;
    //#omp target virtual(worker) name_as(t)
    late = n * 2;
    //#omp wait(t)
    log.add("constructor " + field + " " + late);
  }

  TagScopes(Supplier<Integer> value) { //#omp wait(previous)
    int got;
    //#omp target virtual(worker) name_as(t)
    got = value.get();
    //#omp wait(t)
    field = got;
  }

  /** On the pool, inner blocks run in place: a wait for the whole program would wait for itself. */
  static int fibonacci(int n) {
    if (n < 2) return n;
    int a, b;
    //#omp target virtual(worker) name_as(part)
    a = fibonacci(n - 1);
    //#omp target virtual(worker) name_as(part)
    b = fibonacci(n - 2);
    //#omp wait(part)
    return a + b;
  }

  static String loops() {
    AtomicInteger sum = new AtomicInteger();
    int seen = 0;
    for (int i = 0; i < 4; i++) {
      //#omp wait(round)
      seen += sum.get();
      //#omp target virtual(worker) name_as(round) firstprivate(i)
      sum.addAndGet(i);
    }
    do {
      //#omp target virtual(worker) name_as(round)
      sum.addAndGet(100);
      //#omp wait(round)
    } while (sum.get() < 300);
    return "loops " + seen + " " + sum;
  }

  static String lambdas() throws Exception {
    AtomicInteger sum = new AtomicInteger();
    IntUnaryOperator own = n -> {
      int r;
      //#omp target virtual(worker) name_as(t)
      r = n + 1;
      //#omp wait(t)
      return r;
    };
    Runnable creates = () -> {
      //#omp target virtual(worker) name_as(t)
      sum.incrementAndGet();
    };
    Runnable waits = () -> {
      //#omp wait(t)
    };
    //#omp target virtual(worker) name_as(t)
    {
      creates.run();
      sum.addAndGet(own.applyAsInt(9));
    }
    creates.run();
    waits.run();
    Callable<Integer> expression = () -> both(
        () -> {
          //#omp target virtual(worker) name_as(t)
          sum.addAndGet(1000);
        },
        () -> {
          //#omp wait(t)
        },
        sum);
    Runnable nothing = () -> both(
        () -> {
          //#omp target virtual(worker) name_as(t)
          sum.addAndGet(1000);
        },
        () -> {
          //#omp wait(t)
        },
        sum);
    int got = expression.call();
    nothing.run();
    //#omp wait(t)
    return "lambdas " + got + " " + sum;
  }

  static int both(Runnable first, Runnable second, AtomicInteger sum) {
    first.run();
    second.run();
    return sum.get();
  }

  static String classes() {
    AtomicInteger sum = new AtomicInteger();
    //#omp target virtual(worker) name_as(t)
    sum.incrementAndGet();
    class Local {
      int waits() {
        //#omp target virtual(worker) name_as(t)
        sum.addAndGet(10);
        new Object() {
          void inner() {
            //#omp wait(t)
          }
        }.inner();
        return sum.get();
      }

      static int alone(int n) {
        int r;
        //#omp target virtual(worker) name_as(t)
        r = n;
        //#omp wait(t)
        return r;
      }
    }
    record Compact(int n) {
      Compact {
        int twice = n;
        //#omp target virtual(worker) name_as(t)
        twice *= 2;
        //#omp wait(t)
        n = twice;
      }
    }
    int seen = new Local().waits() + Local.alone(100) + new Compact(500).n();
    //#omp wait(t)
    return "classes " + seen;
  }

  @SafeVarargs
  static <T extends Comparable<T>> T greatest(T first, T... others) {
    T most = first;
    if (others.length == 0) return most;
    for (T other : others) {
      //#omp target virtual(worker) name_as(t) firstprivate(other)
      log.add("compares " + other);
      //#omp wait(t)
      if (other.compareTo(most) > 0) most = other;
    }
    return most;
  }


  /** Two tags have scopes of their own; a third is for the whole program. */
  static String several() {
    AtomicInteger sum = new AtomicInteger();
    saves(sum);
    //#omp target virtual(worker) name_as(a)
    sum.addAndGet(10);
    Runnable r = () -> {
      //#omp target virtual(worker) name_as(b)
      sum.addAndGet(100);
      //#omp wait(a, b, saved)
      log.add("several " + sum);
    };
    r.run();
    saves(sum);
    //#omp wait(saved)
    //#omp target virtual(worker) name_as(a)
    sum.addAndGet(1000);
    //#omp wait(saved, a)
    return "several " + sum;
  }

  static void saves(AtomicInteger sum) {
    //#omp wait(saved)
    //#omp target virtual(worker) name_as(saved)
    sum.incrementAndGet();
  }

  /** The handler is suspended between its block and its wait while other runs start and end. */
  //#omp async
  static void handler(int n) {
    AtomicInteger own = new AtomicInteger();
    //#omp target virtual(worker) name_as(own)
    own.addAndGet(n);
    //#omp target virtual(worker) await
    own.addAndGet(10 * n);
    //#omp await(handler(int))
    if (n > 1) handler(n - 1);
    //#omp target virtual(worker) name_as(own)
    own.addAndGet(100 * n);
    //#omp wait(own) await
    log.add("handler " + own);
  }

  public static void main(String[] args) throws Exception {
    TagScopes object = new TagScopes(3);
    System.out.println(object.field + " " + object.initialised);
    System.out.println(fibonacci(10));
    System.out.println(loops());
    System.out.println(lambdas());
    System.out.println(classes());
    System.out.println(greatest("b", "c", "a"));
    System.out.println(several());
    //#omp target virtual(edt) name_as(handled)
    handler(3);
    //#omp wait(handled)
    System.out.println(String.join("\n", log));
  }
}
