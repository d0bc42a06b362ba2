package dev.hocket.events.timers;

import dev.hocket.events.threads.Threads;
import dev.hocket.events.timers.TimerHeap.Timer;
import dev.hocket.events.waiting.Waiter;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.ToIntFunction;
import java.util.stream.Stream;

/**
 * All timers of all events: a heap for each clock, so that late timers fire in the order of their
 * times although no two clocks are read at once; and one thread, which ends when there have been no
 * timers for a while.
 */
public final class Timers {
  private static volatile Timers shared = new Timers(Time.SYSTEM);

  private static final long KEEP_ALIVE_SECONDS = 5;

  private final Time time;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition earlier = lock.newCondition();
  private final TimerHeap byNanos = new TimerHeap(lock);
  private final TimerHeap byClock = new TimerHeap(lock);

  private boolean running;

  Timers(Time time) {
    this.time = time;
  }

  /** Returns the timers of all events. */
  public static Timers shared() {
    return shared;
  }

  /** Replaces the timers of all events, for tests; returns the previous ones. */
  static Timers share(Timers others) {
    Timers before = shared;
    shared = others;
    return before;
  }

  public Time time() {
    return time;
  }

  /** Adds a timer that is due at a time of {@link Time#nanos}. */
  void add(Waiter waiter, long nanos) {
    add(byNanos, waiter, null, nanos);
  }

  /** Adds a timer that is due at a time of the system's clock. */
  void add(Waiter waiter, Instant instant) {
    add(byClock, waiter, instant, 0);
  }

  private void add(TimerHeap heap, Waiter waiter, Instant instant, long nanos) {
    lock.lock();
    try {
      if (!running) {
        time.start(this::run);
        running = true;
      }
      if (heap.add(waiter, instant, nanos)) {
        earlier.signal();
      }
    } finally {
      lock.unlock();
    }
  }

  /** Cancels a waiter's timer, unless it has fired. */
  void cancel(Waiter waiter) {
    lock.lock();
    try {
      if (waiter.value() instanceof Timer timer) {
        heapOf(timer).cancel(timer);
      }
    } finally {
      lock.unlock();
    }
  }

  private TimerHeap heapOf(Timer timer) {
    return timer.isByClock() ? byClock : byNanos;
  }

  /** Returns the sum of a number of both heaps. */
  int count(ToIntFunction<TimerHeap> number) {
    lock.lock();
    try {
      return number.applyAsInt(byNanos) + number.applyAsInt(byClock);
    } finally {
      lock.unlock();
    }
  }

  /** Returns a copy of the waiters, in no order. */
  public List<Waiter> waiters() {
    lock.lock();
    try {
      return Stream.concat(byNanos.waiters(), byClock.waiters()).toList();
    } finally {
      lock.unlock();
    }
  }

  private void run() {
    boolean goesOn = true;
    while (goesOn) {
      try {
        goesOn = fireNext();
      } catch (Throwable failed) {
        // The other timers must fire in any case.
        Threads.report(failed);
      }
    }
  }

  private boolean fireNext() {
    Waiter due = next();
    if (due == null) {
      return false;
    }
    fire(due);
    return true;
  }

  /**
   * Fires one timer that is due, if there is one, without waiting; called by a thread that holds no
   * locks.
   */
  boolean fireDue() {
    Waiter due;
    lock.lock();
    try {
      Timer first = first();
      due = first == null || first.nanosLeft(time) > 0 ? null : remove(first);
    } finally {
      lock.unlock();
    }
    if (due != null) {
      fire(due);
    }
    return due != null;
  }

  private static void fire(Waiter due) {
    if (due.claim()) {
      due.sync().wakeOrComplete();
    }
  }

  /** Waits for the next timer that is due; null when the thread should end. */
  private Waiter next() {
    lock.lock();
    try {
      boolean idle = false;
      while (true) {
        Timer first = first();
        if (first != null) {
          long left = first.nanosLeft(time);
          if (left <= 0) {
            return remove(first);
          }
          await(left);
        } else if (idle) {
          running = false;
          return null;
        } else {
          idle = !await(TimeUnit.SECONDS.toNanos(KEEP_ALIVE_SECONDS));
        }
      }
    } finally {
      lock.unlock();
    }
  }

  /** Returns the timer to fire next; null if there is none. */
  private Timer first() {
    Timer nanos = byNanos.first();
    Timer clock = byClock.first();
    if (nanos == null || clock == null) {
      return nanos == null ? clock : nanos;
    }
    return nanos.nanosLeft(time) <= clock.nanosLeft(time) ? nanos : clock;
  }

  private Waiter remove(Timer first) {
    Waiter waiter = first.waiter();
    heapOf(first).removeFirst();
    return waiter;
  }

  /** Waits for a time; false if the time is over. */
  private boolean await(long nanos) {
    try {
      return earlier.awaitNanos(nanos) > 0;
    } catch (InterruptedException stray) {
      // No code of ours interrupts this thread; it checks again.
      return true;
    }
  }
}
