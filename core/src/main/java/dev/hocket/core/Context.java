package dev.hocket.core;

import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.util.concurrent.CancellationException;
import java.util.concurrent.locks.LockSupport;

/** The state of one thread that Hocket needs. Only the thread itself writes it. */
final class Context {
  private static final OfThreads OF_OTHER_THREADS = new OfThreads();

  final Thread thread;

  /**
   * The pool to which the thread belongs, or null: a loop's driver identifies the loop's thread.
   */
  Target pool;

  /** The run of a virtual thread of a {@link VirtualWorker}; null on all other threads. */
  VirtualWorker.Run run;

  /** The innermost block that the thread runs or is about to run, or null; a shutdown reads it. */
  volatile Block block;

  /**
   * The current wait of the thread, or null. Read and written under the lock of {@link Deadlocks};
   * the thread itself may read it without the lock.
   */
  Waiter waiting;

  /** The thread's place in the team of a parallel region; null outside, see {@link Region}. */
  Object member;

  /**
   * The part of a request that the thread works on; null if it is not recorded, or there is none.
   */
  Span span;

  /** Whether the thread runs a process, which may work for the requests of the messages it gets. */
  boolean isProcess;

  /** Whether {@link ThreadBudget} counts the thread as one that is in a region and not parked. */
  boolean isAwakeOutsider;

  /** Whether {@link Unfinished} knows the thread; accessed by the thread itself only. */
  private boolean noted;

  /** The innermost wait in whose middle the thread runs code; other threads read it for reports. */
  private volatile Pause pauses;

  /**
   * A wait in whose middle its thread runs code: a blocking call, or the blocks of an event loop.
   * The wait of a parked thread is found by the object for which the thread parks.
   *
   * @param block the block that waits, or null
   */
  record Pause(Block block, Wait until, Pause outer) {}

  Context(Thread thread, Target pool) {
    this.thread = thread;
    this.pool = pool;
  }

  /** Notes that the thread runs a recorded block; threads of pools are known. */
  void noteInRecording() {
    if (pool == null && !noted) {
      noted = true;
      Unfinished.note(this);
    }
  }

  /**
   * Begins a block, which the thread may run for another part of a request; returns the argument
   * for {@link #returnToPart}.
   */
  Span leavePart(boolean inPlace) {
    Span part = span;
    if (!inPlace) {
      span = null;
    }
    return part;
  }

  /** Ends the parts of requests that the thread has begun since. */
  void returnToPart(Span part) {
    if (span != part) {
      Spans.returnTo(this, part);
    }
  }

  /**
   * Notes that the thread runs other code in the middle of a wait; returns the argument for {@link
   * #resume}.
   */
  Pause pause(Wait wait) {
    Pause outer = pauses;
    try {
      pauses = new Pause(block, wait, outer);
    } catch (OutOfMemoryError noMemory) {
      // Reports will lack this wait.
    }
    return outer;
  }

  void resume(Pause outer) {
    pauses = outer;
  }

  /** The wait of a block that is on this thread, or null; may be stale. */
  Wait waitOf(Block waiting) {
    if (waiting == block && LockSupport.getBlocker(thread) instanceof Wait wait) {
      return wait;
    }
    for (Pause pause = pauses; pause != null; pause = pause.outer) {
      if (pause.block == waiting) {
        return pause.until;
      }
    }
    return null;
  }

  /**
   * Clears the interrupt of the calling thread's block, because the thread is about to throw a
   * failure that reports it.
   */
  static void takeInterruptOf(Throwable failure) {
    Block block = current().block;
    boolean reports =
        failure instanceof CancellationException || failure instanceof InterruptedException;
    if (reports && block != null && block.isInterrupted()) {
      Thread.interrupted();
    }
  }

  /** Returns the description of a wait, which the program's own code makes and which may fail. */
  static String named(Wait wait) {
    try {
      return wait.what();
    } catch (Throwable failed) {
      return "a " + wait.getClass().getName() + ", whose what() throws " + failed.getClass();
    }
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

  /**
   * The contexts of threads that have no field for one. The annotation tells an analysis for shared
   * values, such as that of a flow, that code which asks for its own context shares none.
   */
  @OfThreads.ThreadSafe
  private static final class OfThreads extends ThreadLocal<Context> {
    @Retention(RetentionPolicy.RUNTIME)
    @interface ThreadSafe {}

    @Override
    protected Context initialValue() {
      return new Context(Thread.currentThread(), null);
    }
  }
}
