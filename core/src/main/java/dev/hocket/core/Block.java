package dev.hocket.core;

import dev.hocket.core.platform.Throwables;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CancellationException;
import java.util.concurrent.RejectedExecutionException;

/**
 * A piece of sequential code on its way through a {@link Target}. A block never disappears: it
 * completes, fails, is cancelled before it runs, or is rejected, and {@link #join} reports which.
 *
 * <p>Memory: the actions of the encountering thread before the hand-over happen-before the block;
 * the block happens-before the return of every wait for it.
 */
public sealed class Block extends Life permits Drain {
  /**
   * The state of a block. The last four states are final; only a resumable block is ever suspended.
   */
  public enum State {
    /** Waiting in its target's queue. */
    QUEUED,
    /** Running on a thread of its target, or waiting there. */
    RUNNING,
    /** Suspended at an await: the block will be resumed later and has no thread meanwhile. */
    SUSPENDED,
    /** A {@link Drain} without a submission since its last run. */
    IDLE,
    /** The code ended normally. */
    COMPLETED,
    /** The code threw an exception; see {@link Block#failure}. */
    FAILED,
    /** Cancelled while it was queued; the code never ran. A {@link Drain} never runs again. */
    CANCELLED,
    /**
     * Rejected, because the target ended while the block was queued or suspended: the code never
     * ran, or did not reach its end.
     */
    REJECTED
  }

  private final Target target;
  private final String label;
  private final TagScope scope;
  private boolean detached;
  // Whether an exception due to a requested cancel is no failure that the uncaught handler gets.
  private boolean endsQuietly;
  // Whether it is the rest of a handler that was no block when it began.
  private final boolean rest;
  // The suspended state of a resumable block, which moves from thread to thread, see Coroutine; or
  // null.
  private final Coroutine coroutine;

  // Written by the runner before the final state, read after it: no volatile needed.
  private Throwable failure;
  private Body body;
  // The record of the block, from the encounter on; null if the block is not recorded.
  private Object recording;
  private boolean inPlace;
  // Whether the block was cancelled after it began.
  private volatile boolean asked;
  // The block that runs this one in its middle, on the same thread; null before and after.
  private volatile Block outer;
  // The link of Stalled.
  Block stalledBefore;

  /**
   * Makes a block. Its failure is claimed by a wait for its tag, thrown by a join, or, if the block
   * is detached, reported to the uncaught handler.
   */
  Block(Target target, TagScope scope, boolean detached, String label, Body body) {
    this.target = target;
    this.label = label;
    this.scope = scope;
    this.detached = detached;
    this.rest = false;
    this.body = Objects.requireNonNull(body, "body");
    record();
    this.coroutine = body instanceof Coroutine.Resumable ? new Coroutine(this) : null;
  }

  /**
   * Makes a block of the rest of a handler which was not a block when it began, and which is about
   * to be suspended.
   */
  Block(Target target, String label, Coroutine coroutine) {
    this.target = target;
    this.label = label;
    this.scope = null;
    this.rest = true;
    this.coroutine = coroutine;
    this.inPlace = true;
    runs(Context.current());
  }

  /** Makes a block that runs repeatedly, so that no thread waits for one of its runs. */
  Block(Target target, String label) {
    this.target = target;
    this.label = label;
    this.scope = null;
    this.detached = true;
    this.rest = false;
    this.coroutine = null;
    idles();
  }

  /**
   * The target to which the block was handed over.
   *
   * @return the target
   */
  public final Target target() {
    return target;
  }

  /**
   * The position of the block in the source, as {@code File.java:12}.
   *
   * @return the label given with the block
   */
  public final String label() {
    return label;
  }

  /**
   * The exception that the block threw, the original object.
   *
   * @return the failure, or null unless the state is {@link State#FAILED}
   */
  public final Throwable failure() {
    return now() == FAILED ? failure : null;
  }

