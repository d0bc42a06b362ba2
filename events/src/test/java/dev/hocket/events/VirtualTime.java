package dev.hocket.events;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Time that passes when a test says so. Until it is closed all timers are its own; no thread looks
 * at them but those that call its methods.
 */
public final class VirtualTime implements AutoCloseable {
  private final AtomicLong nanos = new AtomicLong();
  private final AtomicBoolean passing = new AtomicBoolean();
  private volatile Duration set = Duration.ZERO;
  private final Timers timers = new Timers(new Clocks());
  private final Timers before = Timers.share(timers);

  /** Takes over from the system's time. */
  public VirtualTime() {}

  private final class Clocks implements Time {
    @Override
    public long nanos() {
      return nanos.get();
    }

    @Override
    public Instant instant() {
      return VirtualTime.this.instant();
    }

    @Override
    public void start(Runnable look) {
      // Whoever lets time pass looks.
    }
  }

  Instant instant() {
    return Instant.EPOCH.plusNanos(nanos.get()).plus(set);
  }

  /** Sets the clock on the wall by so much, forwards or back. */
  void setClock(Duration by) {
    set = set.plus(by);
  }

  /** Lets time pass; then those that are due by then have been told, the first due first. */
  void pass(Duration time) {
    nanos.addAndGet(time.toNanos());
    while (timers.tellDue()) {
      // There may be more.
    }
  }

  /**
   * Lets so much time pass that all timers are due, and tells one of them, the first due.
   *
   * @return whether there was one; false too if this very moment somebody else tells one, for then
   *     the second due might be told first
   */
  public boolean passToNext() {
    if (!passing.compareAndSet(false, true)) {
      return false;
    }
    try {
      nanos.addAndGet(Duration.ofDays(1).toNanos());
      return timers.tellDue();
    } finally {
      passing.set(false);
    }
  }

  /**
   * Whether there is a timer.
   *
   * @return whether one is neither due nor cancelled
   */
  public boolean isAwaited() {
    return awaited() > 0;
  }

  /** How many timers are neither due nor cancelled. */
  int awaited() {
    return timers.size();
  }

  @Override
  public void close() {
    Timers.share(before);
  }
}
