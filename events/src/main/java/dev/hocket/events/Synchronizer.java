package dev.hocket.events;

import dev.hocket.core.Blocking;
import dev.hocket.core.EventLoop;
import dev.hocket.core.Targets;

/** Carries events out: on a thread that waits, or detached from it. */
final class Synchronizer {
  private Synchronizer() {}

  static void refuseInterrupt() throws InterruptedException {
    if (Thread.interrupted()) {
      throw new InterruptedException("interrupted before a synchronisation; nothing happened");
    }
  }

  /** Waits for one branch and runs its steps. */
  static Object sync(Branches branches) throws InterruptedException {
    if (branches.hasWaitingActions()) {
      refuseWaitsOnALoop(branches, loopOfThread());
    }
    if (branches.isSingle()) {
      Operation operation = branches.operations[0];
      return Continuation.run(
          branches.then(0), Failure.at(one(operation), operation, 0, 1), operation);
    }
    Choice choice = new Choice(branches, Thread.currentThread());
    try {
      if (!commitOrPublish(choice)) {
        await(choice, branches.spin(), "", branches);
      }
    } catch (Throwable thrown) {
      choice.abandon();
      branches.loseAll();
      throw thrown;
    }
    Wakes wakes = new Wakes();
    Object value = choice.settle(wakes);
    wakes.wakeAll();
    return Continuation.run(choice.then(), value, choice.operation());
  }

  private static boolean commitOrPublish(Choice choice) {
    Wakes wakes = new Wakes();
    try {
      return choice.commitOrPublish(null, wakes);
    } finally {
      // Also when it throws: senders that have been given room have been claimed.
      wakes.wakeAll();
    }
  }

  /** Puts the branches in place and goes on; their steps run elsewhere after the commit. */
  static Pending deposit(Branches branches) throws InterruptedException {
    if (branches.hasWaitingActions()) {
      refuseWaitsOnALoop(branches, null);
    }
    if (branches.isSingle()) {
      Operation operation = branches.operations[0];
      Synchronization waiter = deposit(operation, branches.then(0));
      return new Pending(waiter, () -> withdraw(operation, waiter));
    }
    Wakes wakes = new Wakes();
    Choice choice = new Choice(branches, null);
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
    return new Pending(
        committed ? null : choice,
        () -> {
          choice.abandon();
          branches.loseAll();
        });
  }

  /** One operation by a thread that waits; its waiter is the whole synchronisation. */
  private static Object one(Operation operation) throws InterruptedException {
    Object value = operation.communicate(operation.offered(), Otherwise.WAIT);
    return value instanceof Synchronization waiter ? await(operation, waiter) : value;
  }

  static Object await(Operation operation, Synchronization waiter) throws InterruptedException {
    try {
      await(waiter, spin(operation.port()), "", operation);
    } catch (Throwable thrown) {
      withdraw(operation, waiter);
      throw thrown;
    }
    return operation.result(waiter.value);
  }

  private static void withdraw(Operation operation, Waiter waiter) {
    Wakes wakes = new Wakes();
    Choice.withdraw(operation, waiter, wakes);
    wakes.wakeAll();
  }

  /** {@link #deposit(Branches)} of one operation; null if it has happened at once. */
  static Synchronization deposit(Operation operation, Continuation then)
      throws InterruptedException {
    Object value = operation.communicate(operation.offered(), new Otherwise.Remain(then));
    if (value instanceof Synchronization waiter && !waiter.isOfThread()) {
      return waiter;
    }
    if (value instanceof Synchronization inLine) {
      value = operation.room().await(inLine);
      if (value == Operation.NOT_YET) {
        return (Synchronization) inLine.value;
      }
    }
    goOn(then, Failure.at(value, operation, 0, 1), operation);
    return null;
  }

  /**
   * Continues after a commit by the creation itself. If the channel had ended and no action takes
   * failures, the creator gets the exception: no later code could.
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

  private static EventLoop loopOfThread() {
    return !Thread.currentThread().isVirtual()
            && Targets.current().orElse(null) instanceof EventLoop loop
        ? loop
        : null;
  }

  /**
   * Throws what {@link #await} would if an action were to wait on an event loop, before anything
   * has happened but guards.
   *
   * @param here on which the actions begin, or null if that is no loop
   */
  private static void refuseWaitsOnALoop(Branches branches, EventLoop here) {
    for (int branch = 0; branch < branches.operations.length; branch++) {
      EventLoop loop = Continuation.loopThatWouldWait(branches.then(branch), here);
      if (loop != null) {
        branches.loseAll();
        throw wouldWaitOn(
            loop,
            Failure.where(branches.operations[branch], branch, branches.operations.length)
                + ", with an action that waits");
      }
    }
  }

  /** The same check for post-creation actions, which run on the calling thread. */
  static void refuseCreationWaitsOnALoop(Branches branches, Continuation created) {
    EventLoop loop = Continuation.hasWaitingActions(created) ? loopOfThread() : null;
    if (loop != null) {
      branches.loseAll();
      throw wouldWaitOn(loop, branches + ", with a post-creation action that waits");
    }
  }

  private static IllegalStateException wouldWaitOn(EventLoop loop, String what) {
    return new IllegalStateException(
        what
            + ": would have to wait on the thread of event loop "
            + loop
            + ", which would stop all its events; Event.syncThen goes on without waiting,"
            + " Event.toFuture also where an action waits, as that of a call does, and"
            + " Channel.aSend also where a limited channel has no room");
  }

  /**
   * Waits until the commit. If this method throws, there will be no commit, and the caller
   * withdraws the waiters. A thread of a worker keeps its permit while it spins, and hands it on
   * when it parks.
   *
   * @param verb with {@code where}, what it waits for, in words
   */
  static void await(Synchronization sync, AdaptiveSpin spin, String verb, Object where)
      throws InterruptedException {
    EventLoop loop = loopOfThread();
    if (loop != null && sync.cancel()) {
      throw wouldWaitOn(loop, verb + where);
    }
    if (!sync.seesClaim(spin)) {
      Blocking.await(new ParkingWait(sync, verb, where));
    }
  }
}
