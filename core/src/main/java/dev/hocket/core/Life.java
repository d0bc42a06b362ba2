package dev.hocket.core;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/** The state of a block, the thread that runs it, and how a cancel interrupts that thread. */
// A superclass, because a component would cost every block another object.
abstract class Life extends Listeners {
  // The state word. Legal transitions, with the actor:
  //   QUEUED → RUNNING                 the thread that runs the block
  //   QUEUED → CANCELLED               the cancelling thread
  //   QUEUED → REJECTED                the thread that shuts the target down
  //   RUNNING → COMPLETED | FAILED     the thread that runs it
  //   RUNNING | INTERRUPTED → INTERRUPTING → INTERRUPTED
  //                                    the cancelling thread, before and after the interrupt
  //   INTERRUPTED → COMPLETED | FAILED the thread that runs it
  //   RUNNING | INTERRUPTED → SUSPENDED
  //                                    the thread that runs it
  //   SUSPENDED → RUNNING              the thread that resumes it
  //   SUSPENDED → REJECTED             the thread that finds its target dead
  // and of a Drain, which has no SUSPENDED and no COMPLETED or FAILED:
  //   IDLE → QUEUED                    the first submitter, or the thread that ran it
  //   QUEUED → IDLE                    that submitter, if the target refuses it
  //   RUNNING | INTERRUPTED → IDLE     the thread that runs it
  //   IDLE → CANCELLED                 the thread that cancels it, or that ran it meanwhile
  // A runner that finds INTERRUPTING waits for INTERRUPTED, so that the interrupt cannot reach the
  // next block on its thread.
  //
  // A handler meets a cancel once:
  //   1. RUNNING: by the interrupt. Code that notices it clears it, and so does an await. An
  //      interrupt that no code has noticed when the block suspends becomes a cancel of the await.
  //   2. SUSPENDED: at its await, see Awaited.cancel.
  //   3. Another block that runs in its middle has the same thread, and may notice the interrupt
  //      instead. So where that block leaves the thread, the interrupt is set again (handBack), but
  //      not if it had been noticed before (noted), and not before INTERRUPTED, or it would be set
  //      twice. If the other block was awaited and failed with it, the failure reports it already
  //      (takeInterruptOf).
  static final int QUEUED = 0;
  static final int RUNNING = 1;
  static final int INTERRUPTING = 2;
  static final int INTERRUPTED = 3;
  static final int SUSPENDED = 4;
  static final int IDLE = 5;
  static final int COMPLETED = 6;
  static final int FAILED = 7;
  static final int CANCELLED = 8;
  static final int REJECTED = 9;

  private static final VarHandle STATE;

  static {
    try {
      STATE = MethodHandles.lookup().findVarHandle(Life.class, "state", int.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private volatile int state;

  // How often the block has been interrupted; written while INTERRUPTING.
  private byte interrupts;

  // The thread that runs the block, or did last; see Deadlocks for why reading an old value does no
  // harm.
  private volatile Context runner;

  /**
   * The state of the block; may be stale by the time it is read, except final states.
   *
   * @return the state
   */
  public final Block.State state() {
    return switch (state) {
      case QUEUED -> Block.State.QUEUED;
      case RUNNING, INTERRUPTING, INTERRUPTED -> Block.State.RUNNING;
      case SUSPENDED -> Block.State.SUSPENDED;
      case IDLE -> Block.State.IDLE;
      case COMPLETED -> Block.State.COMPLETED;
      case FAILED -> Block.State.FAILED;
      case CANCELLED -> Block.State.CANCELLED;
      default -> Block.State.REJECTED;
    };
  }

  /**
   * Returns whether the block is in a final state.
   *
   * @return true once and forever after the block has ended
   */
  public final boolean isDone() {
    return state >= COMPLETED;
  }

  /** The state word. */
  final int now() {
    return state;
  }

  /** Makes a transition; false if the block is no longer in the expected state. */
  final boolean moves(int from, int to) {
    return STATE.compareAndSet(this, from, to);
  }

  /** Begins the block's life idle. */
  final void idles() {
    state = IDLE;
  }

  /** Begins the block's life running, on a thread that is in the middle of its code. */
  final void runs(Context thread) {
    runner = thread;
    state = RUNNING;
  }

  /**
   * Publishes the thread that is about to run the block, or has just begun; null when a block that
   * runs repeatedly has left its thread.
   */
  final void isOn(Context thread) {
    runner = thread;
  }

  /** The thread that runs the block; null if none does. */
  final Context runner() {
    return isSuspended() ? null : runner;
  }

  final boolean isSuspended() {
    return state == SUSPENDED;
  }

  final boolean isInterrupted() {
    int now = state;
    return now == INTERRUPTING || now == INTERRUPTED;
  }

  /** Interrupts the block; false if it is no longer in the expected state. */
  final boolean interrupt(int expected) {
    if (!moves(expected, INTERRUPTING)) {
      return false;
    }
    // The runner publishes itself just after RUNNING, so it appears within a few instructions.
    Context running;
    while ((running = runner) == null) {
      Thread.yield();
    }
    try {
      interrupts++;
      running.thread.interrupt();
    } finally {
      state = INTERRUPTED;
    }
    return true;
  }

  /** Leaves RUNNING; returns whether the block has been interrupted there. */
  final boolean isInterruptedOnItsWayTo(int next) {
    if (moves(RUNNING, next)) {
      return false;
    }
    do {
      awaitInterrupt();
    } while (!moves(INTERRUPTED, next));
    return true;
  }

  /** Waits for an interrupt that a cancelling thread is about to set. */
  private void awaitInterrupt() {
    while (state == INTERRUPTING) {
      // The cancelling thread may be a virtual thread that needs this carrier.
      Thread.yield();
    }
  }

  /** Counts the block's interrupts that the calling thread, which runs the block, has handled. */
  static byte noted(Life outer) {
    if (outer == null || !outer.isInterrupted()) {
      return 0;
    }
    outer.awaitInterrupt();
    byte interrupts = outer.interrupts;
    return Thread.currentThread().isInterrupted() ? (byte) (interrupts - 1) : interrupts;
  }

  /** Sets an interrupt of the outer block again that came meanwhile and was not for this block. */
  static void handBack(Life outer, byte noted) {
    if (outer != null && outer.isInterrupted()) {
      outer.awaitInterrupt();
      if (outer.interrupts != noted) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
