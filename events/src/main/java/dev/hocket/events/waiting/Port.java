package dev.hocket.events.waiting;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The place where synchronisations meet, such as a channel: a lock, and a position in the order of
 * all locks.
 *
 * <p>The lock is a spin lock, because the work under it takes some tens of nanoseconds and never
 * runs the program's code; only writing a variable, closing, counting and dumping take longer if
 * there are many waiters. Two rules keep it harmless, on virtual threads too:
 *
 * <ol>
 *   <li>The holder of a lock neither parks nor yields, so it always has a carrier and makes
 *       progress.
 *   <li>A thread that needs several locks acquires them in the order of {@link #id}, and releases
 *       all before it yields because one of them is held by another thread.
 * </ol>
 *
 * <p>{@link #lock} is an acquiring and {@link #unlock} a releasing access of one word: the actions
 * of one holder happen-before those of the next.
 */
public abstract class Port {
  static final Comparator<Port> ORDER = Comparator.comparingLong(port -> port.id);

  /** The number of ports from which on {@link Arrays#sort} is faster than insertion. */
  private static final int MANY = 12;

  /**
   * The longest pause, in spins, after which the thread yields: the holder may be waiting for a
   * processor.
   */
  private static final int LONGEST_PAUSE = 8;

  /** The number of steps under a lock that take as long as one spin, or less. */
  private static final int STEPS_A_SPIN = 2;

  /** The longest back-off in {@link #lockBackingOff}, in spins: about a microsecond. */
  private static final int LONGEST_REST = 32;

  /** The number of back-offs after which the thread yields. */
  private static final int RESTS = 8;

  private static final AtomicLong IDS = new AtomicLong();
  private static final VarHandle LOCKED;

  static {
    try {
      LOCKED = MethodHandles.lookup().findVarHandle(Port.class, "locked", int.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  public final long id = IDS.incrementAndGet();

  /** 1 while the port is locked, else 0. */
  private int locked;

  public final void lock() {
    while (!tryLock()) {
      Thread.yield();
    }
  }

  /**
   * Backs off before acquiring a contended lock, for about as long as other threads need for the
   * given number of steps, which they can do without this thread. So one of them acquires the lock
   * many times in a row, and keeps the guarded data in its cache.
   */
  protected final void lockBackingOff(int steps) {
    int pause = Math.min(steps / STEPS_A_SPIN, LONGEST_REST);
    if (pause <= 1) {
      lock();
      return;
    }
    for (int pauses = 1; ; pauses++) {
      pause(pause);
      if (tryLockAtOnce()) {
        return;
      }
      if (pauses % RESTS == 0) {
        Thread.yield();
      }
    }
  }

  public final void unlock() {
    LOCKED.setRelease(this, 0);
  }

  /**
   * Reads the lock before the compare-and-set, and pauses longer each time, so that spinning
   * threads leave the cache line to the holder, which often acquires the lock again several times
   * before they read it.
   */
  private boolean tryLock() {
    for (int pause = 1; ; pause *= 2) {
      if (tryLockAtOnce()) {
        return true;
      }
      if (pause > LONGEST_PAUSE) {
        return false;
      }
      pause(pause);
    }
  }

  protected final boolean tryLockAtOnce() {
    return (int) LOCKED.getOpaque(this) == 0 && LOCKED.weakCompareAndSetAcquire(this, 0, 1);
  }

  private static void pause(int times) {
    for (int i = 0; i < times; i++) {
      Thread.onSpinWait();
    }
  }

  /** Sorts the first ports of an array into locking order, and drops duplicates. */
  public static Port[] sorted(Port[] ports, int count) {
    if (count >= MANY) {
      Arrays.sort(ports, 0, count, ORDER);
    }
    int size = 0;
    for (int i = 0; i < count; i++) {
      Port port = ports[i];
      int at = size;
      while (at > 0 && ports[at - 1].id > port.id) {
        at--;
      }
      if (at == 0 || ports[at - 1] != port) {
        System.arraycopy(ports, at, ports, at + 1, size - at);
        ports[at] = port;
        size++;
      }
    }
    return size == ports.length ? ports : Arrays.copyOf(ports, size);
  }

  /** Locks ports that are {@link #sorted}. */
  public static void lockAll(Port[] sorted) {
    while (!tryLockAll(sorted)) {
      Thread.yield();
    }
  }

  public static void unlockAll(Port[] ports) {
    unlockAll(ports, ports.length);
  }

  private static void unlockAll(Port[] ports, int count) {
    for (int i = 0; i < count; i++) {
      ports[i].unlock();
    }
  }

  private static boolean tryLockAll(Port[] sorted) {
    for (int i = 0; i < sorted.length; i++) {
      if (!sorted[i].tryLock()) {
        unlockAll(sorted, i);
        return false;
      }
    }
    return true;
  }

  /**
   * The waiters at a port, and their operation.
   *
   * @param left the number of asynchronous sends that wait before the waiters, of which only the
   *     value is known
   */
  public record Waiting(String what, int left, List<Waiter> waiters) {}

  /** Decides whether waiters at this port spin; null if they never do. */
  public AdaptiveSpin spin() {
    return null;
  }

  /** Returns a copy of the present waiters; called under the lock. */
  protected abstract List<Waiting> queues();

  final List<Waiting> waiters() {
    lock();
    try {
      return queues();
    } finally {
      unlock();
    }
  }

  /** Counts the waiters in one of the port's queues. */
  public final int waitingIn(WaitQueue queue) {
    lock();
    try {
      return queue.size();
    } finally {
      unlock();
    }
  }

  /** The name that the program gave the port, for messages. */
  public abstract String name();

  @Override
  public String toString() {
    return name();
  }
}
