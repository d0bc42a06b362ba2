package dev.hocket.lag;

/**
 * What JavaFX calls with each task that is to run on its application thread. Inputs and pulses it
 * records itself.
 */
public final class FxThread {
  private FxThread() {}

  /**
   * Called before a task is posted.
   *
   * @param task the task
   * @return what is posted instead
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
