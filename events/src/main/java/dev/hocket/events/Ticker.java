package dev.hocket.events;

import dev.hocket.events.timers.Time;
import dev.hocket.events.timers.Timeout;
import dev.hocket.events.timers.Timers;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A clock that ticks once in a period, for periodic work:
 *
 * <pre>{@code
 * Channel<String> requests = new Channel<>("requests");
 * Ticker ticker = Ticker.every(Duration.ofMillis(100));
 * Event<Object> next = choose(requests.recvEvt(), ticker.tickEvt());
 * Object requestOrTick = next.sync();
 * }</pre>
 *
 * <p>Tick n is n periods after the ticker was made, however long the work at a tick takes: a ticker
 * does not drift. If several ticks have passed, the next synchronisation takes the latest of them,
 * and those before it are skipped. Threads that wait for the same tick all get it.
 *
 * <p>A ticker needs no thread of its own and need not be stopped: without waiters it does nothing.
 */
public final class Ticker {
  private final Time time = Timers.shared().time();
  private final long start = time.nanos();
  private final long period;

  /** The latest tick that a synchronisation has taken. */
  private final AtomicLong taken = new AtomicLong();

  private Ticker(long period) {
    this.period = period;
  }

  /**
   * Makes a ticker whose first tick is one period from now.
   *
   * @param period the time between two ticks
   * @return the ticker
   * @throws IllegalArgumentException if the period is not positive
   */
  public static Ticker every(Duration period) {
    Objects.requireNonNull(period, "period");
    if (!period.isPositive()) {
      throw new IllegalArgumentException(
          "a ticker every " + period + "; the period must be positive");
    }
    return new Ticker(Timeout.saturated(period));
  }

  /**
   * The event of the next tick.
   *
   * @return the event; it yields the number of the tick, from 1 on
   */
  @CheckReturnValue
  public Event<Long> tickEvt() {
    return Events.guard(this::toString, this::next);
  }

  private Event<Long> next() {
    long next = taken.get() + 1;
    Duration left = Duration.ofNanos(start + next * period - time.nanos());
    return Events.timeOutEvt(left).wrap(none -> take());
  }

  /** Returns the latest tick so far, and marks it as taken. */
  private long take() {
    long latest = (time.nanos() - start) / period;
    return taken.accumulateAndGet(latest, Math::max);
  }

  @Override
  public String toString() {
    return "tick every " + Duration.ofNanos(period);
  }
}
