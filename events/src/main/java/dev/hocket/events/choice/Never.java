package dev.hocket.events.choice;

import dev.hocket.events.waiting.Port;
import dev.hocket.events.waiting.Waiter;
import dev.hocket.events.waiting.Wakes;

/** The operation that is never possible. */
public final class Never extends Operation {
  public static final Never INSTANCE = new Never();

  private Never() {}

  @Override
  protected Port port() {
    return null;
  }

  @Override
  protected Object attempt(Object offered, Wakes wakes) {
    return NOT_YET;
  }

  @Override
  protected boolean seemsReady() {
    return false;
  }

  @Override
  protected void enqueue(Waiter waiter) {}

  @Override
  protected void withdraw(Waiter waiter, Wakes wakes) {}

  @Override
  protected String describe() {
    return "never";
  }
}
