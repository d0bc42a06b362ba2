package dev.hocket.flow.flink;

import dev.hocket.flow.Flow;
import dev.hocket.flow.functions.Function;
import dev.hocket.flow.functions.Library;
import dev.hocket.flow.functions.Replayable;
import dev.hocket.flow.functions.Replicable;
import dev.hocket.flow.graph.FlowException;
import dev.hocket.flow.graph.Position;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/** Functions of the tests' algorithms. */
final class Samples {
  private Samples() {}

  /** A promise, which lets functions use what a test controls them with. */
  @Retention(RetentionPolicy.RUNTIME)
  @interface Immutable {}

  @Immutable
  static final class Counter extends AtomicInteger {
    private static final long serialVersionUID = 1L;
  }

  @Immutable
  static final class Latch extends CountDownLatch {
    Latch(int count) {
      super(count);
    }
  }

  /** A source that can begin again. */
  static final class Numbers implements Replayable {
    private long next;

    @Function(source = true)
    Object numbers(long count) {
      return next < count ? (Object) next++ : Flow.END;
    }

    @Override
    public Object position() {
      return next;
    }

    @Override
    public void seek(Object position) {
      next = (Long) position;
    }
  }

  /** The words of a text; the position is the number of words before it. */
  static final class Words implements Replayable {
    private int taken;

    @Function(source = true)
    Object words(String text) {
      String[] words = text.split(" ");
      return taken < words.length ? words[taken++] : Flow.END;
    }

    @Override
    public Object position() {
      return taken;
    }

    @Override
    public void seek(Object position) {
      taken = (Integer) position;
    }
  }

  /** A source that cannot begin again. */
  static final class Rest {
    private Iterator<Integer> rest;

    @Function(source = true)
    Object rest(int count) {
      if (rest == null) {
        rest = List.of(1, 2, 3).iterator();
      }
      return rest.hasNext() ? rest.next() : Flow.END;
    }
  }

  static final class Arithmetic {
    @Function
    static long twice(long value) {
      return 2 * value;
    }

    @Function
    static long plus(long a, long b) {
      return a + b;
    }

    @Function
    static long modulo(long value, long by) {
      return value % by;
    }

    @Function
    static long itself(long value) {
      return value;
    }

    @Function
    static long lastDigit(long value) {
      return value % 10;
    }

    @Function
    static String lastDigitAsText(long value) {
      return value % 10 + "";
    }

    @Function
    static String shown(Object word, long count) {
      return word + "=" + count;
    }

    @Function
    static List<Long> below(long value) {
      List<Long> all = new ArrayList<>();
      for (long i = 0; i < value % 4; i++) {
        all.add(i);
      }
      return all;
    }

    @Function(async = true)
    static CompletionStage<Long> later(long value) {
      return CompletableFuture.supplyAsync(() -> value + 1);
    }
  }

  static final class Sum {
    private long sum;

    @Function
    long sum(long value) {
      sum += value;
      return sum;
    }
  }

  static final class Counting {
    private long count;

    @Function
    long count(Object word) {
      return ++count;
    }
  }

  static final class Tally {
    private final Map<String, Integer> times = new TreeMap<>();

    @Function
    String tally(String word) {
      times.merge(word, 1, Integer::sum);
      return times.toString();
    }
  }

  /** A cache: each copy may have its own. */
  @Replicable
  static final class Cache {
    private final Map<Long, Long> squares = new HashMap<>();

    @Function
    long square(long value) {
      return squares.computeIfAbsent(value, n -> n * n);
    }
  }

  /** Fails once for each number given, in the whole JVM. */
  static final class Failing {
    static final Counter LEFT = new Counter();

    @Function
    static long failAt(long value, long at) {
      if (value == at && LEFT.getAndDecrement() > 0) {
        throw new IllegalStateException("at " + value);
      }
      return value;
    }
  }

  /** Is refused at each packet. */
  static final class Mistaking {
    static final Counter CALLS = new Counter();

    @Function
    static long mistake(long value) {
      CALLS.incrementAndGet();
      throw new FlowException(new Position("sample.clj", 1, 1), "a mistake at " + value);
    }
  }

  /** Counts the checkpoints that have begun, by the calls of {@code position}. */
  static final class Ticks implements Replayable {
    static final Counter CHECKPOINTS = new Counter();

    /** Counted down by each checkpoint. */
    static volatile Latch begun = new Latch(0);

    private static final long PACE_NANOS = 20_000;
    private long next;

    /** Gives numbers until some checkpoints have begun. */
    @Function(source = true)
    Object ticks(int checkpoints) {
      LockSupport.parkNanos(PACE_NANOS);
      return CHECKPOINTS.get() < checkpoints ? (Object) next++ : Flow.END;
    }

    /**
     * Fails twice, if {@link Failing#LEFT} is 2: when the third and the fifth checkpoint begins.
     */
    @Function
    static long failLater(long value) {
      int left = Failing.LEFT.get();
      if (left > 0 && CHECKPOINTS.get() >= 7 - 2 * left) {
        Failing.LEFT.decrementAndGet();
        throw new IllegalStateException("at " + value);
      }
      return value;
    }

    @Override
    public Object position() {
      CHECKPOINTS.incrementAndGet();
      begun.countDown();
      return next;
    }

    @Override
    public void seek(Object position) {
      next = (Long) position;
    }
  }

  /** Lets a test wait for a packet. */
  static final class Passing {
    static volatile Latch passed = new Latch(1);

    /** Waits for the packet; fails if the job ends before. */
    static void awaitPacket(FlinkRun run) throws InterruptedException {
      while (!passed.await(100, TimeUnit.MILLISECONDS)) {
        if (run.hasEnded()) {
          throw new AssertionError("the job has ended before the packet");
        }
      }
    }

    @Function
    static long pass(long value, long last) {
      if (value == last) {
        passed.countDown();
      }
      return value;
    }
  }

  /** Its field's type does not show that its value cannot be saved. */
  static final class Hiding {
    private Base last = new Base();

    static class Base {}

    static final class Derived extends Base {
      final Thread thread = Thread.currentThread();
    }

    @Function
    long hiding(long value) {
      last = new Derived();
      return value + last.hashCode() % 1;
    }
  }

  /** Counts in a static field. */
  static final class Global {
    private static final AtomicInteger SEEN = new AtomicInteger();

    @Function
    static long counted(long value) {
      return value + 0L * SEEN.incrementAndGet();
    }
  }

  static final class Unsavable {
    private Iterator<String> rest;
    private int calls;

    @Function
    long unsavable(long value) {
      calls++;
      rest = List.of("a").iterator();
      return calls + (rest.hasNext() ? 0 : 1);
    }
  }

  static Library library() {
    return Library.of(Samples.class);
  }
}