  /**
   * Waits until the block has ended. A thread of a {@link Worker} is replaced while it waits; an
   * event loop's thread runs the blocks queued for its own loop meanwhile. If the block threw an
   * exception, it is thrown again: the original object, whether checked or not, with this position
   * attached as a suppressed exception.
   *
   * @throws InterruptedException if the calling thread is interrupted first; the block continues
   * @throws CancellationException if the block was cancelled
   * @throws RejectedExecutionException if the block's target ended before the block could run or
   *     continue
   * @throws DeadlockException if the block cannot end before this call returns
   * @throws IllegalStateException if 4,000 threads of the calling thread's worker already wait
   */
  public final void join() throws InterruptedException {
    Waits.await("join of block " + label, List.of(this));
    rethrow();
  }

  /**
   * Cancels the block. A queued block never runs. A running block is interrupted, and its code
   * decides how to react. A suspended block gets a {@link CancellationException} from its await: if
   * it awaits a block that uses its variables, this block is cancelled too, and the exception comes
   * when it has ended; if it waits for tags, the exception comes at once, and the blocks of these
   * tags continue.
   *
   * @return true if the block will never run
   */
  public boolean cancel() {
    if (endUnrun(CANCELLED, "cancelled", false)) {
      target.forget(this);
      return true;
    }
    asked = true;
    // The block may be suspended and resumed repeatedly: it is cancelled in the state in which this
    // thread finds it.
    while (!cancelAsItStands()) {
      // Another cancelling thread may be a virtual thread that needs this carrier.
      Thread.yield();
    }
    return false;
  }

  /**
   * Tries to cancel the block; false if it changed its state meanwhile, or another thread is
   * cancelling it.
   */
  private boolean cancelAsItStands() {
    return switch (now()) {
      case RUNNING -> interrupt(RUNNING);
      case INTERRUPTING -> false;
      case INTERRUPTED -> interrupt(INTERRUPTED);
      case SUSPENDED -> coroutine.cancel();
      default -> true;
    };
  }

  /**
   * Runs an action when the block has ended: on the thread that ends it, or at once on the calling
   * thread if it has ended already. The action must not block and must not throw.
   *
   * @param action the action, which runs once
   */
  public final void whenDone(Runnable action) {
    if (!listen(action)) {
      action.run();
    }
  }

  /**
   * Describes the block for reports: its label, target and state, and, if it waits by a method of
   * Hocket, the reason of the wait. May be stale by the time it is read.
   *
   * @return as in {@code Orders.java:12 on pool (running, waits for receive on channel orders)}
   */
  @Override
  public final String toString() {
    String waitsFor = waitsFor();
    return label
        + " on "
        + target.name()
        + " ("
        + state().name().toLowerCase()
        + (waitsFor == null ? "" : ", waits for " + waitsFor)
        + ")";
  }

  private String waitsFor() {
    if (state() == State.RUNNING) {
      Context on = runner();
      Wait wait = on == null ? null : on.waitOf(this);
      return wait == null ? null : Context.named(wait);
    }
    Awaited awaited = isSuspended() ? coroutine.awaiting() : null;
    return awaited == null ? null : awaited.blocksInWords();
  }

  /** The scope of the block's tag; null if the block has no tag. */
  TagScope scope() {
    return scope;
  }

  /** The block's tag; null if it has none. */
  Tag tag() {
    return scope == null ? null : scope.tag();
  }

  Block outer() {
    return outer;
  }

  boolean isInPlace() {
    return inPlace;
  }

  /** Returns whether it is the rest of a handler that code without coroutines has called. */
  boolean isRest() {
    return rest;
  }

  Object recording() {
    return recording;
  }

  /** The part of a request to which the block, encountered on a thread, belongs; or null. */
  Span cause(Context encountering) {
    return encountering.span;
  }

  /** The block's coroutine; null unless the block is resumable. */
  Coroutine coroutine() {
    return coroutine;
  }

