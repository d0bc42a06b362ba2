package dev.hocket.events;

import java.util.concurrent.ThreadFactory;

/**
 * Makes the threads of what a program spawns and of post-consumption actions, as {@link
 * Events#setThreadFactory} says, and short-lived ones that the library needs for itself. Threads
 * that stay, as those of timers and of input and output do, are made by who has them.
 */
final class Threads {
  // The same name for all: with numbers, each name would be 56 bytes on the heap.
  private static final ThreadFactory VIRTUAL = Thread.ofVirtual().name("events").factory();

  private static volatile ThreadFactory factory = VIRTUAL;

  private Threads() {}

  /** Null brings virtual threads back. */
  static void use(ThreadFactory other) {
    factory = other == null ? VIRTUAL : other;
  }

  static Thread make(Runnable body) {
    return factory.newThread(body);
  }

  static Thread start(Runnable body) {
    Thread thread = make(body);
    thread.start();
    return thread;
  }

  /** A thread of the library's own, which is none of the program's factory. */
  static void startVirtual(Runnable body) {
    VIRTUAL.newThread(body).start();
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
