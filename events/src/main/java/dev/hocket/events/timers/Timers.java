package dev.hocket.events.timers;

import dev.hocket.events.threads.Threads;
import dev.hocket.events.waiting.Waiter;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * All timers of all events: a heap by deadline and one thread, which ends when there have been no
 * timers for a while.
 *
 * <p>Adding takes logarithmic time. Cancelling takes constant time, amortized: most timers are
 * cancelled, so cancelling only unlinks the waiter, and the heap is rebuilt when more than half of
 * it is cancelled. So at most half of the timers, or {@link #FIRST_LENGTH}, are cancelled ones.
 */
public final class Timers {
  private static volatile Timers shared = new Timers(Time.SYSTEM);

  private static final long KEEP_ALIVE_SECONDS = 5;
  static final int FIRST_LENGTH = 64;

  /** One timer, which is the waiter's value until the timer is due or cancelled. */
  static final class Timer {
    /** The waiter; null when the timer is cancelled. */
    private Waiter waiter;

    private final Deadline deadline;
    private long nanos;

    /** The timer's number: if two timers are due at the same time, the earlier one fires first. */
    private final int number;

    private Timer(Waiter waiter, Deadline deadline, long nanos, int number) {
      this.waiter = waiter;
      this.deadline = deadline;
      this.nanos = nanos;
      this.number = number;
    }

    boolean isBefore(Timer other) {
      return nanos == other.nanos ? number - other.number < 0 : nanos - other.nanos < 0;
    }
  }

  /** The time at which a timer is due; a clock that was changed may give another answer later. */
  @FunctionalInterface
  interface Deadline {
    /** Returns the longest time until then, in nanoseconds; 0 or less if it is over. */
    long nanosLeft();
  }

  private final Time time;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition earlier = lock.newCondition();
  private Timer[] heap = new Timer[FIRST_LENGTH];
  private int size;
  private int added;

  /** The number of cancelled timers in the heap. */
  private int cancelled;

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

  void add(Waiter waiter, Deadline deadline) {
    lock.lock();
    try {
      if (!running) {
        time.start(this::run);
        running = true;
      }
      makeRoom();
      Timer timer = new Timer(waiter, deadline, time.nanos() + deadline.nanosLeft(), added++);
      waiter.setValue(timer);
      up(timer, size++);
      if (heap[0] == timer) {
        earlier.signal();
      }
    } finally {
      lock.unlock();
    }
  }

  /** Makes room for one more timer, and releases memory that many timers needed before. */
  private void makeRoom() {
    if (size == heap.length) {
      heap = Arrays.copyOf(heap, 2 * size);
    } else if (size < heap.length / 8 && heap.length > FIRST_LENGTH) {
      heap = Arrays.copyOf(heap, heap.length / 2);
    }
  }

  /** Returns the number of timers that there is room for. */
  int room() {
    lock.lock();
    try {
      return heap.length;
    } finally {
      lock.unlock();
    }
  }

  /** Cancels a waiter's timer, unless it has fired. */
  void cancel(Waiter waiter) {
    lock.lock();
    try {
      if (waiter.value() instanceof Timer timer) {
        waiter.setValue(null);
        timer.waiter = null;
        cancelled++;
        if (cancelled > Math.max(FIRST_LENGTH, size / 2)) {
          removeCancelled();
        }
      }
    } finally {
      lock.unlock();
    }
  }

  /** Counts the timers that are neither due nor cancelled. */
  int size() {
    lock.lock();
    try {
      return size - cancelled;
    } finally {
      lock.unlock();
    }
  }

  /** Returns a copy of the waiters, in no order. */
  public List<Waiter> waiters() {
    lock.lock();
    try {
      return Arrays.stream(heap, 0, size)
          .map(timer -> timer.waiter)
          .filter(Objects::nonNull)
          .toList();
    } finally {
      lock.unlock();
    }
  }

  /** Counts the cancelled timers that are still in the heap. */
  int cancelled() {
    lock.lock();
    try {
      return cancelled;
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
    Timer due = next();
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
    lock.lock();
    Timer due;
    try {
      due = due();
    } finally {
      lock.unlock();
    }
    if (due != null) {
      fire(due);
    }
    return due != null;
  }

  private static void fire(Timer due) {
    if (due.waiter.claim()) {
      due.waiter.sync().wakeOrComplete();
    }
  }

  /** Waits for the next timer that is due; null when the thread should end. */
  private Timer next() {
    lock.lock();
    try {
      boolean idle = false;
      while (size > 0 || !idle) {
        Timer due = due();
        if (due != null) {
          return due;
        }
        if (size == 0) {
          idle = !await(TimeUnit.SECONDS.toNanos(KEEP_ALIVE_SECONDS));
        } else {
          await(heap[0].nanos - time.nanos());
        }
      }
      running = false;
      return null;
    } finally {
      lock.unlock();
    }
  }

  /** Removes the first timer if it is due, and cancelled ones before it; null if it is not. */
  private Timer due() {
    while (size > 0) {
      Timer first = heap[0];
      long now = time.nanos();
      if (first.waiter == null) {
        removeFirst();
        cancelled--;
      } else if (first.nanos - now > 0) {
        return null;
      } else {
        long left = first.deadline.nanosLeft();
        if (left <= 0) {
          removeFirst();
          first.waiter.setValue(null);
          return first;
        }
        first.nanos = now + left;
        down(first, 0);
      }
    }
    return null;
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

  private void removeFirst() {
    Timer last = heap[--size];
    heap[size] = null;
    if (size > 0) {
      down(last, 0);
    }
  }

  /** Removes the cancelled timers. Allocates nothing, because it must not fail. */
  private void removeCancelled() {
    int kept = 0;
    for (int place = 0; place < size; place++) {
      if (heap[place].waiter != null) {
        heap[kept++] = heap[place];
      }
    }
    Arrays.fill(heap, kept, size, null);
    size = kept;
    cancelled = 0;
    for (int place = size / 2 - 1; place >= 0; place--) {
      down(heap[place], place);
    }
  }

  private void up(Timer timer, int from) {
    int place = from;
    while (place > 0) {
      int parent = (place - 1) / 2;
      if (!timer.isBefore(heap[parent])) {
        break;
      }
      heap[place] = heap[parent];
      place = parent;
    }
    heap[place] = timer;
  }

  private void down(Timer timer, int from) {
    int place = from;
    for (int child; (child = 2 * place + 1) < size; ) {
      if (child + 1 < size && heap[child + 1].isBefore(heap[child])) {
        child++;
      }
      if (!heap[child].isBefore(timer)) {
        break;
      }
      heap[place] = heap[child];
      place = child;
    }
    heap[place] = timer;
  }
}