  /** Runs or resumes the code, unless the block has ended; never throws. */
  void run(boolean inPlace) {
    Context context = Context.current();
    outer = context.block;
    byte noted = noted(outer);
    // Before the publication, because a read right behind that write would wait for it.
    Span span = context.leavePart(inPlace);
    // Published before the target is read: a shutdown closes the target before it reads this field.
    // So either the shutdown sees the block, or the block sees that the target is closed.
    context.block = this;
    Object member = context.member;
    context.member = null;
    boolean ended = true;
    if (isSuspended()) {
      ended = goOn(context);
    } else if (!inPlace && target.isClosed()) {
      reject();
    } else if (moves(QUEUED, RUNNING)) {
      isOn(context);
      ended = begin(inPlace);
    }
    Block enclosing = outer;
    context.member = member;
    context.returnToPart(span);
    context.block = enclosing;
    outer = null;
    if (!ended) {
      leave();
    }
    if (!inPlace) {
      // An interrupt of this block must not reach the next block on the thread.
      Thread.interrupted();
    }
    handBack(enclosing, noted);
  }

  /** Runs the code; false if the block leaves its thread without having ended. */
  boolean begin(boolean inPlace) {
    beginRecord(inPlace);
    Body code = body;
    body = null;
    Throwable thrown = null;
    try {
      if (code instanceof Coroutine.Resumable resumable) {
        if (!coroutine.start(resumable.code())) {
          return false;
        }
        thrown = coroutine.failure();
      } else {
        code.run();
      }
    } catch (Throwable t) {
      thrown = t;
    }
    end(thrown);
    return true;
  }

  /** Resumes the code; false if it has suspended again. */
  private boolean goOn(Context context) {
    // Only one thread resumes the block at a time; it publishes itself first, for a cancelling
    // thread.
    isOn(context);
    if (!moves(SUSPENDED, RUNNING)) {
      return true; // Its target was found dead meanwhile.
    }
    Recorder.goesOn(recording, this);
    if (!coroutine.goesOn()) {
      return false;
    }
    end(coroutine.failure());
    return true;
  }

  private void end(Throwable thrown) {
    endRecord(thrown == null ? "completed" : "failed", 1);
    finish(thrown);
  }

  /** Suspends as {@link #leave}, for a handler that was not a block until then. */
  void suspendFirst(boolean nobodyWaits) {
    detached = nobodyWaits;
    recording = Recorder.beginsRest(this);
    Block enclosing = Context.current().block;
    byte noted = noted(enclosing);
    leave();
    handBack(enclosing, noted);
  }

  /** Notes that the code has suspended. Its thread does not touch the block afterwards. */
  void leave() {
    Recorder.suspends(recording);
    coroutine.keep(this);
    if (isInterruptedOnItsWayTo(SUSPENDED) && Thread.interrupted()) {
      // The interrupt came too late for the code to see it, so it becomes a cancel of the await.
      coroutine.cancel();
    }
    coroutine.park();
  }

  /** Ends a suspended block whose target has ended; false if it is not suspended. */
  boolean abandon() {
    boolean tooMany;
    // This is one step with the tag, as in endUnrun.
    synchronized (scope == null ? this : scope.tag()) {
      if (!moves(SUSPENDED, REJECTED)) {
        return false;
      }
      tooMany = scope != null && scope.ended(this, State.REJECTED);
    }
    coroutine.forget(this);
    coroutine.abandon();
    endRecord("rejected", 0);
    notifyListeners();
    if (tooMany || detached) {
      target.uncaught(this, rejection());
    }
    return true;
  }

  /** Ends a queued block that its target will not run; false if the block is no longer queued. */
  boolean withdraw() {
    return endUnrun(REJECTED, "rejected", false);
  }

  /** Withdraws a block that the target had accepted, and reports it. */
  boolean reject() {
    return endUnrun(REJECTED, "rejected", true);
  }

