package dev.hocket.events.choice;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;

/**
 * Synchronises as a suspended handler does, but on a thread, which parks while a handler would have
 * none.
 */
public final class SuspendedPeek {
  private SuspendedPeek() {}

  /**
   * Calls {@link Synchronizer#sync(Branches)} with the waiter of a handler. An interrupt stands for
   * a cancel of the handler.
   *
   * @param branches the branches
   * @return the value
   * @throws InterruptedException if the thread is interrupted before the commit
   */
  public static Object sync(Branches branches) throws InterruptedException {
    SuspendedSync sync = new SuspendedSync(branches);
    AtomicBoolean isWoken = new AtomicBoolean();
    Thread thread = Thread.currentThread();
    boolean interrupted = false;
    if (sync.start(() -> wake(isWoken, thread))) {
      while (!isWoken.get()) {
        LockSupport.park();
        if (Thread.interrupted()) {
          if (sync.withdraw()) {
            throw new InterruptedException();
          }
          interrupted = true;
        }
      }
    }
    if (interrupted) {
      thread.interrupt();
    }
    return sync.result();
  }

  private static void wake(AtomicBoolean isWoken, Thread thread) {
    isWoken.set(true);
    LockSupport.unpark(thread);
  }
}
