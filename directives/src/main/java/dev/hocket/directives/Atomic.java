package dev.hocket.directives;

import java.util.concurrent.atomic.AtomicIntegerArray;

/**
 * For code that Hocket compiled: {@code //#omp atomic} (OpenMP 5.2, section 15.8.4). Between {@link
 * #enter} and {@link #exit} a thread reads and writes one variable, with the value computed before,
 * which takes a few nanoseconds and runs no code of the user.
 *
 * <p>A holder (the object of a field, an array, the box of a local) belongs to one of a fixed
 * number of spin locks, by its identity. Everything a thread did before {@link #exit}
 * happens-before the next {@link #enter} for the same holder.
 */
public final class Atomic {
  private static final int LOCKS = 64;

  /**
   * A cache line of 64 bytes for each lock, so that different ones do not slow one another down.
   */
  private static final int STRIDE = 16;

  /** How often a thread polls before it yields: the thread inside may have lost its processor. */
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
    int lock = lockOf(holder);
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
   * Lets others in again.
   *
   * @param holder what {@link #enter} was called with
   */
  public static void exit(Object holder) {
    TAKEN.setRelease(lockOf(holder), 0);
  }

  private static int lockOf(Object holder) {
    int hash = System.identityHashCode(holder);
    return ((hash ^ hash >>> 16) & LOCKS - 1) * STRIDE;
  }
}
