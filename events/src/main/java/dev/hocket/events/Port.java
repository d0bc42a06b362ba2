package dev.hocket.events;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Something that syncs meet at: a lock, and a place in the order of all locks.
 *
 * <p>The lock is a spin lock, for what it guards takes some tens of nanoseconds and never runs the
 * program's code; only to write a variable, to close, to count and to dump takes longer where many
 * wait. Two rules keep it harmless, on virtual threads too:
 *
 * <ol>
 *   <li>The holder of a lock neither parks nor yields, so it always has a carrier and goes on.
 *   <li>A thread that needs several locks acquires them in the order of {@link #id}, and releases
 *       all before it yields because one of them is taken.
 * </ol>
 *
 * <p>{@link #lock} is an acquiring and {@link #unlock} a releasing access of one word: what was
 * done under the lock happens-before what the next holder does. The word is a version too, as that
 * of a sequence lock: what is read between two equal ones is as it was at one instant.
 */
abstract class Port {
  static final Comparator<Port> ORDER = Comparator.comparingLong(port -> port.id);

  /** Sorting fewer by insertion is quicker. */
  private static final int MANY = 12;

  /** After so long a pause in vain the thread yields: the holder may be waiting for a processor. */
  private static final int LONGEST_PAUSE = 8;

  /** A step under a lock takes about half as long as a spin, or less. */
  private static final int STEPS_A_SPIN = 2;

  /** Spins: about a microsecond, in which much has been done. */
  private static final int LONGEST_REST = 32;

  /** After so many rests in vain the thread yields. */
  private static final int RESTS = 8;

  private static final AtomicLong IDS = new AtomicLong();
  private static final VarHandle VERSION;

  static {
    try {
      VERSION = MethodHandles.lookup().findVarHandle(Port.class, "version", int.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  final long id = IDS.incrementAndGet();

  /** Odd while the port is locked; every lock and every unlock makes it one more. */
  private int version;

  final void lock() {
    while (!tryLock()) {
      Thread.yield();
    }
  }

  /**
   * Acquires the lock, backing off first if it is taken: for about as long as other threads take
   * for so many steps, which they can make without this one. So one of them acquires it many times
   * in a row, and keeps the cache lines of what it guards.
   */
  final void lockWithoutHaste(int steps) {
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

  final void unlock() {
    VERSION.setRelease(this, version + 1);
  }

  /** If it is the same twice, and not that of a locked port, nothing has changed in between. */
  final int version() {
    return (int) VERSION.getAcquire(this);
  }

  static boolean isLocked(int version) {
    return (version & 1) != 0;
  }

  /**
   * Looks before it tries, and pauses longer each time, so that spinning threads leave the cache
   * line to the holder: it often comes back for the lock several times before they look again.
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

  final boolean tryLockAtOnce() {
    int seen = (int) VERSION.getOpaque(this);
    if (isLocked(seen) || !VERSION.weakCompareAndSetAcquire(this, seen, seen + 1)) {
      return false;
    }
    // A reader without the lock sees that it is locked before anything that changes under it.
    VarHandle.storeStoreFence();
    return true;
  }

  private static void pause(int times) {
    for (int i = 0; i < times; i++) {
      Thread.onSpinWait();
    }
  }

  /** The first ports of an array in the order in which they are locked, each once. */
  static Port[] sorted(Port[] ports, int count) {
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

  /** Locks all; they are {@link #sorted}. */
  static void lockAll(Port[] sorted) {
    while (!tryLockAll(sorted)) {
      Thread.yield();
    }
  }

  static void unlockAll(Port[] ports) {
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
   * The waiters at a port, and what they wait for.
   *
   * @param left how many asynchronous sends wait before the waiters, of which only the value is
   *     known
   */
  record Waiting(String what, int left, List<Waiter> waiters) {}

  /** How waiters here spin; null if spinning is not worth a try. */
  AdaptiveSpin spin() {
    return null;
  }

  /** The waiters now: a copy. Under the lock. */
  abstract List<Waiting> queues();

  final List<Waiting> whoWaits() {
    lock();
    try {
      return queues();
    } finally {
      unlock();
    }
  }

  /** How many wait in one of its queues. */
  final int waitingIn(WaitQueue queue) {
    lock();
    try {
      return queue.size();
    } finally {
      unlock();
    }
  }

  /** What the program calls it, for messages. */
  abstract String name();

  @Override
  public String toString() {
    return name();
  }
}
