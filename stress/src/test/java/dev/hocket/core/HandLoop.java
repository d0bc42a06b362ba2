package dev.hocket.core;

import java.util.concurrent.Semaphore;

/**
 * An event loop without a thread: a test runs its blocks, on the thread that acts as the loop's for
 * the moment. So the two sides of a race are the two actors themselves, without the timing of a
 * pool.
 */
final class HandLoop implements LoopDriver {
  final EventLoop target = new EventLoop(this);

  /** A permit for each block that was queued, and for each other thing that a test waits for. */
  private final Semaphore work = new Semaphore(0);

  @Override
  public String name() {
    return "hand loop";
  }

  @Override
  public boolean isLoopThread() {
    return Context.current().pool == target;
  }

  @Override
  public void post(Runnable task) {
    // The block is in the loop's own queue, where runNext() finds it.
    noteWork();
  }

  /** Ends a call of {@link #awaitWork}, the current one or the next. */
  void noteWork() {
    work.release();
  }

  /** Waits until a block has been queued, or {@link #noteWork} called, since the last call. */
  void awaitWork() {
    work.acquireUninterruptibly();
  }

  /** Runs the next block on the calling thread; false if there is none. */
  boolean runNext() {
    if (!target.hasWork()) {
      return false;
    }
    Context context = Context.current();
    Target outer = context.pool;
    context.pool = target;
    try {
      target.runNext();
    } finally {
      context.pool = outer;
    }
    return true;
  }

  /** Runs one block, as soon as there is one. */
  void awaitAndRunNext() {
    while (!runNext()) {
      Thread.onSpinWait();
    }
  }
}
