package dev.hocket.events.choice;

import dev.hocket.events.waiting.Port;
import dev.hocket.events.waiting.Waiter;
import dev.hocket.events.waiting.Wakes;

/** The operation that is always possible. */
public final class Always extends Operation {
  private final Object value;

  public Always(Object value) {
    this.value = value;
  }

  @Override
  protected Port port() {
    return null;
  }

  @Override
  protected Object attempt(Object offered, Wakes wakes) {
    return value;
  }

  @Override
  protected boolean seemsReady() {
    return true;
  }

  @Override
  protected void enqueue(Waiter waiter) {
    throw new IllegalStateException("alwaysEvt was made to wait");
  }

  @Override
  protected void withdraw(Waiter waiter, Wakes wakes) {}

  @Override
  protected String describe() {
    return "always";
  }
}
