package dev.hocket.events;

import java.util.concurrent.ThreadFactory;

/** The one place where threads are made. */
final class Threads {
  private static final ThreadFactory VIRTUAL = Thread.ofVirtual().name("events-", 1).factory();

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
