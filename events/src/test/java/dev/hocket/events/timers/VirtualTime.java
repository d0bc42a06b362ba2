package dev.hocket.events.timers;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Time that a test advances. Until it is closed all timers use it, and only threads that call its
 * methods check them.
 */
public final class VirtualTime implements AutoCloseable {
  private final AtomicLong nanos = new AtomicLong();
  private final AtomicBoolean passing = new AtomicBoolean();
  private volatile Duration set = Duration.ZERO;
  private volatile long readingNanos;
  private final Timers timers = new Timers(new Clocks());
  private final Timers before = Timers.share(timers);

  /** Replaces the system's time. */
  public VirtualTime() {}

  private final class Clocks implements Time {
    @Override
    public long nanos() {
      return nanos.getAndAdd(readingNanos);
    }

    @Override
    public Instant instant() {
      return at(nanos());
    }

    @Override
    public void start(Runnable look) {
      // The thread that advances the time checks for due timers.
    }
  }

  /** Returns the time of the system's clock. */
  public Instant instant() {
    return at(nanos.get());
  }

  private Instant at(long time) {
    return Instant.EPOCH.plusNanos(time).plus(set);
  }

  /** Lets time pass after each reading of a clock, as if the thread lost its processor there. */
  public void passAfterReadings(Duration each) {
    readingNanos = each.toNanos();
  }

  /** Changes the system's clock, forwards or back. */
  public void setClock(Duration by) {
    set = set.plus(by);
  }

  /**
   * Advances the time, and fires the timers that are due by then in the order of their deadlines.
   */
  public void pass(Duration time) {
    nanos.addAndGet(time.toNanos());
    while (timers.fireDue()) {
      // The condition fires the next due timer.
    }
  }

  /**
   * Advances the time until all timers are due, and fires one of them, the first due.
   *
   * @return whether there was one; also false if another thread is firing a timer at this moment,
   *     because then the second due might fire first
   */
  public boolean passToNext() {
    if (!passing.compareAndSet(false, true)) {
      return false;
    }
    try {
      nanos.addAndGet(Duration.ofDays(1).toNanos());
      return timers.fireDue();
    } finally {
      passing.set(false);
    }
  }

  /**
   * Returns whether there is a timer.
   *
   * @return whether one is neither due nor cancelled
   */
  public boolean isAwaited() {
    return awaited() > 0;
  }

  /** Counts the timers that are neither due nor cancelled. */
  public int awaited() {
    return timers.count(TimerHeap::size);
  }

  @Override
  public void close() {
    Timers.share(before);
  }
}
