package dev.hocket.events;

/** To go on at once. */
final class Always extends Operation {
  private final Object value;

  Always(Object value) {
    this.value = value;
  }

  @Override
  Port port() {
    return null;
  }

  @Override
  Object attempt(Object offered, Wakes wakes) {
    return value;
  }

  @Override
  boolean seemsReady() {
    return true;
  }

  @Override
  void enqueue(Waiter waiter) {
    throw new IllegalStateException("alwaysEvt was made to wait");
  }

  @Override
  void withdraw(Waiter waiter, Wakes wakes) {}

  @Override
  String describe() {
    return "always";
  }
}
