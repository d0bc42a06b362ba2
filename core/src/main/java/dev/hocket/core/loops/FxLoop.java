package dev.hocket.core.loops;

import static java.lang.invoke.MethodType.methodType;

import dev.hocket.core.platform.LiveThreads;
import dev.hocket.core.platform.Optionals;
import dev.hocket.core.platform.Throwables;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;

/**
 * The JavaFX application thread, as target {@code fx}. JavaFX is no dependency, not even to compile
 * against: its two methods are looked up. Nothing here starts the toolkit.
 */
final class FxLoop implements ToolkitLoop {
  /** JavaFX gives its thread this name. */
  private static final String THREAD_NAME = "JavaFX Application Thread";

  private final MethodHandle isFxApplicationThread;
  private final MethodHandle runLater;

  private volatile boolean started;

  /** The loop's thread, to see when it ends; null until it is first seen. */
  private volatile Thread thread;

  /**
   * Finds JavaFX.
   *
   * @throws ReflectiveOperationException in a program without it
   */
  FxLoop() throws ReflectiveOperationException {
    Class<?> platform = Optionals.ofToolkit("javafx.application.Platform");
    MethodHandles.Lookup lookup = MethodHandles.publicLookup();
    isFxApplicationThread =
        lookup.findStatic(platform, "isFxApplicationThread", methodType(boolean.class));
    runLater = lookup.findStatic(platform, "runLater", methodType(void.class, Runnable.class));
  }

  @Override
  public String name() {
    return "fx";
  }

  // Any thread may have the name, so JavaFX is asked; but not before it is started, because the
  // call makes it load its toolkit, threads and all.
  @Override
  public boolean isLoopThread() {
    Thread current = Thread.currentThread();
    if (!hasItsName(current) || !isStarted() || !isFxApplicationThread()) {
      return false;
    }
    thread = current;
    return true;
  }

  // Once JavaFX begins to exit, it drops tasks silently. Tasks that arrive before its thread has
  // ended are rejected when isAlive turns false.
  @Override
  public void post(Runnable task) {
    runLater(task);
    if (thread == null) {
      thread = LiveThreads.find(FxLoop::hasItsName).orElse(null);
    }
    if (thread == null || !thread.isAlive()) {
      throw new IllegalStateException("JavaFX has exited, and it starts only once in a program");
    }
  }

  @Override
  public boolean isAlive() {
    return thread == null || thread.isAlive();
  }

  private boolean isStarted() {
    if (!started) {
      try {
        runLater(() -> {});
      } catch (IllegalStateException notYet) {
        return false;
      }
    }
    return true;
  }

  private boolean isFxApplicationThread() {
    try {
      return (boolean) isFxApplicationThread.invokeExact();
    } catch (Throwable failed) {
      throw Throwables.sneak(failed);
    }
  }

  private void runLater(Runnable task) {
    try {
      runLater.invokeExact(task);
      started = true;
    } catch (IllegalStateException notStarted) {
      throw new IllegalStateException(
          "JavaFX is not started; Application.launch or Platform.startup does it", notStarted);
    } catch (Throwable failed) {
      throw Throwables.sneak(failed);
    }
  }

  private static boolean hasItsName(Thread thread) {
    return thread.getName().equals(THREAD_NAME);
  }
}
