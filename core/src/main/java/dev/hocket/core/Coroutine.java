package dev.hocket.core;

import dev.hocket.core.platform.Overrides;
import dev.hocket.core.platform.Throwables;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CancellationException;

/**
 * A handler that can be suspended; for code that Hocket compiled. It consists of its suspended
 * activations and of the blocks it waits for (paper 1, sections 3.2.3 and 4.1). {@code
 * docs/decisions/0006-await-in-class-files.md} shows such code.
 *
 * <p>A resumable method takes the coroutine as an additional last parameter. To wait, the innermost
 * method marks the coroutine suspended and returns; each caller sees that mark after its call,
 * stores its locals and operands in a {@link Frame} and returns as well, until the thread is free.
 * Later a thread of the same target runs the innermost frame again; when that returns, its caller's
 * frame, and so on. No frame is used before its turn, so a suspension costs as much as the calls
 * made since the last one, however deep the handler is.
 *
 * <p>On a thread that belongs to no target, a wait blocks instead of suspending.
 */
// Ownership: everything but the volatile field belongs to the thread that runs the coroutine, and
// passes from one such thread to the next by way of the signal of what it awaits:
//
//   1. the thread publishes `awaiting`, then hands over what is awaited;
//   2. it unwinds, keeps its frames and ends in park(): NONE → PARKED;
//   3. the thread that ends what is awaited wakes: NONE → WOKEN.
//
// The later of 2 and 3 finds the signal already changed and hands the coroutine over to its target.
// So a coroutine is handed over exactly once, and only when the old thread no longer uses it.
//
// Where memory runs out. The objects of a wait are made before 1 (prepare), so an OutOfMemoryError
// there is thrown by a wait that has not begun. From 1 to 3 only the frames of 2 are made: a method
// that cannot keep its frame takes the suspension back (unwind), and the wait throws the error,
// through all methods that have been called since. A continuation that cannot be queued stays with
// its target, which tries again (Stalled).
public final class Coroutine extends Activations {
  /** The number of resumable methods on one stack before it is unwound to make room. */
  private static final int MOST_DEPTH = 200;

  // The reason why the stack is being unwound: to wait, or to make room for a call.
  private static final byte NO = 0;
  private static final byte FOR_WAIT = 1;
  private static final byte FOR_CALL = 2;

  private final String label;
  private Block block;
  private Target home;

  private boolean kept;
  private byte unwinding = NO;
  private boolean blocking;
  private boolean exact;
  private int depth;
  private Frame resuming;

  private volatile Awaited awaiting;

  private Coroutine(String label) {
    this.label = label;
  }

  /** Makes the coroutine of a block. */
  Coroutine(Block block) {
    this.label = block.label();
    this.block = block;
  }

  /**
   * Wraps code that can be suspended in an ordinary body.
   *
   * @param code the code
   * @return a body to hand to a {@link Target}; while it is suspended it needs no thread
   */
  public static Body body(ResumableBody code) {
    return new Resumable(code);
  }

  /** A body whose block gets a coroutine. */
  record Resumable(ResumableBody code) implements Body {
    Resumable {
      Objects.requireNonNull(code, "code");
    }

    @Override
    public void run() {
      throw new AssertionError("a resumable body runs in a coroutine");
    }
  }

  // Entries: calls of a resumable method from code without coroutines.

  /**
   * Begins a coroutine for a call from code that has none.
   *
   * @param label the position of the called method in the source
   * @return the coroutine, to be passed to the method, and then to {@link #detach} or one of {@code
   *     join}
   */
  public static Coroutine begin(String label) {
    return new Coroutine(label);
  }

  /**
   * Makes the next call run exactly the method that it names, even if the object's class overrides
   * it.
   *
   * @return this
   */
  public Coroutine exact() {
    exact = true;
    return this;
  }

