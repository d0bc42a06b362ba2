package dev.hocket.core;

import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Keeps the JVM alive while blocks are queued, running or suspended: a thread that is not a daemon
 * and looks every {@value #PERIOD_MILLIS} ms whether there is work. When there is none it ends, so
 * an idle program exits by itself; the next block starts it again.
 *
 * <p>No block is overlooked: a submitter queues its block and then looks at {@link #RUNNING}; a
 * keeper that ends clears {@link #RUNNING} and then looks for blocks once more. Both are volatile
 * accesses, so at least one of the two sees the other.
 */
final class Keeper {
  private static final long PERIOD_MILLIS = 20;
  private static final AtomicBoolean RUNNING = new AtomicBoolean();

  private Keeper() {}

  static void keepAlive() {
    if (!RUNNING.get() && RUNNING.compareAndSet(false, true)) {
      start();
    }
  }

  private static void start() {
    try {
      Thread keeper = new Thread(null, Keeper::watch, "hocket-keeper", 0, false);
      keeper.setDaemon(false);
      keeper.start();
    } catch (Throwable noThread) {
      // The block has been taken and will run; the next hand-over tries again.
      RUNNING.set(false);
    }
  }

  private static void watch() {
    do {
      do {
        pause();
        lookAfterTargets();
      } while (hasWork());
      RUNNING.set(false);
    } while (hasWork() && RUNNING.compareAndSet(false, true));
  }

  private static void lookAfterTargets() {
    try {
      Targets.made().forEach(Keeper::rejectIfDead);
      Targets.made().forEach(target -> target.suspended().goOnWithStalled());
      Targets.forgetIdle();
    } catch (OutOfMemoryError noMemory) {
      // The next look is soon.
    }
  }

  private static boolean hasWork() {
    for (Target target : Targets.made()) {
      if (target.isBusy()) {
        return true;
      }
    }
    return false;
  }

  private static void rejectIfDead(Target target) {
    if (target instanceof EventLoop loop) {
      try {
        loop.rejectIfDead();
      } catch (RuntimeException | Error failed) {
        // A driver that cannot say whether it is alive must not end the program early.
        loop.tellOnce(failed);
      }
    }
  }

  private static void pause() {
    try {
      Thread.sleep(PERIOD_MILLIS);
    } catch (InterruptedException ignored) {
      // Nobody has a reason to interrupt this thread; it goes on looking.
    }
  }
}
