package dev.hocket.flow;

import dev.hocket.flow.functions.Function;
import dev.hocket.flow.functions.Library;
import dev.hocket.flow.functions.ReadOnly;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Functions of the tests' algorithms. */
final class Functions {
  private Functions() {}

  static final class Numbers {
    private long next;

    @Function(source = true)
    Object numbers(long count) {
      return next < count ? (Object) next++ : Flow.END;
    }
  }

  static final class Counting {
    private long calls;

    @Function
    long count(Object value) {
      return ++calls;
    }
  }

  static final class Sum {
    private long sum;

    @Function
    long sum(long value) {
      sum += value;
      return sum;
    }

    @Function
    static long twice(long value) {
      return 2 * value;
    }

    @Function
    static int inc(int value) {
      return value + 1;
    }

    @Function
    static long plus(long... values) {
      long sum = 0;
      for (long value : values) {
        sum += value;
      }
      return sum;
    }
  }

  static final class Failing {
    private int calls;

    @Function
    long thirdFails(long value) {
      if (++calls == 3) {
        throw new IllegalStateException("the third");
      }
      return value;
    }
  }

  static final class Log {
    @Function
    static long write(List<Object> log, Object value) {
      log.add("write " + value);
      return log.size();
    }

    @Function
    static long read(List<Object> log, Object value) {
      log.add("read " + value);
      return log.size();
    }

    @Function
    static int size(@ReadOnly List<Object> log, Object value) {
      return log.size();
    }

    @Function
    static long readSafely(java.util.concurrent.BlockingQueue<Object> log, Object value) {
      return log.size();
    }
  }

  static final class Waiting {
    static final CountDownLatch NEVER = new CountDownLatch(1);

    @Function(blocking = true)
    static Object forever(Object value) throws InterruptedException {
      NEVER.await();
      return value;
    }

    @Function(source = true, blocking = true)
    static Object never() throws InterruptedException {
      NEVER.await();
      return Flow.END;
    }

    @Function(blocking = true)
    static Object meet(CountDownLatch latch, Object value) throws InterruptedException {
      latch.countDown();
      if (!latch.await(5, TimeUnit.MINUTES)) {
        throw new IllegalStateException("nobody came");
      }
      return value;
    }
  }

  static final class Latched {
    private long drawn;

    /** Returns two values; the second waits for the first packet. */
    @Function(source = true, blocking = true)
    Object two(CountDownLatch latch) throws InterruptedException {
      if (drawn == 1 && !latch.await(5, TimeUnit.MINUTES)) {
        throw new IllegalStateException("no packet has come to the end");
      }
      return drawn < 2 ? (Object) drawn++ : Flow.END;
    }

    @Function
    static Object countDown(CountDownLatch latch, Object value) {
      latch.countDown();
      return value;
    }
  }

  static final class Buffers {
    @Function
    static StringBuilder buffer(long value) {
      return new StringBuilder().append(value);
    }

    @Function
    static String left(StringBuilder text) {
      return text.append('<').toString();
    }

    @Function
    static String right(StringBuilder text) {
      return text.append('>').toString();
    }

    @Function
    static int length(@ReadOnly StringBuilder text) {
      return text.length();
    }

    @Function
    @ReadOnly
    static String copy(StringBuilder text) {
      return text.toString();
    }

    @Function
    static String join(Object a, Object b) {
      return a + "" + b;
    }
  }

  static final class Pages {
    private final List<String> seen = new ArrayList<>();

    @Function
    int pages(String name) {
      seen.add(name);
      return seen.size();
    }
  }

  static Library library() {
    return Library.of(Functions.class);
  }
}