  /**
   * Returns whether the object's class overrides a resumable method with a plain one, which the
   * method must then call. Every resumable method that can be overridden calls this.
   *
   * @param self the object
   * @param owner the class that declares the method
   * @param method the method's name
   * @param descriptor the method's descriptor, without the coroutine
   * @return false if the last call must run exactly its method
   */
  public boolean isOverridden(Object self, Class<?> owner, String method, String descriptor) {
    if (exact) {
      exact = false;
      return false;
    }
    return self.getClass() != owner && Overrides.have(self.getClass(), owner, method, descriptor);
  }

  /**
   * Ends a call whose caller continues at the first suspension. Later exceptions of the method go
   * to the uncaught handler of its target.
   */
  public void detach() {
    if (unwinding != NO) {
      settle(true);
    }
  }

  @Override
  public void join() {
    if (unwinding != NO) {
      Block rest = settle(false);
      if (rest != null) {
        Waits.awaitStructured(rest);
        rest.rethrow();
      }
    }
  }

  // Calls: the steps of a resumable method around the call of another.

  /**
   * Returns whether the next call must be deferred, because too many are on the stack already.
   *
   * @return true if the caller has to {@link #defer} it and unwind
   */
  public boolean isTooDeep() {
    // The last call may have been of a private method by super, which does not check for overrides.
    exact = false;
    return ++depth > MOST_DEPTH;
  }

  /**
   * Defers a call until the stack has been unwound. The arguments go into the frame.
   *
   * @param starter the code that makes the call
   * @param where the position of the call
   * @param references the number of references that are put into the frame
   * @param numbers the number of other values
   * @return the frame
   */
  public Frame defer(Resumer starter, String where, int references, int numbers) {
    Frame frame = suspend(starter, 0, where, references, numbers);
    unwinding = FOR_CALL;
    return frame;
  }

  /**
   * Returns whether the called method has suspended, so that its result is meaningless; called
   * after a call.
   *
   * @return true if the caller has to {@link #suspend} and return as well
   */
  public boolean isSuspended() {
    depth--;
    return unwinding != NO;
  }

  /**
   * Stores the calling activation in a frame.
   *
   * @param resumer the code that continues it
   * @param point the number of the suspension point in its method, from 1
   * @param where the position in the source as in a stack trace: {@code p.C.m(C.java:12)}
   * @param references the number of references that are put into the frame
   * @param numbers the number of other values
   * @return the frame
   */
  public Frame suspend(Resumer resumer, int point, String where, int references, int numbers) {
    Frame frame = new Frame(resumer, point, where, references, numbers);
    gather(frame);
    return frame;
  }

  /**
   * Undoes a suspension because the calling activation cannot be kept. The awaited block is
   * cancelled and waited for, and then the wait throws in the activations called since; if they
   * wait again, they block instead of suspending. Afterwards the call has a result, or has thrown,
   * as if it had been resumed.
   *
   * @param cause the exception that was thrown instead, most likely an {@link OutOfMemoryError}
   */
  public void unwind(Throwable cause) {
    Frame called = takeGathered();
    Throwable thrown = cause;
    if (unwinding != NO) {
      if (unwinding == FOR_WAIT && !endWait()) {
        // The innermost frame takes the result, which would be lost otherwise.
        thrown = null;
      } else {
        // Without the innermost: a call that has not begun, or what would end the wait.
        called = called == null ? null : called.caller;
      }
      unwinding = NO;
    }
    Frame callers = exchange(called);
    int outerDepth = depth;
    boolean outerBlocking = blocking;
    blocking = true;
    proceed(thrown);
    exchange(callers);
    depth = outerDepth;
    blocking = outerBlocking;
  }

  /**
   * Returns the frame with which a resumable method continues, once; called at its start.
   *
   * @return null if the method has been called
   */
  public Frame resuming() {
    Frame frame = resuming;
    resuming = null;
    return frame;
  }

  // Waits: the innermost suspension.

  /**
   * Returns whether a wait can suspend; on a thread of no target, and in a team of threads, it must
   * block.
   *
   * @return false if the caller must call the plain method, which waits
   */
  public boolean canSuspend() {
    if (home == null && Context.current().member == null) {
      home = Targets.currentOrNull();
    }
    return home != null && !blocking;
  }

