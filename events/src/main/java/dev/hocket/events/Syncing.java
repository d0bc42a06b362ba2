package dev.hocket.events;

import dev.hocket.core.EventLoop;
import dev.hocket.core.Targets;

/** Carries events out: on a thread that waits, or detached from it. */
final class Syncing {
  /** Instead of a value: there is no room to wait in. */
  private static final Object FULL = new Object();

  private Syncing() {}

  static void refuseInterrupt() throws InterruptedException {
    if (Thread.interrupted()) {
      throw new InterruptedException("interrupted before a synchronisation; nothing happened");
    }
  }

  /** Waits for one branch and runs its steps. */
  static Object sync(Forced forced) throws InterruptedException {
    if (forced.isSingle()) {
      Branch branch = forced.branches[0];
      Object value = one(branch.event());
      if (branch.then() == null && !(value instanceof Failed)) {
        return value;
      }
      return Then.run(branch.then(), Failed.at(value, branch.event(), 0, 1));
    }
    Choice choice = new Choice(forced, Thread.currentThread());
    Wakes wakes = new Wakes();
    try {
      boolean committed = choice.commitOrPublish(null, wakes);
      wakes.tell();
      if (!committed) {
        await(choice, spin(forced.ports), choice::abandon);
      }
    } catch (Throwable thrown) {
      forced.loseAll();
      throw thrown;
    }
    choice.settle(wakes);
    wakes.tell();
    return Then.run(choice.then(), choice.value());
  }

  /** Puts the branches in place and goes on; their steps run elsewhere after the commit. */
  static Pending deposit(Forced forced) throws InterruptedException {
    if (forced.isSingle()) {
      Branch branch = forced.branches[0];
      Waiter waiter = deposit(branch.event(), branch.then());
      return new Pending(waiter, () -> withdraw(branch.event(), waiter));
    }
    Wakes wakes = new Wakes();
    Choice choice = new Choice(forced, Choice.DETACHED);
    boolean committed;
    try {
      committed = choice.commitOrPublish(null, wakes);
      wakes.tell();
      while (choice.full() != null) {
        BaseEvent<?> granted = choice.full().awaitRoom() ? choice.full() : null;
        committed = choice.commitOrPublish(granted, wakes);
        wakes.tell();
      }
    } catch (Throwable thrown) {
      forced.loseAll();
      throw thrown;
    }
    if (committed) {
      choice.settle(wakes);
      wakes.tell();
      goOn(choice.then(), choice.value());
    }
    return new Pending(
        committed ? null : choice,
        () -> {
          choice.abandon();
          forced.loseAll();
        });
  }

  /** One operation: a choice of one, whose waiter is the whole synchronisation. */
  private static Object one(BaseEvent<?> event) throws InterruptedException {
    Wakes wakes = new Wakes();
    Waiter waiter = new Waiter(Thread.currentThread(), event.offered());
    Object value = commitOrEnqueue(event, waiter, false, wakes);
    wakes.tell();
    if (value != BaseEvent.NOT_YET) {
      return value;
    }
    await(waiter, spin(event.port()), () -> withdraw(event, waiter));
    return event.result(waiter.value);
  }

  private static void withdraw(BaseEvent<?> event, Waiter waiter) {
    Wakes wakes = new Wakes();
    Choice.withdraw(event, waiter, wakes);
    wakes.tell();
  }

  /** {@link #deposit(Forced)} of one operation; null if it has happened at once. */
  static Waiter deposit(BaseEvent<?> event, Then then) throws InterruptedException {
    Object party = then == null ? null : new Consumed(event, then);
    Wakes wakes = new Wakes();
    boolean granted = false;
    while (true) {
      Waiter waiter = new Waiter(party, event.offered());
      Object value = commitOrEnqueue(event, waiter, granted, wakes);
      wakes.tell();
      if (value != FULL) {
        if (value == BaseEvent.NOT_YET) {
          return waiter;
        }
        goOn(then, Failed.at(value, event, 0, 1));
        return null;
      }
      granted = event.awaitRoom();
    }
  }

  /**
   * After a commit by the creation itself. If that came too late, and no action wants to hear of
   * failures, then whoever creates does: later there will be nobody.
   */
  private static void goOn(Then then, Object value) {
    if (value instanceof Failed failed && !Then.takeFailures(then)) {
      throw Failed.sneak(failed.exception());
    }
    After.start(then, value);
  }

  private static Object commitOrEnqueue(
      BaseEvent<?> event, Waiter waiter, boolean granted, Wakes wakes) {
    Port port = event.port();
    if (port == null) {
      Object value = event.attempt(wakes);
      if (value == BaseEvent.NOT_YET) {
        event.enqueue(waiter);
      }
      return value;
    }
    port.lock();
    try {
      Object value = event.attempt(wakes);
      if (value == BaseEvent.NOT_YET) {
        if (!granted && !waiter.isOfThread() && !event.hasRoom()) {
          return FULL;
        }
        event.enqueue(waiter);
      }
      return value;
    } finally {
      if (granted) {
        event.endReservation(wakes);
      }
      port.unlock();
    }
  }

  /** The party of a single deposit with post-consumption actions. */
  private record Consumed(BaseEvent<?> event, Then then) implements Completion {
    @Override
    public void complete(Sync sync, Wakes wakes) {
      Object value = event.result(((Waiter) sync).value);
      After.start(then, Failed.at(value, event, 0, 1));
    }
  }

  /** A choice learns at one of its ports for all of them: each would tell about the same. */
  private static AdaptiveSpin spin(Port... ports) {
    return ports.length == 0 || ports[0] == null ? null : ports[0].spin();
  }

  /** Parks until the commit; if that does not come, runs {@code abandon} and throws. */
  static void await(Sync sync, AdaptiveSpin spin, Runnable abandon) throws InterruptedException {
    if (!Thread.currentThread().isVirtual()
        && Targets.current().orElse(null) instanceof EventLoop loop
        && sync.cancel()) {
      abandon.run();
      throw new IllegalStateException(
          "a synchronisation would have to wait on the thread of event loop "
              + loop
              + ", which would stop all its events; Event.syncThen goes on without"
              + " waiting");
    }
    if (!sync.await(spin)) {
      abandon.run();
      throw new InterruptedException("interrupted in a synchronisation; nothing happened");
    }
  }
}
