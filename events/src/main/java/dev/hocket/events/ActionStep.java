package dev.hocket.events;

import dev.hocket.events.steps.Continuation;
import dev.hocket.events.steps.OfToken;

/**
 * The call of an action of the program; one object, because each pending send with an action holds
 * it.
 */
final class ActionStep extends Continuation.Apply {
  private final Action<Object, Object> action;

  @SuppressWarnings("unchecked")
  ActionStep(Action<?, ?> action, Continuation next) {
    super(next);
    this.action = (Action<Object, Object>) action;
  }

  @Override
  public Object apply(Object value) throws InterruptedException {
    return action.apply(value);
  }

  @Override
  public boolean waits() {
    return action instanceof WaitingAction;
  }

  @Override
  public Object source(Object operation) {
    return action instanceof OfToken token ? token.source() : operation;
  }

  @Override
  public boolean isAwaited() {
    return action instanceof AwaitedAction;
  }

  @Override
  public void refuse(Object value, Throwable refusal) {
    if (action instanceof AwaitedAction<Object, Object> awaited) {
      awaited.refuse(value, refusal);
    }
  }
}
