package dev.hocket.directives;

import java.util.concurrent.atomic.AtomicIntegerArray;

/**
 * For code that Hocket compiled: {@code //#omp atomic} (OpenMP 5.2, section 15.8.4). Between {@link
 * #enter} and {@link #exit} a thread reads and writes one variable, with the value computed before,
 * which takes a few nanoseconds and runs no code of the user.
 *
 * <p>A holder (the object of a field, the box of a local, an array with an index) belongs to one of
 * a fixed number of spin locks, by its identity and the index. Everything a thread did before
 * {@link #exit} happens-before the next {@link #enter} for the same holder.
 */
public final class Atomic {
  private static final int LOCKS = 64;

  /**
   * The distance between two locks: each has its own cache line of 64 bytes, so that different
   * locks do not slow one another down.
   */
  private static final int STRIDE = 16;

  /** The number of polls before a thread yields: the thread inside may have lost its processor. */
  private static final int SPINS = 100;

  private static final AtomicIntegerArray TAKEN = new AtomicIntegerArray(LOCKS * STRIDE);

  private Atomic() {}

  /**
   * Acquires the holder's lock, spinning while another thread has it. A thread may enter for only
   * one holder at a time.
   *
   * @param holder the object, array or box that contains the variable
   */
  public static void enter(Object holder) {
    acquire(lockOf(holder, 0));
  }

  /**
   * Acquires the lock of an element, so that threads which access different elements of an array
   * rarely wait for one another.
   *
   * @param array the array
   * @param index the index, which need not be valid
   */
  public static void enter(Object array, int index) {
    acquire(lockOf(array, index));
  }

  private static void acquire(int lock) {
    int spins = 0;
    while (TAKEN.getOpaque(lock) != 0 || !TAKEN.compareAndSet(lock, 0, 1)) {
      if (++spins % SPINS == 0) {
        Thread.yield();
      } else {
        Thread.onSpinWait();
      }
    }
  }

  /**
   * Releases the holder's lock.
   *
   * @param holder the argument of {@link #enter}
   */
  public static void exit(Object holder) {
    TAKEN.setRelease(lockOf(holder, 0), 0);
  }

  /**
   * Releases the lock of an element.
   *
   * @param array the first argument of {@link #enter(Object, int)}
   * @param index the second argument
   */
  public static void exit(Object array, int index) {
    TAKEN.setRelease(lockOf(array, index), 0);
  }

  private static int lockOf(Object holder, int index) {
    int hash = System.identityHashCode(holder) + index;
    return ((hash ^ hash >>> 16) & LOCKS - 1) * STRIDE;
  }
}
