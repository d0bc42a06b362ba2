package dev.hocket.events;

import java.util.concurrent.ThreadFactory;

/**
 * Makes the threads of what a program spawns and of post-consumption actions, as {@link
 * Events#setThreadFactory} says, and short-lived ones that the library needs for itself. Threads
 * that stay, as those of timers and of input and output do, are made by their owners.
 */
final class Threads {
  // The same name for all: with numbers, each name would be 56 bytes on the heap.
  private static final ThreadFactory SPAWNED = Thread.ofVirtual().name("events").factory();

  /** For what any thread may set off, whose inheritable variables are none of its concern. */
  private static final ThreadFactory APART =
      Thread.ofVirtual().name("events-action").inheritInheritableThreadLocals(false).factory();

  /** The program's, or null. */
  private static volatile ThreadFactory factory;

  private Threads() {}

  /** Null brings virtual threads back. */
  static void use(ThreadFactory other) {
    factory = other;
  }

  /** A thread that the calling one wants. */
  static Thread make(Runnable body) {
    return by(SPAWNED, body);
  }

  /** A thread for a post-consumption action. */
  static void startAction(Runnable body) {
    by(APART, body).start();
  }

  /** A thread of the library's own, which is none of the program's factory. */
  static void startVirtual(Runnable body) {
    APART.newThread(body).start();
  }

  private static Thread by(ThreadFactory ours, Runnable body) {
    ThreadFactory theirs = factory;
    return (theirs == null ? ours : theirs).newThread(body);
  }

  /**
   * Hands a failure that no code can wait for to the calling thread's uncaught handler. What that
   * throws is ignored, as it is where a thread ends: the calling thread has others to tell.
   */
  static void report(Throwable failure) {
    Thread thread = Thread.currentThread();
    try {
      thread.getUncaughtExceptionHandler().uncaughtException(thread, failure);
    } catch (Throwable ignored) {
      // See above.
    }
  }
}
