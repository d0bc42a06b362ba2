package dev.hocket.core.exit;

/** Lets a keeper rest on the thread of a test. */
public final class Resting {
  private Resting() {}

  /** Directs the next wake of the keeper to the calling thread. */
  public static void begin(Keeper keeper) {
    keeper.resting.set(Thread.currentThread());
  }

  /** Returns whether the keeper has not been woken since. */
  public static boolean isGoingOn(Keeper keeper) {
    return keeper.resting.get() == Thread.currentThread();
  }

  /** Ends the rest if the keeper has not been woken. */
  public static void end(Keeper keeper) {
    keeper.resting.compareAndSet(Thread.currentThread(), null);
  }
}
