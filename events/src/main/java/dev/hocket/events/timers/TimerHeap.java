package dev.hocket.events.timers;

import dev.hocket.events.waiting.Waiter;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Stream;

/**
 * The timers of one clock: a heap by the times at which they are due. All methods need its lock.
 *
 * <p>Adding takes logarithmic time. Cancelling takes constant time, amortized: most timers are
 * cancelled, so cancelling only unlinks the waiter, and the heap is rebuilt when more than half of
 * it is cancelled. So at most half of the timers, or {@link #FIRST_LENGTH}, are cancelled ones.
 */
final class TimerHeap {
  static final int FIRST_LENGTH = 64;

  /** The time between two readings of the system's clock, which may be changed meanwhile. */
  private static final long MOST_NANOS_BY_CLOCK = TimeUnit.SECONDS.toNanos(10);

  /** One timer, which is the waiter's value until the timer is due or cancelled. */
  static final class Timer {
    /** The waiter; null when the timer is cancelled. */
    private Waiter waiter;

    /** The time of the system's clock when the timer is due; null if {@link #nanos} is. */
    private final Instant instant;

    private final long nanos;

    /** The timer's number: if two timers are due at the same time, the earlier one fires first. */
    private final int number;

    private Timer(Waiter waiter, Instant instant, long nanos, int number) {
      this.waiter = waiter;
      this.instant = instant;
      this.nanos = nanos;
      this.number = number;
    }

    Waiter waiter() {
      return waiter;
    }

    /** Whether the timer is due by the system's clock. */
    boolean isByClock() {
      return instant != null;
    }

    /**
     * Returns the longest time until the timer is due, in nanoseconds; 0 or less if it is. If the
     * system's clock is changed, it may give another answer later.
     */
    long nanosLeft(Time time) {
      if (instant == null) {
        return nanos - time.nanos();
      }
      return Math.min(
          MOST_NANOS_BY_CLOCK, Timeout.saturated(Duration.between(time.instant(), instant)));
    }

    private boolean isBefore(Timer other) {
      int order =
          instant == null ? Long.signum(nanos - other.nanos) : instant.compareTo(other.instant);
      return order == 0 ? number - other.number < 0 : order < 0;
    }
  }

  private final ReentrantLock lock;
  private Timer[] heap = new Timer[FIRST_LENGTH];
  private int size;
  private int added;

  /** The number of cancelled timers in the heap. */
  private int cancelled;

  /** Makes a heap that a lock guards. */
  TimerHeap(ReentrantLock lock) {
    this.lock = lock;
  }

  /**
   * Adds a timer that is due at an instant or, if that is null, at a nano time.
   *
   * @return whether it is due before all others, cancelled ones included
   */
  boolean add(Waiter waiter, Instant instant, long nanos) {
    assert lock.isHeldByCurrentThread();
    makeRoom();
    Timer timer = new Timer(waiter, instant, nanos, added++);
    waiter.setValue(timer);
    up(timer, size++);
    return heap[0] == timer;
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
    return heap.length;
  }

  /** Counts the timers that are neither due nor cancelled. */
  int size() {
    return size - cancelled;
  }

  /** Counts the cancelled timers that are still in the heap. */
  int cancelled() {
    return cancelled;
  }

  /** Returns the waiters, in no order. */
  Stream<Waiter> waiters() {
    return Arrays.stream(heap, 0, size).map(Timer::waiter).filter(Objects::nonNull);
  }

  void cancel(Timer timer) {
    assert lock.isHeldByCurrentThread();
    timer.waiter.setValue(null);
    timer.waiter = null;
    cancelled++;
    if (cancelled > Math.max(FIRST_LENGTH, size / 2)) {
      removeCancelled();
    }
  }

  /** Returns the timer that is due first, and removes cancelled ones before it; null if none is. */
  Timer first() {
    assert lock.isHeldByCurrentThread();
    while (size > 0 && heap[0].waiter == null) {
      removeTop();
      cancelled--;
    }
    return heap[0];
  }

  /** Removes the timer that is due first, which {@link #first} has returned. */
  void removeFirst() {
    heap[0].waiter.setValue(null);
    removeTop();
  }

  private void removeTop() {
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
