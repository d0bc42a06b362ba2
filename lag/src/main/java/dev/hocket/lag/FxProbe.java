package dev.hocket.lag;

import java.lang.reflect.Method;
import java.util.Collection;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A probe of JavaFX's application thread. JavaFX is looked up by name, in the loader that the
 * program has it from: the agent cannot be compiled against it.
 */
final class FxProbe implements Runnable {
  private static final AtomicInteger PENDING = new AtomicInteger();

  private static volatile Toolkit toolkit;

  /** JavaFX's thread, once it has run something. */
  private static volatile Thread thread;

  /** When the oldest probe was due that is not handled; 0 without one. */
  private static volatile long oldest;

  private final long due;

  private FxProbe(long due) {
    this.due = due;
  }

  /**
   * What is called of JavaFX.
   *
   * @param windows lists those that are shown
   * @param runLater posts a probe
   */
  private record Toolkit(Method windows, Method runLater) {}

  /**
   * The program has loaded JavaFX.
   *
   * @param loader of its classes
   */
  static void found(ClassLoader loader) {
    Thread finder = new Thread(null, () -> find(loader), "hocket-lag-javafx");
    finder.setDaemon(true);
    finder.start();
  }

  // Not within the loading of one of its classes, which would load others in the middle of it.
  private static void find(ClassLoader loader) {
    try {
      toolkit =
          new Toolkit(
              Class.forName("javafx.stage.Window", false, loader).getMethod("getWindows"),
              Class.forName("javafx.application.Platform", false, loader)
                  .getMethod("runLater", Runnable.class));
    } catch (ReflectiveOperationException e) {
      System.err.println("hocket: JavaFX gets no probes: " + e);
    }
  }

  static void post(long due) {
    Toolkit known = toolkit;
    if (known == null || PENDING.get() >= Probes.MOST_PENDING) {
      return;
    }
    try {
      // Without a window JavaFX may be about to end, and the end of a task is when it looks.
      if (((Collection<?>) known.windows.invoke(null)).isEmpty()) {
        return;
      }
      if (PENDING.getAndIncrement() == 0) {
        oldest = due;
      }
      known.runLater.invoke(null, new FxProbe(due));
    } catch (ReflectiveOperationException | RuntimeException notStarted) {
      toolkit = null;
    }
  }

  /** The calling thread is JavaFX's. */
  static void runsHere() {
    Thread here = Thread.currentThread();
    if (thread != here) {
      thread = here;
    }
  }

  @Override
  public void run() {
    runsHere();
    oldest = PENDING.decrementAndGet() == 0 ? 0 : System.nanoTime();
    ProbeEvent.record("fx", due);
  }

  /** What JavaFX's thread is at while it does not come to a probe, or null. */
  static Dispatches.Running running() {
    long since = oldest;
    Thread itself = thread;
    return since == 0 || itself == null ? null : new Dispatches.Running(itself, since);
  }
}
