package dev.hocket.events;

import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * All timers of all events: a heap by deadline and one thread, which ends when there has been
 * nothing to wait for in a while. Adding and cancelling take logarithmic time and leave nothing.
 */
final class Timers {
  static final Timers SHARED = new Timers();

  private static final long KEEP_ALIVE_SECONDS = 5;
  private static final int FIRST_LENGTH = 64;

  /** One timer; the waiter's value while it is in the heap. */
  static final class Timer {
    private final Waiter waiter;
    private final Deadline deadline;
    private long nanos;
    private int place;

    private Timer(Waiter waiter, Deadline deadline, long nanos) {
      this.waiter = waiter;
      this.deadline = deadline;
      this.nanos = nanos;
    }
  }

  /** When a timer is due, as a clock of its own may tell anew. */
  @FunctionalInterface
  interface Deadline {
    /** How long it takes until then at most; 0 or less if it is over. */
    long nanosLeft();
  }

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition earlier = lock.newCondition();
  private Timer[] heap = new Timer[FIRST_LENGTH];
  private int size;
  private boolean running;

  private Timers() {}

  void add(Waiter waiter, Deadline deadline) {
    lock.lock();
    try {
      if (!running) {
        Thread thread = new Thread(null, this::run, "hocket-events-timer", 0, false);
        thread.setDaemon(true);
        thread.start();
        running = true;
      }
      if (size == heap.length) {
        heap = Arrays.copyOf(heap, 2 * size);
      }
      Timer timer = new Timer(waiter, deadline, System.nanoTime() + deadline.nanosLeft());
      waiter.value = timer;
      up(timer, size++);
      if (timer.place == 0) {
        earlier.signal();
      }
    } finally {
      lock.unlock();
    }
  }

  /** Takes a waiter's timer out if it is in. */
  void cancel(Waiter waiter) {
    lock.lock();
    try {
      if (waiter.value instanceof Timer timer) {
        waiter.value = null;
        remove(timer);
      }
    } finally {
      lock.unlock();
    }
  }

  int size() {
    lock.lock();
    try {
      return size;
    } finally {
      lock.unlock();
    }
  }

  private void run() {
    for (Timer due; (due = next()) != null; ) {
      Sync sync = due.waiter.sync;
      if (sync.claim(due.waiter.branch)) {
        try {
          sync.tell();
        } catch (Throwable failed) {
          // The other timers must not suffer for it.
          Threads.report(failed);
        }
      }
    }
  }

  /** Waits for the next timer that is due; null when the thread shall end. */
  private Timer next() {
    lock.lock();
    try {
      boolean idle = false;
      while (size > 0 || !idle) {
        long now = System.nanoTime();
        if (size == 0) {
          idle = !await(TimeUnit.SECONDS.toNanos(KEEP_ALIVE_SECONDS));
        } else if (heap[0].nanos - now > 0) {
          await(heap[0].nanos - now);
        } else {
          Timer timer = heap[0];
          long left = timer.deadline.nanosLeft();
          if (left <= 0) {
            remove(timer);
            timer.waiter.value = null;
            return timer;
          }
          timer.nanos = now + left;
          down(timer, 0);
        }
      }
      running = false;
      return null;
    } finally {
      lock.unlock();
    }
  }

  /** False if the time is over. */
  private boolean await(long nanos) {
    try {
      return earlier.awaitNanos(nanos) > 0;
    } catch (InterruptedException stray) {
      // Nobody has a reason to interrupt this thread; it looks again.
      return true;
    }
  }

  private void remove(Timer timer) {
    int place = timer.place;
    Timer last = heap[--size];
    heap[size] = null;
    if (last != timer) {
      up(last, place);
      if (last.place == place) {
        down(last, place);
      }
    }
  }

  private void up(Timer timer, int from) {
    int place = from;
    while (place > 0) {
      int parent = (place - 1) / 2;
      if (heap[parent].nanos - timer.nanos <= 0) {
        break;
      }
      put(heap[parent], place);
      place = parent;
    }
    put(timer, place);
  }

  private void down(Timer timer, int from) {
    int place = from;
    for (int child; (child = 2 * place + 1) < size; ) {
      if (child + 1 < size && heap[child + 1].nanos - heap[child].nanos < 0) {
        child++;
      }
      if (timer.nanos - heap[child].nanos <= 0) {
        break;
      }
      put(heap[child], place);
      place = child;
    }
    put(timer, place);
  }

  private void put(Timer timer, int place) {
    heap[place] = timer;
    timer.place = place;
  }
}
