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
    Thread keeper = new Thread(null, Keeper::watch, "hocket-keeper", 0, false);
    keeper.setDaemon(false);
    try {
      keeper.start();
    } catch (Throwable noThread) {
      RUNNING.set(false);
      throw noThread;
    }
  }

  private static void watch() {
    do {
      do {
        pause();
        Targets.made().forEach(Keeper::rejectIfDead);
      } while (hasWork());
      RUNNING.set(false);
    } while (hasWork() && RUNNING.compareAndSet(false, true));
    Targets.forgetIdle();
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
      loop.rejectIfDead();
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
