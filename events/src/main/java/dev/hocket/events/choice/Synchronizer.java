package dev.hocket.events.choice;

import dev.hocket.core.Completion;
import dev.hocket.core.Coroutine;
import dev.hocket.core.DeadlockException;
import dev.hocket.core.Ends;
import dev.hocket.core.EventLoop;
import dev.hocket.core.Span;
import dev.hocket.events.steps.Continuation;
import dev.hocket.events.steps.Failure;
import dev.hocket.events.steps.Origin;
import dev.hocket.events.steps.PostConsumption;
import dev.hocket.events.waiting.AdaptiveSpin;
import dev.hocket.events.waiting.EventLoops;
import dev.hocket.events.waiting.Port;
import dev.hocket.events.waiting.Synchronization;
import dev.hocket.events.waiting.Waiter;
import dev.hocket.events.waiting.Wakes;
import java.util.concurrent.atomic.AtomicReference;

/** Carries events out: on a thread that waits, in a handler that is suspended, or detached. */
public final class Synchronizer {
  private Synchronizer() {}

  public static void refuseInterrupt() throws InterruptedException {
    if (Thread.interrupted()) {
      throw new InterruptedException("interrupted before a synchronisation; nothing happened");
    }
  }

  /** Waits until one branch commits, and runs its steps. */
  public static Object sync(Branches branches) throws InterruptedException {
    if (branches.hasWaitingActions()) {
      refuseWaitsOnALoop(branches, EventLoops.ofThread());
    }
    if (Span.areFollowed()) {
      branches.pause();
    }
    if (branches.isSingle()) {
      Operation operation = branches.operations[0];
      return Continuation.run(branches.then(0), one(operation), operation);
    }
    Choice choice = new Choice(branches, Thread.currentThread());
    try {
      if (!commitOrPublish(choice)) {
        choice.await(branches.spin(), "", branches);
      }
    } catch (Throwable thrown) {
      Span.resumes();
      choice.abandon();
      branches.loseAll();
      throw thrown;
    }
    return finish(choice);
  }

  /**
   * Runs the steps of the branch after the commit of a choice for which a thread or handler waits.
   */
  static Object finish(Choice choice) throws InterruptedException {
    Wakes wakes = new Wakes();
    Object value = choice.settle(wakes);
    wakes.wakeAll();
    return Continuation.run(choice.then(), value, choice.operation());
  }

  /** Synchronises as {@link #sync(Branches)} does, but suspends a handler instead of waiting. */
  public static Object sync(Branches branches, Coroutine handler) throws InterruptedException {
    if (!handler.canSuspend()) {
      return sync(branches);
    }
    if (branches.hasWaitingActions()) {
      refuseWaitsOnALoop(branches, EventLoops.ofThread());
    }
    Completion<Object> wait = new SuspendedSync(branches);
    Ends ends = branches.isSingle() ? branches.operations[0].ends() : null;
    return handler.await(ends == null ? wait : ends.completion(false, wait));
  }

  /** Makes the wait of a handler, which has not started. */
  public static Completion<Object> completion(Branches branches) {
    return new SuspendedSync(branches);
  }

  /**
   * Synchronises with two events, one after the other, and suspends a handler instead of waiting.
   * Neither has steps; the first has one branch.
   *
   * @param what names both, for messages
   * @return the value of the second
   */
  public static Object call(String what, Branches call, Branches reply, Coroutine handler) {
    return handler.await(new SuspendedCall(what, call, reply));
  }

  /** Synchronises as {@link #sync(Branches)} does, with one operation without steps. */
  public static Object sync(Operation operation) throws InterruptedException {
    Span.pauses(operation);
    return Continuation.run(null, one(operation), operation);
  }

  /** Takes steps 2 to 8 of {@link Choice}; returns whether there has been a commit. */
  static boolean commitOrPublish(Choice choice) {
    Wakes wakes = new Wakes();
    try {
      return choice.commitOrPublish(null, wakes);
    } finally {
      // This also happens after an exception: senders that have been given room have been claimed.
      wakes.wakeAll();
    }
  }

