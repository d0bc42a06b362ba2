package dev.hocket.events.timers;

import dev.hocket.events.choice.Operation;
import dev.hocket.events.waiting.Port;
import dev.hocket.events.waiting.Waiter;
import dev.hocket.events.waiting.Wakes;
import java.time.Duration;
import java.time.Instant;

/** A branch that is ready at a time; it has no port, see step 8 of {@code Choice}. */
public final class Timeout extends Operation {
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
    return instant == null ? nanos <= 0 : !timers.time().instant().isBefore(instant);
  }

  @Override
  protected void enqueue(Waiter waiter) {
    if (instant == null) {
      timers.add(waiter, timers.time().nanos() + nanos);
    } else {
      timers.add(waiter, instant);
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
