package dev.hocket.events;

import java.util.concurrent.CompletableFuture;

/** The future of an event. Whoever else decides it withdraws the event first, or is too late. */
final class EventFuture<T> extends CompletableFuture<T> {
  /** Set before the program gets the future. */
  private volatile Pending pending;

  /** Takes the value, or a {@link Failed}; runs what depends on it. */
  @SuppressWarnings("unchecked")
  Object settle(Object outcome) {
    if (outcome instanceof Failed failed) {
      super.completeExceptionally(failed.exception());
    } else {
      super.complete((T) outcome);
    }
    return null;
  }

  void follow(Pending event) {
    pending = event;
  }

  @Override
  public boolean cancel(boolean mayInterruptIfRunning) {
    return !hasHappened() && super.cancel(mayInterruptIfRunning);
  }

  @Override
  public boolean complete(T value) {
    return !hasHappened() && super.complete(value);
  }

  @Override
  public boolean completeExceptionally(Throwable failure) {
    return !hasHappened() && super.completeExceptionally(failure);
  }

  /** Whether the outcome of the event is on its way; if not, there will be none. */
  private boolean hasHappened() {
    return !pending.withdraw() && !isDone();
  }

  @Override
  public <U> CompletableFuture<U> newIncompleteFuture() {
    return new CompletableFuture<>();
  }
}
