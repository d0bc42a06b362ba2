package dev.hocket.events;

import dev.hocket.core.EventLoop;
import dev.hocket.core.Targets;

/** Carries events out: on a thread that waits, or detached from it. */
final class Syncing {
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
      return branch.then() == null && !(value instanceof Failed)
          ? value
          : Then.run(branch.then(), value);
    }
    Choice choice = new Choice(forced, Thread.currentThread());
    Wakes wakes = new Wakes();
    try {
      if (!choice.commitOrPublish(wakes)) {
        await(choice, choice::abandon);
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
  static void deposit(Forced forced) {
    Wakes wakes = new Wakes();
    if (forced.isSingle()) {
      deposit(forced.branches[0].event(), forced.branches[0].then(), wakes);
      return;
    }
    Choice choice = new Choice(forced, Choice.DETACHED);
    if (choice.commitOrPublish(wakes)) {
      choice.settle(wakes);
      wakes.tell();
      After.start(choice.then(), choice.value());
    }
  }

  /** One operation: a choice of one, whose waiter is the whole synchronisation. */
  private static Object one(BaseEvent<?> event) throws InterruptedException {
    Wakes wakes = new Wakes();
    Waiter waiter = null;
    Object value;
    Port port = event.port();
    if (port == null) {
      value = event.attempt(wakes);
      if (value == BaseEvent.NOT_YET) {
        waiter = new Waiter(Thread.currentThread(), null);
        event.enqueue(waiter);
      }
    } else {
      port.lock();
      try {
        value = event.attempt(wakes);
        if (value == BaseEvent.NOT_YET) {
          waiter = new Waiter(Thread.currentThread(), event.offered());
          event.enqueue(waiter);
        }
      } finally {
        port.unlock();
      }
    }
    wakes.tell();
    if (waiter == null) {
      return value;
    }
    Waiter queued = waiter;
    await(queued, () -> Choice.withdraw(event, queued));
    return event.result(queued.value);
  }

  /** {@link #deposit(Forced)} of one operation. */
  static void deposit(BaseEvent<?> event, Then then, Wakes wakes) {
    Object party = then == null ? null : new Consumed(event, then);
    Object value;
    Port port = event.port();
    if (port == null) {
      value = event.attempt(wakes);
      if (value == BaseEvent.NOT_YET) {
        event.enqueue(new Waiter(party, null));
      }
    } else {
      port.lock();
      try {
        value = event.attempt(wakes);
        if (value == BaseEvent.NOT_YET) {
          event.enqueue(new Waiter(party, event.offered()));
        }
      } finally {
        port.unlock();
      }
    }
    wakes.tell();
    if (value != BaseEvent.NOT_YET) {
      After.start(then, value);
    }
  }

  /** The party of a single deposit with post-consumption actions. */
  private record Consumed(BaseEvent<?> event, Then then) implements Completion {
    @Override
    public void complete(Sync sync, Wakes wakes) {
      After.start(then, event.result(((Waiter) sync).value));
    }
  }

  /** Parks until the commit; if that does not come, runs {@code abandon} and throws. */
  static void await(Sync sync, Runnable abandon) throws InterruptedException {
    if (!Thread.currentThread().isVirtual()
        && Targets.current().orElse(null) instanceof EventLoop loop
        && sync.cancel()) {
      abandon.run();
      throw new IllegalStateException(
          "a synchronisation would have to wait on the thread of event loop "
              + loop
              + ", which would stop all its events; syncThen(target, action) goes on without"
              + " waiting");
    }
    if (!sync.await()) {
      abandon.run();
      throw new InterruptedException("interrupted in a synchronisation; nothing happened");
    }
  }
}
