package dev.hocket.events;

import dev.hocket.events.steps.Call;
import dev.hocket.events.steps.OfToken;

/** The call of an action of the program, as a step. */
record ActionCall(Action<Object, Object> action) implements Call {
  @SuppressWarnings("unchecked")
  static Call of(Action<?, ?> action) {
    return new ActionCall((Action<Object, Object>) action);
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