  /** Notes that the block is suspended, perhaps for the first time. */
  void keep(Block suspended) {
    if (!kept) {
      kept = home.suspended().keep(suspended);
    }
  }

  /** Notes that the block has ended. */
  void forget(Block ended) {
    if (kept) {
      home.suspended().drop(ended);
    }
  }

  /**
   * Allocates everything that the next suspension needs. The later steps allocate nothing and
   * cannot fail.
   *
   * @param where the position of the wait in the source
   * @param tags the wait for tags; null if it is an await of one block
   * @param then the code that runs first when the coroutine continues
   */
  Suspension prepare(String where, TagWait tags, List<Block> blocks, Resumer then) {
    if (block == null) {
      block = new Block(home, label, this);
    }
    Awaited awaited = new Awaited(this, where, tags, blocks);
    return new Suspension(awaited, new Frame(then, 0, label, 0, 0));
  }

  /**
   * Waits for a completion, for the resumable twin of a method (see {@link Awaitable}): suspends
   * until it has completed. The twin asks {@link #canSuspend} first.
   *
   * <p>A cancel of the suspended block {@linkplain Completion#withdraw withdraws} the wait, which
   * then throws a {@link CancellationException}; if it has already completed, the block continues
   * with its result, and is interrupted.
   *
   * @param <T> the type of the result
   * @param what the completion
   * @return its result if it has completed at once; else null, which the caller ignores because the
   *     coroutine is suspended
   * @throws IllegalStateException if {@link #canSuspend} is false
   */
  public <T> T await(Completion<T> what) {
    Objects.requireNonNull(what, "what");
    if (!canSuspend()) {
      throw new IllegalStateException(
          "'"
              + label
              + "' cannot be suspended here to wait for "
              + what
              + "; ask canSuspend first");
    }
    if (block == null) {
      block = new Block(home, label, this);
    }
    Awaited awaited = new Awaited(this, label, what);
    Suspension next = new Suspension(awaited, new Frame(awaited, 0, label, 0, 0));
    boolean suspends = false;
    try {
      if (!what.start(awaited)) {
        return what.result();
      }
      // Not published before: until the block is suspended, a cancel interrupts its thread instead.
      awaiting = awaited;
      if (awaited.isForEnds()) {
        checkForDeadlock(awaited);
      }
      suspends = true;
    } catch (Exception thrown) {
      throw Throwables.sneak(thrown);
    } finally {
      if (!suspends) {
        awaited.restoreInterrupt();
      }
    }
    suspend(next);
    return null;
  }

  private void checkForDeadlock(Awaited next) {
    try {
      Deadlocks.check(next);
    } catch (Throwable refusal) {
      throw awaitsNothing(refusal);
    }
  }

  /** Takes the result of a completion, in the form in which the caller's method returns it. */
  void completeBy(Completion<?> what) throws Exception {
    Object value = what.result();
    switch (value) {
      case Integer number -> complete(number.intValue());
      case Boolean truth -> complete(truth ? 1 : 0);
      case Long number -> complete(number.longValue());
      case null, default -> {}
    }
    complete(value);
  }

  /**
   * Publishes the blocks that the next suspension waits for. This happens before they are handed
   * over, so that the search for deadlocks finds the way from them back to this coroutine.
   */
  void awaits(Suspension next) {
    awaiting = next.awaited();
  }

  /**
   * Undoes {@link #awaits}; a cancel or a deadlock may be waking the coroutine already.
   *
   * @param refusal the reason why the wait does not begin
   * @return never: throws the refusal, or the exception of a wait that has been cancelled meanwhile
   */
  RuntimeException awaitsNothing(Throwable refusal) {
    Awaited awaited = awaiting;
    awaiting = null;
    awaited.takeBack();
    if (awaited.isCancelledWhenTaken()) {
      CancellationException cancelled = awaited.cancellation();
      cancelled.addSuppressed(refusal);
      throw cancelled;
    }
    throw Throwables.sneak(refusal);
  }

