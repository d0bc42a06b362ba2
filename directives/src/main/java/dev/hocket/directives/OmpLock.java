package dev.hocket.directives;

/**
 * A lock of OpenMP, created by {@link Omp#initLock} or {@link Omp#initNestLock}. While a thread
 * waits for it, other blocks of its target may run, see {@link dev.hocket.core.Blocking}.
 */
public final class OmpLock {
  private final PoliteLock lock;
  private final boolean nests;
  private volatile boolean destroyed;

  OmpLock(boolean nests) {
    this.nests = nests;
    this.lock = new PoliteLock(nests ? "nestable lock" : "lock");
  }

  void set() {
    checkUsable();
    if (!nests && lock.isHeld()) {
      throw new IllegalStateException(
          "the thread has set this lock already and would wait for itself; use initNestLock");
    }
    lock.lock(Thread.currentThread().getName());
  }

  /** How many times the calling thread has set the lock; 0 if another thread has it. */
  int test() {
    checkUsable();
    return !nests && lock.isHeld() || !lock.tryLock() ? 0 : lock.entries();
  }

  void unset() {
    checkUsable();
    lock.unlock();
  }

  void destroy() {
    destroyed = true;
  }

  private void checkUsable() {
    if (destroyed) {
      throw new IllegalStateException("the lock has been destroyed; initLock makes a new one");
    }
  }
}
