package dev.hocket.core;

import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * What a suspended coroutine waits for: all of some blocks. The number is how many have not ended;
 * whoever takes it to zero wakes the coroutine, unless somebody has given the wait up before.
 */
final class Awaited extends AtomicInteger implements Waiter, Runnable {
  private static final long serialVersionUID = 1L;

  /** Below zero, and stays there however many blocks end later. */
  private static final int GIVEN_UP = -1;

  // How a cancel and the coroutine settle which comes first: once the coroutine has taken the end
  // of the wait, a cancel is too late for this wait and looks for the coroutine elsewhere.
  private static final int OPEN = 0;
  private static final int CANCELLED = 1;
  private static final int TAKEN = 2;

  private final transient AtomicInteger end = new AtomicInteger(OPEN);
  private final transient Coroutine coroutine;
  private final String what;
  private final transient List<Block> blocks;
  private final boolean structured;

  private volatile String deadlock;

  Awaited(Coroutine coroutine, String what, List<Block> blocks, boolean structured) {
    super(blocks.size());
    this.coroutine = coroutine;
    this.what = what;
    this.blocks = blocks;
    this.structured = structured;
  }

  @Override
  public String what() {
    return what;
  }

  /** None once the wait has been given up: it is over then, though its coroutine may not know. */
  @Override
  public List<Block> blocks() {
    return get() < 0 ? List.of() : blocks;
  }

  @Override
  public boolean isStructured() {
    return structured;
  }

  @Override
  public boolean isOf(Context thread, Coroutine suspended) {
    return suspended == coroutine;
  }

  @Override
  public String who() {
    return "the suspended block " + coroutine;
  }

  /** Ends the wait with the news that it would never end; under the lock of {@link Waits}. */
  @Override
  public void fail(String cycle) {
    deadlock = cycle;
    if (giveUp()) {
      coroutine.wake();
    }
  }

  /** What is waited for, whether or not the wait has been given up. */
  List<Block> all() {
    return blocks;
  }

  /** A block has ended. */
  @Override
  public void run() {
    if (decrementAndGet() == 0) {
      coroutine.wake();
    }
  }

  /** False if the coroutine has been woken or is being woken. */
  boolean giveUp() {
    int left;
    do {
      left = get();
      if (left <= 0) {
        return false;
      }
    } while (!compareAndSet(left, GIVEN_UP));
    return true;
  }

  /**
   * The coroutine is cancelled: blocks that share its locals must end first, and are asked to, each
   * time; for others nobody waits any longer. False if the coroutine has gone on.
   */
  boolean cancel() {
    if (!end.compareAndSet(OPEN, CANCELLED) && end.get() != CANCELLED) {
      return false;
    }
    if (structured) {
      for (int i = 0; i < blocks.size(); i++) {
        blocks.get(i).cancel();
      }
    } else if (giveUp()) {
      coroutine.wake();
    }
    return true;
  }

  /** The coroutine goes on: whether it was cancelled; from now on it is too late for that. */
  boolean isCancelledWhenTaken() {
    return end.getAndSet(TAKEN) == CANCELLED;
  }

  /** Why the wait would never have ended, or null. */
  DeadlockException deadlock() {
    return deadlock == null ? null : new DeadlockException(deadlock);
  }

  /** What the wait throws that a cancel has ended. */
  CancellationException cancellation() {
    CancellationException cancelled = new CancellationException("cancelled in " + what);
    for (Block block : blocks) {
      Throwable failure = structured ? block.failure() : null;
      if (failure != null) {
        cancelled.addSuppressed(failure);
      }
    }
    return cancelled;
  }
}
