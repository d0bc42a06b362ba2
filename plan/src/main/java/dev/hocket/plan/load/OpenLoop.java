package dev.hocket.plan.load;

import java.time.Duration;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.concurrent.locks.LockSupport;
import org.HdrHistogram.Histogram;

/**
 * Generates events as a Poisson process on the calling thread, however slowly they are handled.
 *
 * <pre>{@code
 * Target worker = Targets.of("worker");
 * OpenLoop loop = new OpenLoop(200, 42); // 200 events a second on average
 * OpenLoop.Outcome outcome =
 *     loop.run(Duration.ofSeconds(10), 10_000, due -> worker.execute("event", () -> Thread.onSpinWait()));
 * }</pre>
 *
 * <p>The times at which events are due follow from rate and seed alone. Between them the calling
 * thread parks, and spins only for the last 200 microseconds. The outcome includes how late the
 * generator was: if its lag is not small against the service time, the figures show the generator,
 * not the system.
 */
public final class OpenLoop {
  /**
   * The generator spins for this long before an event is due, because on a virtual machine a timer
   * may take some 100 µs to wake a thread.
   */
  private static final long SPIN_NANOS = 200_000;

  private static final double MOST_PER_SECOND = 1e6;

  private final double ratePerSecond;
  private final long seed;

  /** The action at an arrival. */
  @FunctionalInterface
  public interface Arrival {
    /**
     * Hands the event over. It must return quickly, or the next event is late.
     *
     * @param dueNanos the time at which the event was due, in terms of {@link System#nanoTime}
     */
    void at(long dueNanos);
  }

  /**
   * The figures of the generator.
   *
   * @param events the number of events that arrived
   * @param seconds the time from the start until the last event was due
   * @param lagP99Nanos the 99th percentile of the generator's own delay, in nanoseconds
   * @param lagMaxNanos the longest of these delays
   */
  public record Outcome(long events, double seconds, long lagP99Nanos, long lagMaxNanos) {}

  /**
   * Makes a generator.
   *
   * @param ratePerSecond mean number of events a second, above 0 and at most a million
   * @param seed the seed of the random intervals
   */
  public OpenLoop(double ratePerSecond, long seed) {
    if (!(ratePerSecond > 0 && ratePerSecond <= MOST_PER_SECOND)) {
      throw new IllegalArgumentException(
          "the rate must be above 0 and at most a million a second, not " + ratePerSecond);
    }
    this.ratePerSecond = ratePerSecond;
    this.seed = seed;
  }

  /**
   * Generates events until the time has passed or the number is reached, and blocks the calling
   * thread meanwhile. An interrupt ends it early and stays set.
   *
   * @param duration the time for which events are generated
   * @param mostEvents the largest number of events
   * @param arrival called at each event; an exception that it throws ends the run
   * @return the figures of the generator
   */
  public Outcome run(Duration duration, long mostEvents, Arrival arrival) {
    Objects.requireNonNull(arrival, "arrival");
    SplittableRandom random = new SplittableRandom(seed);
    Histogram lags = new Histogram(3);
    long begin = System.nanoTime();
    double dueSeconds = 0;
    long events = 0;
    double last = 0;
    while (events < mostEvents) {
      dueSeconds -= Math.log1p(-random.nextDouble()) / ratePerSecond;
      if (dueSeconds * 1e9 > duration.toNanos()) {
        break;
      }
      long due = begin + (long) (dueSeconds * 1e9);
      if (!waitUntil(due)) {
        break;
      }
      lags.recordValue(Math.max(0, System.nanoTime() - due));
      arrival.at(due);
      events++;
      last = dueSeconds;
    }
    return new Outcome(events, last, lags.getValueAtPercentile(99), lags.getMaxValue());
  }

  /** Waits until a time; returns false if the thread is interrupted. */
  private static boolean waitUntil(long due) {
    while (true) {
      long left = due - System.nanoTime();
      if (left <= 0) {
        return !Thread.currentThread().isInterrupted();
      }
      if (Thread.currentThread().isInterrupted()) {
        return false;
      }
      if (left > SPIN_NANOS) {
        LockSupport.parkNanos(left - SPIN_NANOS);
      } else {
        Thread.onSpinWait();
      }
    }
  }
}
