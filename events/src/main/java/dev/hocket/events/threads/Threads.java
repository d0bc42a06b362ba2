package dev.hocket.events.threads;

import java.util.concurrent.ThreadFactory;

/**
 * Makes the threads of {@code spawn} and of post-consumption actions, by the factory of {@code
 * Events.setThreadFactory}, and short-lived threads for the library itself. The owners of timers
 * and of input and output make their long-lived threads themselves.
 */
public final class Threads {
  // All have the same name: with numbers, each name would take 56 bytes on the heap.
  private static final ThreadFactory SPAWNED = Thread.ofVirtual().name("events").factory();

  /**
   * For actions that any thread may trigger; they must not inherit that thread's inheritable
   * thread-locals.
   */
  private static final ThreadFactory APART =
      Thread.ofVirtual().name("events-action").inheritInheritableThreadLocals(false).factory();

  /** The program's factory, or null. */
  private static volatile ThreadFactory factory;

  private Threads() {}

  /** Sets the factory; null restores virtual threads. */
  public static void use(ThreadFactory other) {
    factory = other;
  }

  /** Makes a thread for the calling one. */
  public static Thread make(Runnable body) {
    return by(SPAWNED, body);
  }

  /** Starts a thread for a post-consumption action. */
  public static void startAction(Runnable body) {
    by(APART, body).start();
  }

  /** Starts a thread of the library itself, which the program's factory does not make. */
  static void startVirtual(Runnable body) {
    APART.newThread(body).start();
  }

  private static Thread by(ThreadFactory ours, Runnable body) {
    ThreadFactory theirs = factory;
    return (theirs == null ? ours : theirs).newThread(body);
  }

  /**
   * Passes a failure that no code can wait for to the calling thread's uncaught handler. An
   * exception of the handler is ignored, as at the end of a thread, because the calling thread has
   * other waiters to notify.
   */
  public static void report(Throwable failure) {
    Thread thread = Thread.currentThread();
    try {
      thread.getUncaughtExceptionHandler().uncaughtException(thread, failure);
    } catch (Throwable ignored) {
      // Ignored: see above.
    }
  }
}
