package dev.hocket.events.threads;

import java.util.concurrent.ThreadFactory;

/**
 * Makes the threads of what a program spawns and of post-consumption actions, as {@code
 * Events.setThreadFactory} says, and short-lived ones that the library needs for itself. Threads
 * that stay, as those of timers and of input and output do, are made by their owners.
 */
public final class Threads {
  // The same name for all: with numbers, each name would be 56 bytes on the heap.
  private static final ThreadFactory SPAWNED = Thread.ofVirtual().name("events").factory();

  /**
   * For actions that any thread may trigger; they must not inherit that thread's inheritable
   * thread-locals.
   */
  private static final ThreadFactory APART =
      Thread.ofVirtual().name("events-action").inheritInheritableThreadLocals(false).factory();

  /** The program's, or null. */
  private static volatile ThreadFactory factory;

  private Threads() {}

  /** Null brings virtual threads back. */
  public static void use(ThreadFactory other) {
    factory = other;
  }

  /** A thread that the calling one wants. */
  public static Thread make(Runnable body) {
    return by(SPAWNED, body);
  }

  /** A thread for a post-consumption action. */
  public static void startAction(Runnable body) {
    by(APART, body).start();
  }

  /** A thread of the library itself, which the program's factory does not make. */
  static void startVirtual(Runnable body) {
    APART.newThread(body).start();
  }

  private static Thread by(ThreadFactory ours, Runnable body) {
    ThreadFactory theirs = factory;
    return (theirs == null ? ours : theirs).newThread(body);
  }

  /**
   * Hands a failure that no code can wait for to the calling thread's uncaught handler. An
   * exception of the handler is ignored, as at the end of a thread: the calling thread has other
   * waiters to notify.
   */
  public static void report(Throwable failure) {
    Thread thread = Thread.currentThread();
    try {
      thread.getUncaughtExceptionHandler().uncaughtException(thread, failure);
    } catch (Throwable ignored) {
      // See above.
    }
  }
}
