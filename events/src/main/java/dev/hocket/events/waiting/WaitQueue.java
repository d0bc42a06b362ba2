package dev.hocket.events.waiting;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/**
 * The waiters at a port, in the order of arrival. Guarded by the port's lock. A subclass decides
 * where the two ends are stored.
 */
public abstract class WaitQueue {
  private int detached;

  /**
   * The number of the detached that are branches of choices, which another queue may have taken.
   */
  private int shared;

  /** The first waiter; null if the queue is empty. */
  protected abstract Waiter first();

  protected abstract Waiter last();

  protected abstract void setFirst(Waiter waiter);

  protected abstract void setLast(Waiter waiter);

  /** Returns whether the queue is empty; without the lock a guess. */
  public final boolean isEmpty() {
    return first() == null;
  }

  /**
   * Returns whether fewer waiters than the limit have no thread. Choices that have committed at
   * another port and are still in this queue do not count, because other threads may have seen the
   * commit. Finding them takes time in proportion to the queue, but only if it is full and contains
   * choices.
   */
  public final boolean hasFewerDetached(int limit) {
    if (detached >= limit && shared > 0) {
      toList(waiter -> !waiter.sync().isWaiting()).forEach(this::remove);
    }
    return detached < limit;
  }

  public final void add(Waiter waiter) {
    count(waiter, 1);
    Waiter last = last();
    waiter.previous = last;
    if (last == null) {
      setFirst(waiter);
    } else {
      last.next = waiter;
    }
    setLast(waiter);
  }

  /** Removes a waiter from any place, in O(1); does nothing if it has been removed. */
  public final void remove(Waiter waiter) {
    if (waiter.previous == waiter) {
      return;
    }
    count(waiter, -1);
    if (waiter.previous == null) {
      setFirst(waiter.next);
    } else {
      waiter.previous.next = waiter.next;
    }
    if (waiter.next == null) {
      setLast(waiter.previous);
    } else {
      waiter.next.previous = waiter.previous;
    }
    waiter.previous = waiter;
    waiter.next = null;
  }

  private void count(Waiter waiter, int change) {
    if (!waiter.sync().isAwaited()) {
      detached += change;
      shared += waiter.sync().isChoice() ? change : 0;
    }
  }

  /** Removes the first waiter, even if it no longer waits; null if there is none. */
  public final Waiter poll() {
    Waiter waiter = first();
    if (waiter != null) {
      remove(waiter);
    }
    return waiter;
  }

  /** Commits the first waiter that still waits, and removes it with all before it; null if none. */
  public final Waiter claimFirst() {
    for (Waiter waiter; (waiter = poll()) != null; ) {
      if (waiter.claim()) {
        return waiter;
      }
    }
    return null;
  }

  /** Does the same as {@link #claimFirst()}, and sets the value. */
  public final Waiter claimFirst(Object value) {
    for (Waiter waiter; (waiter = poll()) != null; ) {
      // Written before the claim, which publishes it. If the claim fails, the value is never read.
      waiter.setValue(value);
      if (waiter.claim()) {
        return waiter;
      }
    }
    return null;
  }

  /** Counts the waiters that still wait; walks the queue. */
  public final int size() {
    int size = 0;
    for (Waiter waiter = first(); waiter != null; waiter = waiter.next) {
      if (waiter.sync().isWaiting()) {
        size++;
      }
    }
    return size;
  }

  /** The waiters that still wait. */
  public final List<Waiter> toList() {
    return toList(waiter -> waiter.sync().isWaiting());
  }

  private List<Waiter> toList(Predicate<Waiter> wanted) {
    List<Waiter> all = new ArrayList<>();
    for (Waiter waiter = first(); waiter != null; waiter = waiter.next) {
      if (wanted.test(waiter)) {
        all.add(waiter);
      }
    }
    return all;
  }
}
