package dev.hocket.directives;

import dev.hocket.core.Body;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.LongConsumer;

/** Constructs in the form that the compiler generates, for tests of the library that they call. */
final class Lowered {
  private Lowered() {}

  /** The code of a construct. */
  interface Part<W> {
    void run(W part) throws Throwable;
  }

  /** Runs a region with as many threads as the environment or the budget gives. */
  static void parallel(Body body) {
    Teams.parallel(true, "Region.java:1", body);
  }

  static void parallel(int threads, Body body) {
    Teams.parallel(threads, true, "Region.java:1", body);
  }

  /** Runs {@code parallel for}: a region with only a loop, which does not wait at its end. */
  static void parallelLoop(int threads, Schedule schedule, long trips, LongConsumer body) {
    Teams.parallelWork(threads, true, "Region.java:1", () -> loopOfRegion(schedule, trips, body));
  }

  static void loopOfRegion(Schedule schedule, long trips, LongConsumer body) throws Throwable {
    share(loop(trips, schedule, "Region.java:1"), true, part -> iterate(part, body));
  }

  static <W extends WorkShare> void share(W part, Part<W> code) throws Throwable {
    share(part, false, code);
  }

  static <W extends WorkShare> void share(W part, boolean nowait, Part<W> code) throws Throwable {
    try {
      code.run(part);
    } catch (Throwable thrown) {
      if (part.failed(thrown)) {
        throw thrown;
      }
    } finally {
      if (nowait) {
        part.endNowait();
      } else {
        part.end();
      }
    }
  }

  static Loop loop(long trips, Schedule schedule, String label) {
    return Teams.loop(label).deal(schedule, trips);
  }

  static Loop orderedLoop(long trips, Schedule schedule, String label) {
    return Teams.orderedLoop(label).deal(schedule, trips);
  }

  static Loop collapse(Schedule schedule, String label, long... trips) {
    return Teams.loop(label).deal(schedule, trips);
  }

  /** Runs a loop whose elements one thread reads for all. */
  static <T> void eachOf(Iterable<T> elements, Schedule schedule, Consumer<T> body)
      throws Throwable {
    share(
        Teams.loop("Loop.java:1"),
        loop -> {
          List<T> items = loop.onceOf(loop.evaluates() ? Teams.<T>elements(elements) : null);
          iterate(loop.deal(schedule, items.size()), i -> body.accept(items.get((int) i)));
        });
  }

  /** Passes the numbers of a single loop's iterations to the body. */
  static void each(Loop loop, LongConsumer body) throws Throwable {
    share(loop, part -> iterate(part, body));
  }

  static void iterate(Loop loop, LongConsumer body) {
    while (loop.next()) {
      long first = loop.first();
      for (int k = 0, n = loop.size(); k < n; k++) {
        body.accept(first + k);
      }
    }
  }

  static void ordered(Body body) throws Throwable {
    Teams.enterOrdered("Ordered.java:1");
    try {
      body.run();
    } catch (Throwable thrown) {
      Teams.failedOrdered();
      throw thrown;
    } finally {
      Teams.exitOrdered();
    }
  }

  static void single(Body body) throws Throwable {
    share(
        Teams.single("Single.java:1"),
        part -> {
          if (part.isMine()) {
            body.run();
          }
        });
  }

  static void critical(Body body) throws Throwable {
    Critical.of("").enter("Critical.java:1");
    try {
      body.run();
    } finally {
      Critical.of("").exit();
    }
  }
}
