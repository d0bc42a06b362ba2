package dev.hocket.core.loops;

import java.awt.EventQueue;

/** The event thread of AWT and Swing, as target {@code edt}. */
public final class SwingLoop implements ToolkitLoop {
  /**
   * The class of the event thread, by name: it is not public, and calling {@link
   * EventQueue#isDispatchThread} would start the toolkit in programs that do not use it.
   */
  private static final String THREAD_CLASS = "java.awt.EventDispatchThread";

  @Override
  public String name() {
    return "edt";
  }

  @Override
  public boolean isLoopThread() {
    return isEventThread(Thread.currentThread());
  }

  @Override
  public void post(Runnable task) {
    EventQueue.invokeLater(task);
  }

  // While AWT's thread has no events it ends, and starts again for the next.
  @Override
  public boolean isAlive() {
    return true;
  }

  /** Returns whether a thread is the event thread of AWT. */
  public static boolean isEventThread(Thread thread) {
    return thread.getClass().getName().equals(THREAD_CLASS);
  }
}
