package dev.hocket.events;

import java.util.ArrayList;
import java.util.List;

/** Those who wait at a port, the first come first. Guarded by the port's lock. */
final class WaitQueue {
  private Waiter first;
  private Waiter last;
  private int detached;

  /** Without the lock it is a guess. */
  boolean isEmpty() {
    return first == null;
  }

  /** How many of them no thread waits for. */
  int detached() {
    return detached;
  }

  void add(Waiter waiter) {
    if (!waiter.sync.isOfThread()) {
      detached++;
    }
    waiter.previous = last;
    if (last == null) {
      first = waiter;
    } else {
      last.next = waiter;
    }
    last = waiter;
  }

  /** Takes a waiter out, wherever it stands, in O(1); nothing if it is out already. */
  void remove(Waiter waiter) {
    if (waiter.previous == waiter) {
      return;
    }
    if (!waiter.sync.isOfThread()) {
      detached--;
    }
    if (waiter.previous == null) {
      first = waiter.next;
    } else {
      waiter.previous.next = waiter.next;
    }
    if (waiter.next == null) {
      last = waiter.previous;
    } else {
      waiter.next.previous = waiter.previous;
    }
    waiter.previous = waiter;
    waiter.next = null;
  }

  /** Takes out the first, whether it still waits or not; null if there is none. */
  Waiter poll() {
    Waiter waiter = first;
    if (waiter != null) {
      remove(waiter);
    }
    return waiter;
  }

  /** Commits the first that still waits, and takes it out with all before it; null if none. */
  Waiter claimFirst() {
    for (Waiter waiter; (waiter = poll()) != null; ) {
      if (waiter.sync.claim(waiter.branch)) {
        return waiter;
      }
    }
    return null;
  }

  /** {@link #claimFirst()}, and gives it a value. */
  Waiter claimFirst(Object value) {
    for (Waiter waiter; (waiter = poll()) != null; ) {
      // Before the claim, which publishes it. If the claim fails, nobody will look at it.
      waiter.value = value;
      if (waiter.sync.claim(waiter.branch)) {
        return waiter;
      }
    }
    return null;
  }

  /** How many wait; walks the queue. */
  int size() {
    int size = 0;
    for (Waiter waiter = first; waiter != null; waiter = waiter.next) {
      if (waiter.sync.isWaiting()) {
        size++;
      }
    }
    return size;
  }

  /** Those who wait. */
  List<Waiter> toList() {
    List<Waiter> all = new ArrayList<>();
    for (Waiter waiter = first; waiter != null; waiter = waiter.next) {
      if (waiter.sync.isWaiting()) {
        all.add(waiter);
      }
    }
    return all;
  }
}