  /** Puts the branches in place and continues; their steps run elsewhere after the commit. */
  public static Handle deposit(Branches branches) throws InterruptedException {
    if (branches.hasWaitingActions()) {
      refuseWaitsOnALoop(branches, null);
    }
    if (branches.isSingle()) {
      Operation operation = branches.operations[0];
      Synchronization waiter = deposit(operation, branches.then(0));
      return new Handle(waiter, () -> withdraw(operation, waiter));
    }
    Wakes wakes = new Wakes();
    Choice choice = new Choice(branches, (Thread) null);
    boolean committed;
    try {
      committed = choice.commitOrPublish(null, wakes);
      wakes.wakeAll();
      while (!committed && !choice.isPublished()) {
        committed = choice.commitOrPublish(branches.awaitRoom(), wakes);
        wakes.wakeAll();
      }
    } catch (Throwable thrown) {
      // Wakes the senders that got the room reserved for this choice.
      wakes.wakeAll();
      choice.abandon();
      branches.loseAll();
      throw thrown;
    }
    if (committed) {
      Object value = choice.settle(wakes);
      wakes.wakeAll();
      goOn(choice.then(), value, choice.operation());
    }
    return new Handle(
        committed ? null : choice,
        () -> {
          choice.abandon();
          branches.loseAll();
        });
  }

  /** Carries out one operation on a thread that waits; its waiter is the whole synchronisation. */
  private static Object one(Operation operation) throws InterruptedException {
    Object value = operation.communicate(operation.offered(), Otherwise.WAIT);
    if (value instanceof Synchronization waiter) {
      value = await(operation, waiter);
    }
    return operation.at(value, 0, 1);
  }

  public static Object await(Operation operation, Synchronization waiter)
      throws InterruptedException {
    try {
      if (operation.ends() == null) {
        waiter.await(spin(operation.port()), "", operation);
      } else {
        awaitEnds(operation, waiter);
      }
    } catch (Throwable thrown) {
      Span.resumes();
      withdraw(operation, waiter);
      throw thrown;
    }
    return operation.result(waiter.value());
  }

  /** Waits for ends of threads or blocks, none of which may wait for the calling thread. */
  private static void awaitEnds(Operation operation, Synchronization waiter)
      throws InterruptedException {
    AtomicReference<DeadlockException> refused = new AtomicReference<>();
    operation
        .ends()
        .await(
            deadlock -> {
              // Otherwise they have just ended.
              if (waiter.cancel()) {
                refused.set(deadlock);
                waiter.wakeOrComplete();
              }
            },
            () -> waiter.await(spin(operation.port()), "", operation));
    if (refused.get() != null) {
      throw refused.get();
    }
  }

  static void withdraw(Operation operation, Waiter waiter) {
    Wakes wakes = new Wakes();
    Choice.withdraw(operation, waiter, wakes);
    wakes.wakeAll();
  }

  /** Puts one operation in place; returns null if it has happened at once. */
  public static Synchronization deposit(Operation operation, Continuation then)
      throws InterruptedException {
    Object value = operation.communicate(operation.offered(), new Otherwise.Remain(then));
    if (value instanceof Synchronization waiter && !waiter.isAwaited()) {
      return waiter;
    }
    if (value instanceof Synchronization inLine) {
      value = operation.room().await(inLine);
      if (value == Operation.NOT_YET) {
        return (Synchronization) inLine.value();
      }
    }
    goOn(then, operation.at(value, 0, 1), operation);
    return null;
  }

  /**
   * Continues after the creation itself has committed. If the channel had ended and no action
   * handles failures, the creator gets the exception: no later code could.
   */
  private static void goOn(Continuation then, Object value, Operation operation) {
    if (value instanceof Failure failed && !Continuation.takeFailures(then)) {
      throw Failure.sneak(failed.exception());
    }
    if (then != null) {
      PostConsumption.start(then, value, Origin.here(operation));
    }
  }

  private static AdaptiveSpin spin(Port port) {
    return port == null ? null : port.spin();
  }

  /**
   * Throws what {@link Synchronization#await} would throw if an action had to wait on an event
   * loop. At that time only guards have run.
   *
   * @param here the loop on which the actions begin, or null if there is none
   */
  private static void refuseWaitsOnALoop(Branches branches, EventLoop here) {
    for (int branch = 0; branch < branches.operations.length; branch++) {
      EventLoop loop = Continuation.loopThatWouldWait(branches.then(branch), here);
      if (loop != null) {
        branches.loseAll();
        throw EventLoops.refusal(
            loop,
            branches.operations[branch].where(branch, branches.operations.length)
                + ", with an action that waits");
      }
    }
  }

  /** Refuses waits of post-creation actions too, which run on the calling thread. */
  public static void refuseCreationWaitsOnALoop(Branches branches, Continuation created) {
    EventLoop loop = Continuation.hasWaitingActions(created) ? EventLoops.ofThread() : null;
    if (loop != null) {
      branches.loseAll();
      throw EventLoops.refusal(loop, branches + ", with a post-creation action that waits");
    }
  }
}
