package dev.hocket.core;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.locks.LockSupport;

/**
 * One thread's wait for all of some blocks. Only running blocks can make it endless, see {@link
 * Parking}; {@link Deadlocks} finds these cases.
 */
final class Waits implements Waiter, Wait, Runnable {
  private final String how;
  private final Context context;
  private final List<Block> blocks;
  private final boolean structured;
  private final Listener[] listeners;

  /** The reason why this wait cannot end, once that is known. */
  private volatile String deadlock;

  private Waits(String how, List<Block> blocks, boolean structured) {
    this.how = how;
    this.context = Context.current();
    this.blocks = blocks;
    this.structured = structured;
    this.listeners = new Listener[blocks.size()];
    for (int i = 0; i < listeners.length; i++) {
      listeners[i] = new Listener(this);
    }
  }

  /** Waits for all blocks; an interrupt ends the wait and does not affect the blocks. */
  static void await(String how, List<Block> blocks) throws InterruptedException {
    if (Thread.interrupted()) {
      throw new InterruptedException(how);
    }
    checkRoom();
    Waits wait = new Waits(how, blocks, false);
    if (wait.isOver()) {
      return;
    }
    try {
      wait.listen();
      if (wait.onTerms(Parking.Terms.INTERRUPTIBLE) == Parking.End.INTERRUPTED) {
        throw new InterruptedException(how);
      }
    } finally {
      wait.unlisten();
    }
  }

  /** Refuses a wait, before it begins, if too many threads of the caller's pool wait. */
  static void checkRoom() {
    Parking.checkRoom();
  }

  /** Polls a condition without a waker until it holds or the deadline passes. */
  static void until(Wait condition, Duration timeout) throws InterruptedException {
    Parking.Terms terms = Parking.Terms.within(timeout, true).polling();
    if (Parking.await(condition, terms) == Parking.End.INTERRUPTED) {
      throw new InterruptedException("interrupted while waiting for " + condition.what());
    }
  }

  /** Polls a condition until it holds; an interrupt stays set for the next wait. */
  static void untilTrue(Wait condition) {
    Parking.await(condition, Parking.Terms.UNINTERRUPTIBLE.polling());
  }

  /**
   * Waits for a block that shares the caller's locals and therefore must have ended when this
   * method returns. An interrupt cancels the block if it has not begun, and is passed on to it if
   * it has.
   */
  static void awaitStructured(Block block) {
    Waits wait = structured(block);
    if (wait.isOver()) {
      return;
    }
    wait.listen();
    try {
      if (wait.onTerms(Parking.Terms.INTERRUPTIBLE) == Parking.End.INTERRUPTED) {
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
      onTerms(Parking.Terms.UNINTERRUPTIBLE);
    } finally {
      Thread.currentThread().interrupt();
    }
  }

  /**
   * Makes the wait: the only step of a structured wait that needs memory. It must not fail, because
   * the block already runs.
   */
  private static Waits structured(Block block) {
    while (true) {
      try {
        return new Waits("block " + block.label(), List.of(block), true);
      } catch (OutOfMemoryError noMemory) {
        // Memory will most likely be freed soon, at the latest by this very block.
        Thread.yield();
      }
    }
  }

  /** Wakes the waiting thread, because a block has ended, or was queued for the thread's loop. */
  @Override
  public void run() {
    LockSupport.unpark(context.thread);
  }

  @Override
  public String how() {
    return how;
  }

  @Override
  public String what() {
    return blocksInWords();
  }

  /** The awaited blocks; empty once the wait has failed, which ends it. */
  @Override
  public List<Block> blocks() {
    return deadlock == null ? blocks : List.of();
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
  public boolean isOn(Thread thread) {
    return thread == context.thread;
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

  @Override
  public boolean isOver() {
    for (Block block : blocks) {
      if (!block.isDone()) {
        if (deadlock != null) {
          throw new DeadlockException(deadlock);
        }
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

  private Parking.End onTerms(Parking.Terms terms) {
    Deadlocks.enter(context, this);
    try {
      return Parking.await(this, terms);
    } finally {
      Deadlocks.leave(context);
    }
  }
}
