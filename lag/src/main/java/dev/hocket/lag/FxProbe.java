package dev.hocket.lag;

import java.lang.reflect.Method;
import java.util.Collection;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Posts a probe to JavaFX's application thread. It finds JavaFX by reflection, in the class loader
 * of the program, because the agent is not compiled against it.
 */
final class FxProbe implements Runnable {
  private static final AtomicInteger PENDING = new AtomicInteger();

  private static volatile Toolkit toolkit;

  /** JavaFX's thread, once it has run a task. */
  private static volatile Thread thread;

  /** When the oldest unhandled probe was due; 0 if there is none. */
  private static volatile long oldest;

  private final long due;

  private FxProbe(long due) {
    this.due = due;
  }

  /**
   * What is called of JavaFX.
   *
   * @param windows lists the windows that are shown
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

  // Runs later, because at this point a class of JavaFX is being loaded, and the lookup would load
  // others meanwhile.
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
      // Without a window JavaFX may be about to exit, which it decides at the end of a task; a
      // probe would be such a task.
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

  /** The stack of JavaFX's thread while a probe is late, or null. */
  static Dispatches.Running running() {
    long since = oldest;
    Thread itself = thread;
    return since == 0 || itself == null ? null : new Dispatches.Running(itself, since);
  }
}
