package dev.hocket.core.exit;

/** Makes the thread of a test the one on which a keeper rests. */
public final class Resting {
  private Resting() {}

  /** From now on the next wake of the keeper goes to the calling thread. */
  public static void begin(Keeper keeper) {
    keeper.resting.set(Thread.currentThread());
  }

  /** Whether the keeper has not been woken since. */
  public static boolean isGoingOn(Keeper keeper) {
    return keeper.resting.get() == Thread.currentThread();
  }

  /** Ends the rest if the keeper has not been woken. */
  public static void end(Keeper keeper) {
    keeper.resting.compareAndSet(Thread.currentThread(), null);
  }
}
