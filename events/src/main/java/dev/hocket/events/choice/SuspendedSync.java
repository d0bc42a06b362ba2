package dev.hocket.events.choice;

import dev.hocket.core.Completion;
import dev.hocket.events.steps.Continuation;
import dev.hocket.events.waiting.Synchronization;

/**
 * A synchronisation for which a suspended handler waits; its steps run when the handler continues.
 */
final class SuspendedSync implements Completion<Object> {
  private final Branches branches;

  /** Null before {@link #start}, and if a single operation has communicated at once. */
  private Synchronization waiter;

  /** The value of a single operation that has communicated at once. */
  private Object value;

  SuspendedSync(Branches branches) {
    this.branches = branches;
  }

  @Override
  public boolean start(Runnable wake) {
    return branches.isSingle() ? startSingle(wake) : startChoice(wake);
  }

  private boolean startSingle(Runnable wake) {
    value = single().communicate(single().offered(), new Otherwise.Suspend(wake));
    if (value instanceof Synchronization enqueued) {
      waiter = enqueued;
    }
    return waiter != null;
  }

  private boolean startChoice(Runnable wake) {
    Choice choice = new Choice(branches, wake);
    waiter = choice;
    try {
      return !Synchronizer.commitOrPublish(choice);
    } catch (Throwable thrown) {
      abandon();
      throw thrown;
    }
  }

  @Override
  public boolean withdraw() {
    if (waiter == null || !waiter.cancel()) {
      return false;
    }
    abandon();
    return true;
  }

  private void abandon() {
    if (waiter instanceof Choice choice) {
      choice.abandon();
      branches.loseAll();
    } else {
      Synchronizer.withdraw(single(), waiter);
    }
  }

  @Override
  public Object result() throws InterruptedException {
    if (waiter instanceof Choice choice) {
      return Synchronizer.finish(choice);
    }
    Object communicated = waiter == null ? value : single().result(waiter.value());
    return Continuation.run(branches.then(0), single().at(communicated, 0, 1), single());
  }

  private Operation single() {
    return branches.operations[0];
  }

  @Override
  public String toString() {
    return branches.isSingle() ? single().toString() : branches.toString();
  }
}
