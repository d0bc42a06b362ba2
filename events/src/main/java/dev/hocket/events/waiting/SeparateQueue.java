package dev.hocket.events.waiting;

/** A queue that keeps its ends itself. */
public final class SeparateQueue extends WaitQueue {
  private Waiter first;
  private Waiter last;

  @Override
  protected Waiter first() {
    return first;
  }

  @Override
  protected Waiter last() {
    return last;
  }

  @Override
  protected void setFirst(Waiter waiter) {
    first = waiter;
  }

  @Override
  protected void setLast(Waiter waiter) {
    last = waiter;
  }
}
