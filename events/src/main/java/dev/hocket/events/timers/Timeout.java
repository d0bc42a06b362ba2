package dev.hocket.events.timers;

import dev.hocket.events.choice.Operation;
import dev.hocket.events.waiting.Port;
import dev.hocket.events.waiting.Waiter;
import dev.hocket.events.waiting.Wakes;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.TimeUnit;

/** A branch that is ready at a time; it has no port, see step 8 of {@code Choice}. */
public final class Timeout extends Operation {
  /** The time between two readings of the system's clock, which may be changed meanwhile. */
  private static final long MOST_NANOS_BY_CLOCK = TimeUnit.SECONDS.toNanos(10);

  /** The longest time that a difference of nano times can express. */
  private static final long MOST_NANOS = Long.MAX_VALUE / 4;

  private final Timers timers = Timers.shared();
  private final long nanos;
  private final Instant instant;

  /** Makes a timeout of a time after the synchronisation. */
  public Timeout(Duration time) {
    instant = null;
    nanos = saturated(time);
  }

  /** Makes a timeout at a time of the system's clock. */
  public Timeout(Instant instant) {
    this.instant = instant;
    nanos = 0;
  }

  /** Converts to nanoseconds: a negative time becomes 0, and centuries become 73 years. */
  public static long saturated(Duration time) {
    if (time.isNegative()) {
      return 0;
    }
    return time.compareTo(Duration.ofNanos(MOST_NANOS)) >= 0 ? MOST_NANOS : time.toNanos();
  }

  private long nanosUntil(Instant instant) {
    Instant now = timers.time().instant();
    return now.isBefore(instant)
        ? Math.max(1, Math.min(MOST_NANOS_BY_CLOCK, saturated(Duration.between(now, instant))))
        : 0;
  }

  @Override
  protected Port port() {
    return null;
  }

  @Override
  protected Object attempt(Object offered, Wakes wakes) {
    return seemsReady() ? null : NOT_YET;
  }

  @Override
  protected boolean seemsReady() {
    return instant == null ? nanos <= 0 : nanosUntil(instant) <= 0;
  }

  @Override
  protected void enqueue(Waiter waiter) {
    if (instant == null) {
      Time time = timers.time();
      long due = time.nanos() + nanos;
      timers.add(waiter, () -> due - time.nanos());
    } else {
      timers.add(waiter, () -> nanosUntil(instant));
    }
  }

  @Override
  protected void withdraw(Waiter waiter, Wakes wakes) {
    timers.cancel(waiter);
  }

  @Override
  protected String describe() {
    return instant == null ? "time out after " + Duration.ofNanos(nanos) : "time " + instant;
  }
}
