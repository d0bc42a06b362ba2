package dev.hocket.events;

import java.util.concurrent.CompletableFuture;

/** The future of an event: cancelling it withdraws the event. */
final class EventFuture<T> extends CompletableFuture<T> {
  private volatile Pending pending;

  /** Takes the value, or a {@link Failed}. */
  @SuppressWarnings("unchecked")
  Object settle(Object outcome) {
    if (outcome instanceof Failed failed) {
      completeExceptionally(failed.exception());
    } else {
      complete((T) outcome);
    }
    return null;
  }

  void follow(Pending event) {
    pending = event;
    if (isCancelled()) {
      event.withdraw();
    }
  }

  @Override
  public boolean cancel(boolean mayInterruptIfRunning) {
    Pending event = pending;
    if (event != null && !event.withdraw() && !isDone()) {
      // It has happened; the value is on its way.
      return false;
    }
    return super.cancel(mayInterruptIfRunning);
  }

  @Override
  public <U> CompletableFuture<U> newIncompleteFuture() {
    return new CompletableFuture<>();
  }
}
