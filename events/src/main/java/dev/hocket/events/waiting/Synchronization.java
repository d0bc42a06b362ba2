package dev.hocket.events.waiting;

import dev.hocket.core.Blocking;
import dev.hocket.core.EventLoop;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.locks.LockSupport;

/**
 * A waiting synchronisation: the state word that decides to which branch it commits, and the thread
 * or suspended handler to wake. The object itself is the queue entry of the first branch, so a
 * single operation is one object of 32 bytes, with compressed references. A synchronisation with
 * several branches is a {@code Choice}.
 */
// The state word. Legal transitions, with the actor:
//   WAITING → PARKED        the thread that synchronises: from now on it needs to be woken
//   either → branch + 1     the holder of the lock of that branch's port, or the branch's timer;
//                           the bit PARKED stays
//   either → CANCELLED      the waiting thread, interrupted; or the thread that withdraws it
// All others are final. Exactly one wins the compare-and-set; that is the commit. As PARKED is in
// the same word, the committing thread knows whether the waiting one had parked before.
public non-sealed class Synchronization extends Waiter {
  private static final int WAITING = 0;
  private static final int PARKED = 1 << 30;
  private static final int CANCELLED = -1;
  private static final VarHandle STATE;

  static {
    try {
      STATE = MethodHandles.lookup().findVarHandle(Synchronization.class, "state", int.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private volatile int state;

  /** The waiting thread, or a {@link Runnable} that resumes a suspended handler; or null. */
  final Object waiting;

  /** Makes the synchronisation of a single operation, with the value it brings, or of a choice. */
  public Synchronization(Thread thread, Object value) {
    this((Object) thread, value);
  }

  /**
   * Makes the synchronisation of an operation or a choice for which a suspended handler waits.
   *
   * @param wake resumes the handler, and names it in {@code toString}; runs after the claim,
   *     perhaps before the handler is suspended
   */
  public Synchronization(Runnable wake, Object value) {
    this((Object) wake, value);
  }

  private Synchronization(Object waiting, Object value) {
    this.waiting = waiting;
    setValue(value);
    Trace.note(this);
  }

  /** Describes the waiter in words: the branch with which it is in a queue. */
  protected String describe(int branch) {
    return waiting instanceof Thread thread
        ? ("thread #" + thread.threadId() + " " + thread.getName()).stripTrailing()
        : waiting == null ? "asynchronous event" : waiting.toString();
  }

  /** Returns whether the synchronisation may wait at other ports too. */
  protected boolean isChoice() {
    return false;
  }

  /** Returns whether a thread or a suspended handler waits for it. */
  public final boolean isAwaited() {
    return waiting != null;
  }

  /** Commits to a branch; false if another commit or a cancel came first. */
  final boolean claim(int branch) {
    for (int seen; (seen = state) == WAITING || seen == PARKED; ) {
      if (STATE.compareAndSet(this, seen, seen | branch + 1)) {
        return true;
      }
    }
    return false;
  }

  /** Ends the wait without a commit; false if there was a commit. */
  public final boolean cancel() {
    return STATE.compareAndSet(this, WAITING, CANCELLED)
        || STATE.compareAndSet(this, PARKED, CANCELLED);
  }

  public final boolean isWaiting() {
    return (state & ~PARKED) == WAITING;
  }

  /** The branch to which the synchronisation has committed. */
  protected final int committed() {
    return (state & ~PARKED) - 1;
  }

  /** Wakes the thread, or completes; called after a claim by the claiming thread, without locks. */
  public final void wakeOrComplete() {
    if (isAwaited()) {
      wake();
    } else {
      Wakes wakes = new Wakes();
      wakes.add(this);
      wakes.wakeAll();
    }
  }

  /**
   * Completes a claimed synchronisation for which neither a thread nor a handler waits. Called by
   * the claiming thread, which holds no lock; must not wait or run code of the program.
   *
   * @param wakes collects the synchronisations that are claimed on the way
   */
  protected void complete(Wakes wakes) {}

  /** After a claim: unparks the thread, if it had parked, or resumes the handler. */
  final void wake() {
    if (waiting instanceof Runnable handler && !(waiting instanceof Thread)) {
      handler.run();
    } else if ((state & PARKED) != 0) {
      LockSupport.unpark((Thread) waiting);
    }
  }

  /**
   * Spins for a claim before the thread parks. Called by the thread that waits.
   *
   * @param spin the spinning of the place where it waits, or null
   * @return whether there has been a claim
   */
  final boolean seesClaim(AdaptiveSpin spin) {
    if (spin != null && spin.seesEndOf(this)) {
      return true;
    }
    if (Thread.currentThread().isVirtual() && (spin == null || spin.mayYield())) {
      // The partner is often next in line on this very carrier: then a yield, which costs a
      // fraction of parking and being unparked, is enough.
      Thread.yield();
      if (spin != null && !isWaiting()) {
        spin.yieldHasPaid();
      }
    }
    return !isWaiting();
  }

  /**
   * Returns whether there has been a claim. If not, a thread that claims from now on unparks the
   * waiting thread, which calls this.
   */
  final boolean isClaimedOrElseWakes() {
    STATE.compareAndSet(this, WAITING, PARKED);
    return state != PARKED;
  }

  /**
   * Waits until the commit. If this method throws, there will be no commit, and the caller
   * withdraws the waiters. A thread of a worker keeps its permit while it spins, and passes it on
   * when it parks.
   *
   * @param spin the spinning of the place where it waits, or null
   * @param verb with {@code where}, the reason of the wait, in words
   */
  public final void await(AdaptiveSpin spin, String verb, Object where)
      throws InterruptedException {
    EventLoop loop = EventLoops.ofThread();
    if (loop != null && cancel()) {
      throw EventLoops.refusal(loop, verb + where);
    }
    if (!seesClaim(spin)) {
      Blocking.await(new ParkingWait(this, verb, where));
    }
  }
}