  /**
   * Ends the wait for which the coroutine was about to suspend; cancels blocks that share its
   * locals, and waits for their ends. Returns false if it was for a completion that has completed,
   * whose result must be taken.
   */
  private boolean endWait() {
    Awaited awaited = awaiting;
    boolean ended = true;
    if (awaited.isStructured()) {
      awaited.cancel();
      awaited.awaitWake();
    } else {
      ended = awaited.takeBack();
    }
    awaiting = null;
    awaited.isCancelledWhenTaken();
    awaited.restoreInterrupt();
    return ended;
  }

  Awaited awaiting() {
    return awaiting;
  }

  /** Suspends until all awaited blocks have ended. */
  void suspend(Suspension next) {
    gather(next.first());
    unwinding = FOR_WAIT;
    next.listen();
  }

  /** Abandons the wait, because the target has ended. */
  void abandon() {
    Awaited awaited = awaiting;
    if (awaited != null) {
      awaited.abandon();
    }
  }

  /** Called when the thread's stack has been unwound. */
  void park() {
    awaiting.park();
  }

  /** Hands the coroutine over to its target, to be run again. */
  void goOn() {
    home.suspended().goOn(block);
  }

  /**
   * Cancels a suspended coroutine: a wait for blocks that share its locals is over when they are,
   * any other at once; it then throws a {@link CancellationException}. A wait for a completion that
   * has completed ends with its result, and the coroutine is interrupted when it continues. False
   * if the coroutine was resumed before it detected the cancel.
   */
  boolean cancel() {
    Awaited awaited = awaiting;
    return awaited != null && awaited.cancel();
  }

  // Legs: the code that a thread runs from one suspension to the next.

  /** Runs the first leg of a block; false if it ends in a suspension. */
  boolean start(ResumableBody code) {
    Throwable thrown = null;
    try {
      code.run(this);
    } catch (Throwable t) {
      thrown = t;
    }
    return proceed(thrown);
  }

  /** Runs a later leg; false if it ends in a suspension. */
  boolean goesOn() {
    Awaited over = awaiting;
    awaiting = null;
    over.restoreInterrupt();
    Throwable instead = thrownBy(over);
    if (instead != null) {
      pop();
    }
    return proceed(instead);
  }

  /** Returns the exception that a wait throws instead of the outcome of its blocks, or null. */
  private Throwable thrownBy(Awaited over) {
    boolean cancelled = over.isCancelledWhenTaken();
    try {
      Throwable instead = over.deadlock();
      if (instead == null && cancelled) {
        instead = over.cancellation();
      }
      if (instead != null) {
        instead.setStackTrace(callers());
      }
      return instead;
    } catch (OutOfMemoryError noMemory) {
      return noMemory;
    }
  }

  /** Runs frames until one suspends (false) or none is left (true). */
  private boolean proceed(Throwable thrown) {
    while (true) {
      if (thrown != null) {
        if (unwinding != NO) {
          // The exception was thrown where no activation could handle it: those below have not seen
          // it yet.
          unwind(thrown);
        }
        fail(thrown);
      } else if (unwinding != NO) {
        boolean waits = unwinding == FOR_WAIT;
        unwinding = NO;
        link();
        if (waits) {
          return false;
        }
      }
      Frame frame = pop();
      if (frame == null) {
        return true;
      }
      thrown = run(frame);
    }
  }

  private Throwable run(Frame frame) {
    depth = 0;
    resuming = frame.point() == 0 ? null : frame;
    frame.rewound();
    try {
      frame.resumer.resume(frame, this);
      return null;
    } catch (Throwable thrown) {
      // The awaited block attaches this position itself.
      return frame.point() == 0 ? thrown : resumedFromCallers(thrown);
    }
  }

  private Throwable resumedFromCallers(Throwable thrown) {
    try {
      return Failures.resumedFrom(thrown, callers());
    } catch (OutOfMemoryError noMemory) {
      return thrown;
    }
  }

  /**
   * Ends the first leg of an entry; null if the coroutine has ended, or else a block of its rest.
   */
  private Block settle(boolean detached) {
    if (proceed(null)) {
      take();
      return null;
    }
    block.suspendFirst(detached);
    return block;
  }

  @Override
  public String toString() {
    return label;
  }
}
