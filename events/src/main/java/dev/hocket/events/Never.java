package dev.hocket.events;

/** What never happens. */
final class Never extends Operation {
  static final Never INSTANCE = new Never();

  private Never() {}

  @Override
  Port port() {
    return null;
  }

  @Override
  Object attempt(Object offered, Wakes wakes) {
    return NOT_YET;
  }

  @Override
  boolean seemsReady() {
    return false;
  }

  @Override
  void enqueue(Waiter waiter) {}

  @Override
  void withdraw(Waiter waiter, Wakes wakes) {}

  @Override
  String describe() {
    return "never";
  }
}
