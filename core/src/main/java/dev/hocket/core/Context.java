package dev.hocket.core;

/** What Hocket knows of one thread. Only the thread itself writes here. */
final class Context {
  private static final ThreadLocal<Context> OF_OTHER_THREADS =
      ThreadLocal.withInitial(() -> new Context(Thread.currentThread(), null));

  final Thread thread;

  /** The pool the thread belongs to, or null: a loop's thread is known by its loop's driver. */
  Target pool;

  /** The innermost block the thread runs or is about to run, or null; a shutdown reads it. */
  volatile Block block;

  /** What the thread waits for, or null; read and written under the lock of {@link Deadlocks}. */
  Waiter waiting;

  Context(Thread thread, Target pool) {
    this.thread = thread;
    this.pool = pool;
  }

  @Override
  public String toString() {
    return '"' + thread.getName() + '"';
  }

  static Context current() {
    return Thread.currentThread() instanceof WorkerThread worker
        ? worker.context
        : OF_OTHER_THREADS.get();
  }
}
