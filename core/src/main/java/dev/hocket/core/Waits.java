package dev.hocket.core;

import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/**
 * One thread's wait for all of some blocks; the one place where Hocket blocks a thread.
 *
 * <p>Waiting never starves. What the waiting thread is to its target decides how:
 *
 * <ol>
 *   <li>a thread of a {@link Worker} gives its permit back, so that another thread takes its place
 *       among the n, and takes a permit again when the wait is over;
 *   <li>an event loop's thread runs the blocks queued for its own loop, and nothing of the
 *       toolkit's;
 *   <li>any other thread parks.
 * </ol>
 *
 * <p>So a queued block is always going to run, and only running blocks can make a wait endless:
 * {@link Deadlocks} finds those.
 */
final class Waits implements Waiter, Runnable {
  private final String what;
  private final Context context;
  private final List<Block> blocks;
  private final boolean structured;
  private final Listener[] listeners;

  /** Says why this wait cannot end, once that is known. */
  private volatile String deadlock;

  private Waits(String what, List<Block> blocks, boolean structured) {
    this.what = what;
    this.context = Context.current();
    this.blocks = blocks;
    this.structured = structured;
    this.listeners = new Listener[blocks.size()];
    for (int i = 0; i < listeners.length; i++) {
      listeners[i] = new Listener(this);
    }
  }

  /** Waits for all blocks; an interrupt ends the wait and leaves the blocks alone. */
  static void await(String what, List<Block> blocks) throws InterruptedException {
    if (Thread.interrupted()) {
      throw new InterruptedException(what);
    }
    checkRoom();
    Waits wait = new Waits(what, blocks, false);
    if (wait.isOver()) {
      return;
    }
    try {
      wait.listen();
      if (!wait.untilOver(true)) {
        throw new InterruptedException(what);
      }
    } finally {
      wait.unlisten();
    }
  }

  /** Refuses a wait, before anything is begun, if too many threads of the caller's pool wait. */
  static void checkRoom() {
    if (Context.current().pool instanceof Worker worker) {
      worker.checkRoomToWait();
    }
  }

  /** Waits, as politely as for a block, for what nobody tells of; not beyond the deadline. */
  static void until(BooleanSupplier over, long deadlineNanos) throws InterruptedException {
    Target own = Targets.currentOrNull();
    if (own instanceof Worker worker) {
      worker.beginWait();
      try {
        poll(null, over, deadlineNanos);
      } finally {
        worker.endWait();
      }
    } else {
      poll(own instanceof EventLoop loop ? loop : null, over, deadlineNanos);
    }
  }

  /** {@link #until} without a deadline; an interrupt is left for the next waiting point. */
  static void untilTrue(BooleanSupplier over) {
    boolean interrupted = Thread.interrupted();
    while (!over.getAsBoolean()) {
      try {
        until(over, System.nanoTime() + Long.MAX_VALUE / 2);
      } catch (InterruptedException later) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private static void poll(EventLoop loop, BooleanSupplier over, long deadlineNanos)
      throws InterruptedException {
    while (!over.getAsBoolean() && deadlineNanos - System.nanoTime() > 0) {
      if (loop == null || loop.isEmpty()) {
        Thread.sleep(1);
      } else {
        loop.runNext();
      }
    }
  }

  /**
   * Waits for a block that shares the caller's locals, so that it must have ended when this
   * returns. An interrupt cancels the block if it has not begun and is passed on to it if it has.
   */
  static void awaitStructured(Block block) {
    Waits wait = structured(block);
    if (wait.isOver()) {
      return;
    }
    wait.listen();
    try {
      if (!wait.untilOver(true)) {
        wait.cancel(block);
      }
    } finally {
      wait.unlisten();
    }
  }

  private void cancel(Block block) {
    boolean neverRuns = block.cancel();
    try {
      if (neverRuns) {
        throw new CancellationException(
            "interrupted before block " + block.label() + " began; it will not run");
      }
      untilOver(false);
    } finally {
      Thread.currentThread().interrupt();
    }
  }

  /** The only thing of a structured wait that needs memory: it must not fail, its block runs. */
  private static Waits structured(Block block) {
    while (true) {
      try {
        return new Waits("block " + block.label(), List.of(block), true);
      } catch (OutOfMemoryError noMemory) {
        // What has run out is most likely given back soon, if only by this very block.
        Thread.yield();
      }
    }
  }

  /** Wakes the waiting thread: a block has ended, or one was queued for its loop. */
  @Override
  public void run() {
    LockSupport.unpark(context.thread);
  }

  @Override
  public String what() {
    return what;
  }

  @Override
  public List<Block> blocks() {
    return blocks;
  }

  @Override
  public boolean isStructured() {
    return structured;
  }

  @Override
  public boolean isOf(Context thread, Coroutine coroutine) {
    return thread == context;
  }

  @Override
  public String who() {
    return "thread " + context;
  }

  @Override
  public void fail(String cycle) {
    deadlock = cycle;
    run();
  }

  private boolean isOver() {
    for (Block block : blocks) {
      if (!block.isDone()) {
        return false;
      }
    }
    return true;
  }

  private void listen() {
    for (int i = 0; i < listeners.length; i++) {
      blocks.get(i).listen(listeners[i]);
    }
  }

  private void unlisten() {
    blocks.forEach(block -> block.unlisten(this));
  }

  /** False if the wait ended by an interrupt, which is then cleared. */
  private boolean untilOver(boolean interruptible) {
    Target own = Targets.currentOrNull();
    Deadlocks.enter(context, this);
    try {
      return switch (own) {
        case Worker worker -> replaced(worker, interruptible);
        case EventLoop loop -> pumping(loop, interruptible);
        case null, default -> parked(null, interruptible);
      };
    } finally {
      Deadlocks.leave(context);
    }
  }

  private boolean replaced(Worker worker, boolean interruptible) {
    worker.beginWait();
    try {
      return parked(null, interruptible);
    } finally {
      worker.endWait();
    }
  }

  private boolean pumping(EventLoop loop, boolean interruptible) {
    Thread outer = loop.beginPump(context.thread);
    try {
      return parked(loop, interruptible);
    } finally {
      loop.endPump(outer);
    }
  }

  /** Parks until it is over; a loop's thread runs what is queued for its loop in between. */
  private boolean parked(EventLoop loop, boolean interruptible) {
    boolean interrupted = false;
    boolean over;
    while (!(over = isOver())) {
      // Taken note of first: the interrupt is for this wait, not for the block that runs next.
      interrupted |= Thread.interrupted();
      if (interrupted && interruptible) {
        break;
      }
      if (deadlock != null) {
        throw new DeadlockException(deadlock);
      }
      if (loop == null || loop.isEmpty()) {
        LockSupport.park(this);
      } else {
        // The block may wait in turn: this wait is left meanwhile and entered, and checked, anew.
        Deadlocks.leave(context);
        loop.runNext();
        Deadlocks.enter(context, this);
      }
    }
    if (interrupted && over) {
      // The end came first: the interrupt stays for the next waiting point.
      Thread.currentThread().interrupt();
    }
    return over;
  }
}