  /**
   * Records the encounter of the block: when it is made, or, if it runs repeatedly, each time it is
   * queued.
   */
  final void record() {
    recording = Recorder.encountered(this);
  }

  final void beginRecord(boolean runsInPlace) {
    inPlace = runsInPlace;
    recording = Recorder.begins(recording, this, runsInPlace);
  }

  /** Ends the record; {@code items} is the number of handled pieces of work, or -1. */
  final void endRecord(String outcome, int items) {
    Recorder.ends(recording, outcome, items);
    recording = null;
  }

  /** Throws the exception that a wait for this ended block must throw, if any. */
  void rethrow() {
    Throwable outcome = outcome();
    if (outcome != null) {
      throw Throwables.sneak(Failures.at(outcome, this));
    }
  }

  /** Rethrows in a resumed coroutine that awaited the block. */
  void rethrow(Coroutine resumed) {
    Throwable outcome = outcome();
    if (outcome != null) {
      throw Throwables.sneak(Failures.at(outcome, this, resumed.callers()));
    }
  }

  /** Returns the exception that a wait for this ended block must throw; null if it completed. */
  Throwable outcome() {
    return switch (now()) {
      case FAILED -> failure;
      case CANCELLED ->
          new CancellationException("block " + label + " was cancelled before it ran");
      case REJECTED -> rejection();
      default -> null;
    };
  }

  final RejectedExecutionException rejection() {
    String how = coroutine == null ? " never ran" : " did not go on";
    return new RejectedExecutionException(
        "block " + label + how + ": target " + target.name() + " has ended");
  }

  // Steps of an end, in an order every wait relies on: 1. the failure is stored; 2. the tag is
  // notified (so that a wait that finds the block gone from the tag may pass); 3. the final state;
  // 4. listeners; 5. a failure that no code can wait for goes to the uncaught handler.
  private void finish(Throwable thrown) {
    failure = thrown;
    boolean tooMany = scope != null && scope.ended(this, endBy(thrown));
    if (isInterruptedOnItsWayTo(thrown == null ? COMPLETED : FAILED)) {
      Thread.interrupted();
    }
    if (coroutine != null) {
      coroutine.forget(this);
    }
    notifyListeners();
    if (tooMany || thrown != null && detached && !isQuiet(thrown)) {
      target.uncaught(this, thrown);
    }
  }

  /** Makes it a process, whose end by a requested cancel is not reported. */
  Block endingQuietly() {
    endsQuietly = true;
    return this;
  }

  private boolean isQuiet(Throwable thrown) {
    return endsQuietly && endBy(thrown) == State.CANCELLED;
  }

  /** Returns the final state for what the code threw. A requested cancel's effect is no failure. */
  private State endBy(Throwable thrown) {
    if (thrown == null) {
      return State.COMPLETED;
    }
    return asked && Throwables.isDueToCancel(thrown) ? State.CANCELLED : State.FAILED;
  }

  /**
   * Ends a block that has not begun; false if it has begun.
   *
   * @param owed whether the target had accepted the block, so that the rejection must be reported
   */
  final boolean endUnrun(int end, String outcome, boolean owed) {
    boolean tooMany = false;
    if (scope == null) {
      if (!moves(QUEUED, end)) {
        return false;
      }
    } else {
      // This is one step, so that a wait which sees the end finds the rejection to claim.
      synchronized (scope.tag()) {
        if (!moves(QUEUED, end)) {
          return false;
        }
        if (end == CANCELLED || owed) {
          tooMany = scope.ended(this, end == CANCELLED ? State.CANCELLED : State.REJECTED);
        } else {
          scope.left(this);
        }
      }
    }
    body = null;
    Recorder.neverRuns(recording, this, outcome);
    notifyListeners();
    if (tooMany || owed && detached) {
      target.uncaught(this, rejection());
    }
    return true;
  }

  @Override
  final void failedListener(Throwable failure) {
    target.uncaught(this, failure);
  }
}
