package dev.hocket.core;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CancellationException;

/** The wait of a suspended coroutine: for the end of one or several blocks, or for a completion. */
final class Awaited implements Waiter, Runnable, Resumer {
  /** A count that stays below zero, however many blocks end later. */
  private static final int GIVEN_UP = -1;

  // Decides whether a cancel or the resuming coroutine comes first: once the coroutine has taken
  // the end of the wait, a cancel no longer affects this wait. A cancel of a wait for a completion
  // that has completed is late: the coroutine takes the result, and is interrupted. Until it does,
  // it may be in the queue behind the very code that cancels it.
  private static final int OPEN = 0;
  private static final int CANCELLED = 1;
  private static final int LATE = 2;
  private static final int TAKEN = 3;

  // Decides which thread hands the coroutine over, the one that suspends or the one that wakes: the
  // later of the two, see Coroutine.
  private static final int NONE = 0;
  private static final int PARKED = 1;
  private static final int WOKEN = 2;

  private static final VarHandle LEFT;
  private static final VarHandle END;
  private static final VarHandle SIGNAL;

  static {
    try {
      MethodHandles.Lookup lookup = MethodHandles.lookup();
      LEFT = lookup.findVarHandle(Awaited.class, "left", int.class);
      END = lookup.findVarHandle(Awaited.class, "end", int.class);
      SIGNAL = lookup.findVarHandle(Awaited.class, "signal", int.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private final Coroutine coroutine;
  private final List<Block> blocks;
  private final String label;

  /** The wait for tags; null for one block that is awaited, and for a completion. */
  private final TagWait tags;

  /** The completion; null for blocks. */
  private final Completion<?> completion;

  /**
   * The number of blocks that have not ended, or 1 until the completion has completed. The thread
   * that takes it to zero wakes the coroutine, unless the wait has been abandoned before.
   */
  private volatile int left;

  private volatile int end = OPEN;
  private volatile int signal = NONE;
  private volatile String deadlock;

  Awaited(Coroutine coroutine, String label, TagWait tags, List<Block> blocks) {
    this.coroutine = coroutine;
    this.label = label;
    this.tags = tags;
    this.completion = null;
    this.blocks = blocks;
    this.left = blocks.size();
  }

  Awaited(Coroutine coroutine, String label, Completion<?> completion) {
    this.coroutine = coroutine;
    this.label = label;
    this.tags = null;
    this.completion = completion;
    this.blocks = List.of();
    this.left = 1;
  }

  @Override
  public String how() {
    if (completion != null) {
      return isForEnds() ? completion.toString() : "the await of " + completion;
    }
    return tags == null ? "the await of block " + label : tags.toString();
  }

  /** Names what the coroutine waits for, even if that has happened. */
  String what() {
    if (completion == null) {
      return tags == null ? "block " + label : tags.toString();
    }
    try {
      return completion.toString();
    } catch (Throwable failed) {
      // The program's own code makes the name.
      return "a " + completion.getClass().getName();
    }
  }

  /**
   * The awaited blocks; empty once the wait has been abandoned, which ends it even if its coroutine
   * has not been resumed.
   */
  @Override
  public List<Block> blocks() {
    if (left < 0) {
      return List.of();
    }
    return completion instanceof Ends.OfHandler<?> handler ? handler.ends().blocks() : blocks;
  }

  @Override
  public Collection<Thread> threads() {
    return left > 0 && completion instanceof Ends.OfHandler<?> handler
        ? handler.ends().threads().get()
        : List.of();
  }

  /** Returns whether the wait is for a completion that may be part of a deadlock. */
  boolean isForEnds() {
    return completion instanceof Ends.OfHandler<?>;
  }

  /** Sets the interrupt status again that the caller has cleared, on the thread that continues. */
  void restoreInterrupt() {
    if (completion instanceof Ends.OfHandler<?> handler && handler.interrupted()) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public boolean isStructured() {
    return tags == null && completion == null;
  }

  @Override
  public String blocksInWords() {
    return completion == null ? Waiter.super.blocksInWords() : completion.toString();
  }

  @Override
  public boolean isOf(Context thread, Coroutine suspended) {
    return suspended == coroutine;
  }

  @Override
  public boolean isOn(Thread thread) {
    return false;
  }

  @Override
  public String who() {
    return "the suspended block " + coroutine;
  }

  /** The handler, for dumps of waiting code. */
  @Override
  public String toString() {
    return "handler " + coroutine;
  }

  /**
   * Abandons the wait, because the coroutine's target has ended; a completion must then take
   * nothing.
   */
  void abandon() {
    if (completion != null) {
      completion.withdraw();
    }
  }

  /** Ends the wait with a {@link DeadlockException}; under the lock of {@link Deadlocks}. */
  @Override
  public void fail(String cycle) {
    if (completion != null && !completion.withdraw()) {
      return; // All of it has just ended.
    }
    deadlock = cycle;
    if (giveUp()) {
      wake();
    }
  }

  /** The awaited blocks, even if the wait has been abandoned. */
  List<Block> all() {
    return blocks;
  }

  /** Counts the end of a block, or of the completion. */
  @Override
  public void run() {
    if ((int) LEFT.getAndAdd(this, -1) == 1) {
      wake();
    }
  }

  /**
   * Continues the coroutine with the result of the completion. This object is the code of the frame
   * of its wait, because a lambda would be one more object for each.
   */
  @Override
  public void resume(Frame frame, Coroutine resumed) throws Throwable {
    resumed.completeBy(completion);
  }

  /** Abandons the wait; false if the coroutine has been woken or is being woken. */
  boolean giveUp() {
    int seen;
    do {
      seen = left;
      if (seen <= 0) {
        return false;
      }
    } while (!LEFT.compareAndSet(this, seen, GIVEN_UP));
    return true;
  }

  /**
   * Withdraws the wait. The thread that was about to suspend calls this; afterwards no thread wakes
   * the coroutine. Returns false if it was for a completion that has completed.
   */
  boolean takeBack() {
    boolean completed = completion != null && !completion.withdraw();
    if (!giveUp()) {
      while (signal != WOKEN) {
        // Spins, because another thread is about to set the signal without any wait before.
        Thread.onSpinWait();
      }
    }
    return !completed;
  }

  /** Waits until all blocks have ended. The thread that was about to suspend calls this. */
  void awaitWake() {
    while (signal != WOKEN) {
      try {
        Waits.untilTrue(Wait.of("what it awaits to be cancelled", () -> signal == WOKEN));
      } catch (OutOfMemoryError noMemory) {
        Thread.onSpinWait();
      }
    }
  }

  /** Notes that the suspending thread has unwound its stack and no longer touches the coroutine. */
  void park() {
    if (!SIGNAL.compareAndSet(this, NONE, PARKED)) {
      coroutine.goOn();
    }
  }

  private void wake() {
    if (!SIGNAL.compareAndSet(this, NONE, WOKEN)) {
      coroutine.goOn();
    }
  }

  /**
   * Cancels the coroutine. Blocks that share its locals are cancelled, and must end first; it no
   * longer waits for other blocks or a completion. Returns false if the coroutine has already been
   * resumed.
   */
  boolean cancel() {
    if (completion != null && !completion.withdraw()) {
      // It has completed; or another cancel has withdrawn it, and will end the wait.
      return END.compareAndSet(this, OPEN, LATE) || end != TAKEN;
    }
    if (!endsBy(CANCELLED)) {
      return false;
    }
    if (isStructured()) {
      for (int i = 0; i < blocks.size(); i++) {
        blocks.get(i).cancel();
      }
    } else if (giveUp()) {
      wake();
    }
    return true;
  }

  /** Notes the reason why the wait ends; false if the coroutine has taken its end. */
  private boolean endsBy(int reason) {
    int seen;
    do {
      seen = end;
      if (seen == TAKEN) {
        return false;
      }
    } while (!END.compareAndSet(this, seen, reason));
    return true;
  }

  /**
   * Resumes the coroutine, on the calling thread, which gets the interrupt of a late cancel;
   * returns whether it was cancelled in time. A later cancel does not affect this wait.
   */
  boolean isCancelledWhenTaken() {
    int seen = (int) END.getAndSet(this, TAKEN);
    if (seen == LATE) {
      Thread.currentThread().interrupt();
    }
    return seen == CANCELLED;
  }

  /** The deadlock that would have made the wait endless, or null. */
  DeadlockException deadlock() {
    return deadlock == null ? null : new DeadlockException(deadlock);
  }

  /** Makes the exception of a wait that a cancel has ended. */
  CancellationException cancellation() {
    CancellationException cancelled = new CancellationException("cancelled in " + how());
    for (Block block : blocks) {
      Throwable failure = isStructured() ? block.failure() : null;
      if (failure != null) {
        cancelled.addSuppressed(failure);
      }
    }
    return cancelled;
  }
}
