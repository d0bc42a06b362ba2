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

  /** JavaFX's application thread; null until it has run a task. */
  private static volatile Thread thread;

  /** The time at which the oldest unhandled probe was due; 0 if there is none. */
  private static volatile long oldest;

  private final long due;

  private FxProbe(long due) {
    this.due = due;
  }

  /**
   * The methods of JavaFX that the probe calls.
   *
   * @param windows the method that lists the visible windows
   * @param runLater the method that posts a probe
   */
  private record Toolkit(Method windows, Method runLater) {}

  /**
   * Records that the program has loaded JavaFX.
   *
   * @param loader the class loader of JavaFX
   */
  static void found(ClassLoader loader) {
    Thread finder = new Thread(null, () -> find(loader), "hocket-lag-javafx");
    finder.setDaemon(true);
    finder.start();
  }

  // The lookup runs later: a class of JavaFX is being loaded now, and the lookup would load others
  // meanwhile.
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
      // Without a window JavaFX may be about to exit. It decides this at the end of a task, and a
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

  /** Records that the calling thread is JavaFX's application thread. */
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

  /** The stack of JavaFX's thread if a probe is late, or null. */
  static Dispatches.Running running() {
    long since = oldest;
    Thread itself = thread;
    return since == 0 || itself == null ? null : new Dispatches.Running(itself, since);
  }
}
