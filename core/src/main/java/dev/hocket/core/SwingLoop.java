package dev.hocket.core;

import java.awt.EventQueue;

/** The event thread of AWT and Swing, as target {@code edt}. */
final class SwingLoop implements LoopDriver {
  /**
   * The class of the event thread, by name: it is not public, and to ask {@link
   * EventQueue#isDispatchThread} would start the toolkit in programs that do not use it.
   */
  static final String THREAD_CLASS = "java.awt.EventDispatchThread";

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

  static boolean isEventThread(Thread thread) {
    return thread.getClass().getName().equals(THREAD_CLASS);
  }
}
