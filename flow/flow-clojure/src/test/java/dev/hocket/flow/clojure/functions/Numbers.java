package dev.hocket.flow.clojure.functions;

import dev.hocket.flow.Flow;
import dev.hocket.flow.functions.Function;
import dev.hocket.flow.functions.Replicable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/** Functions on numbers, with and without state. */
public final class Numbers {
  private Numbers() {}

  /** A source of the numbers from 1 to a last one. */
  public static class UpTo {
    private long next;

    @Function(source = true)
    public Object upTo(long last) {
      return next < last ? (Object) (++next) : Flow.END;
    }
  }

  public static class AddOne {
    @Function
    public long addOne(long n) {
      return n + 1;
    }
  }

  public static class Weigh {
    @Function
    public long weigh(long a, long b) {
      return 3 * a - 2 * b;
    }
  }

  /** Sums the numbers so far. */
  public static class RunningSum {
    private long sum;

    @Function
    public long runningSum(long n) {
      sum += n;
      return sum;
    }
  }

  /** Counts its calls. */
  public static class Count {
    private long calls;

    @Function
    public long callCount(Object ignored) {
      return ++calls;
    }
  }

  public static class Even {
    @Function
    public boolean even(long n) {
      return n % 2 == 0;
    }
  }

  public static class Pair {
    @Function
    public Object[] pair(Object a, Object b) {
      return new Object[] {a, b};
    }
  }

  /** Remembers its arguments but returns what it is given, so copies need not share the memory. */
  @Replicable
  public static class Memo {
    private long last;

    @Function
    public long memo(long value) {
      long known = value == last ? last : value;
      last = value;
      return known;
    }
  }

  public static class Fail {
    @Function
    public long failAt(long n, long bad) {
      if (n == bad) {
        throw new IllegalStateException("cannot take " + n);
      }
      return n;
    }
  }

  public static class Later {
    @Function(async = true)
    public static CompletionStage<Long> addLater(long n) {
      return CompletableFuture.supplyAsync(() -> n + 1);
    }
  }

  /** A static function with the name of one of Clojure's. */
  @Function
  public static String str(Object value) {
    return "<" + value + ">";
  }
}
