package dev.hocket.core;

import static dev.hocket.core.Recorded.hold;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import jdk.jfr.consumer.RecordedEvent;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Compares the figures that a planner needs, computed from a recording as {@code docs/recording.md}
 * says, with the program's own measurements. For each recorded instant the program measures one
 * before and one after it, so it knows each figure as an interval: narrow on a quiet machine, wide
 * on a busy one, and never wrong.
 */
@Timeout(300)
class RecordedFiguresTest {
  private static final String LABEL = "Known.java:1";
  private static final int BLOCKS = 12;
  private static final long MILLI = 1_000_000;

  /** The recorder uses another clock; the relative difference, also in nanoseconds. */
  private static final double CLOCKS_DIFFER = 0.01;

  private static final double RESOLUTION = 20_000;

  /** The program's own measurements of one of its blocks; instants of {@link System#nanoTime}. */
  private static final class Known {
    long beforeHandOver;
    long afterHandOver;
    // Measured on the thread that runs it, just inside and just outside the run.
    long begun;
    long ended;
    long earliestBegin;
    long latestEnd;
    // The wait inside it: from inside, the time of a block that began once this one was waiting;
    // and from outside.
    long leastWait;
    long mostWait;

    private void run(Worker other, int number) {
      begun = System.nanoTime();
      hold((1 + number % 3) * MILLI);
      if (number % 2 == 1) {
        Thread here = Thread.currentThread();
        long[] held = new long[1];
        long before = System.nanoTime();
        other.call(
            "Other.java:1",
            () -> {
              Recorded.awaitParked(here);
              held[0] = hold(2 * MILLI);
            });
        mostWait = System.nanoTime() - before;
        leastWait = held[0];
      }
      ended = System.nanoTime();
    }
  }

  private record Interval(double least, double most) {
    void assertHas(String what, double value) {
      double slack = CLOCKS_DIFFER * Math.max(Math.abs(least), Math.abs(most));
      assertTrue(
          least - slack <= value && value <= most + slack,
          what + ": recorded " + value + ", known " + this);
    }
  }

  @Test
  void theFiguresOfARecording_areThoseThatTheProgramMeasured() throws Throwable {
    Worker pool = Targets.create(TargetKind.freshName(), 1);
    Worker other = Targets.create(TargetKind.freshName(), 1);
    List<Known> known = new ArrayList<>();
    List<RecordedEvent> events =
        Recorded.during(Recorded.BLOCK, () -> runKnownProgram(pool, other, known));
    pool.shutdown(java.time.Duration.ofMinutes(2));
    other.shutdown(java.time.Duration.ofMinutes(2));
    List<RecordedEvent> blocks =
        events.stream()
            .filter(event -> event.getString("label").equals(LABEL))
            .sorted(Comparator.comparing(RecordedEvent::getStartTime))
            .toList();
    assertEquals(BLOCKS, blocks.size());
    assertFigures(blocks, known);
  }

  /**
   * Runs two blocks at a time on a pool of one thread. The second one waits, with no block queued
   * behind it that would begin meanwhile.
   */
  private static void runKnownProgram(Worker pool, Worker other, List<Known> all) throws Exception {
    for (int i = 0; i < BLOCKS; i += 2) {
      CountDownLatch both = new CountDownLatch(2);
      for (int number = i; number < i + 2; number++) {
        handOver(pool, other, all, number, both);
      }
      both.await();
      hold(MILLI);
    }
  }

  private static void handOver(
      Worker pool, Worker other, List<Known> all, int number, CountDownLatch both) {
    Known known = new Known();
    all.add(known);
    known.beforeHandOver = System.nanoTime();
    Block block = pool.submit(LABEL, () -> known.run(other, number));
    known.afterHandOver = System.nanoTime();
    block.whenDone(() -> {
      known.latestEnd = System.nanoTime();
      both.countDown();
    });
  }

  private static void assertFigures(List<RecordedEvent> blocks, List<Known> known) {
    for (int i = 0; i < BLOCKS; i++) {
      long freed = i == 0 ? Long.MIN_VALUE : known.get(i - 1).ended;
      known.get(i).earliestBegin = Math.max(freed, known.get(i).beforeHandOver);
    }
    Known first = known.getFirst();
    Known last = known.getLast();

    // Arrival rate: encounters per time between the first and the last.
    double arrivals = (BLOCKS - 1) / (encounter(blocks.getLast()) - encounter(blocks.getFirst()));
    new Interval(
            (BLOCKS - 1.0) / (last.afterHandOver - first.beforeHandOver),
            (BLOCKS - 1.0) / (last.beforeHandOver - first.afterHandOver))
        .assertHas("arrival rate", arrivals);

    double service = 0;
    double leastService = 0;
    double mostService = 0;
    for (int i = 0; i < BLOCKS; i++) {
      RecordedEvent block = blocks.get(i);
      Known own = known.get(i);
      new Interval(
              own.earliestBegin - own.afterHandOver, own.begun - own.beforeHandOver + RESOLUTION)
          .assertHas("queueing of block " + i, block.getLong("queueTime"));
      new Interval(own.leastWait, own.mostWait)
          .assertHas("waiting in block " + i, block.getLong("waitTime"));
      double least = own.ended - own.begun - own.mostWait - RESOLUTION;
      double most = own.latestEnd - own.earliestBegin - own.leastWait + RESOLUTION;
      new Interval(least, most).assertHas("service of block " + i, running(block));
      service += running(block);
      leastService += least;
      mostService += most;
    }

    // Utilisation: the share of the time from the first encounter to the last end for which the one
    // thread of the pool ran blocks.
    double span = end(blocks.getLast()) - encounter(blocks.getFirst());
    new Interval(
            leastService / (last.latestEnd - first.beforeHandOver),
            mostService / (last.ended - first.afterHandOver))
        .assertHas("utilisation", service / span);
  }

  private static double running(RecordedEvent block) {
    return block.getDuration().toNanos()
        - block.getLong("waitTime")
        - block.getLong("suspendedTime")
        - block.getLong("requeueTime");
  }

  private static double encounter(RecordedEvent block) {
    return nanos(block.getStartTime()) - block.getLong("queueTime");
  }

  private static double end(RecordedEvent block) {
    return nanos(block.getEndTime());
  }

  /** Returns the time since midnight, which is exact as a double. */
  private static double nanos(Instant instant) {
    return ChronoUnit.NANOS.between(instant.truncatedTo(ChronoUnit.DAYS), instant);
  }
}
