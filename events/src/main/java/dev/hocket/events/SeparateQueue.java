package dev.hocket.events;

/** A queue that keeps its ends itself. */
final class SeparateQueue extends WaitQueue {
  private Waiter first;
  private Waiter last;

  @Override
  Waiter first() {
    return first;
  }

  @Override
  Waiter last() {
    return last;
  }

  @Override
  void setFirst(Waiter waiter) {
    first = waiter;
  }

  @Override
  void setLast(Waiter waiter) {
    last = waiter;
  }
}
