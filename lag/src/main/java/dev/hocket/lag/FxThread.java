package dev.hocket.lag;

/**
 * The method that the rewritten JavaFX calls with each task for its application thread. JavaFX
 * itself records inputs and pulses.
 */
public final class FxThread {
  private FxThread() {}

  /**
   * Called before a task is posted.
   *
   * @param task the task
   * @return the task to post instead
   */
  public static Runnable recorded(Runnable task) {
    if (task == null || task instanceof FxProbe) {
      return task;
    }
    long posted = System.nanoTime();
    return () -> {
      FxProbe.runsHere();
      Dispatches.begin("fx", "runLater", false, System.nanoTime() - posted);
      try {
        task.run();
      } finally {
        Dispatches.end();
      }
    };
  }
}
