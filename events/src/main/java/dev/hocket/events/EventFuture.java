package dev.hocket.events;

import dev.hocket.events.choice.Handle;
import dev.hocket.events.steps.Failure;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Supplier;

/** The future of an event. Other code that completes it must first withdraw the event. */
final class EventFuture<T> extends CompletableFuture<T> {
  /** The event in place; set before the program gets the future. */
  private volatile Handle pending;

  /**
   * Completes the future with the value or a {@link Failure}, and runs the actions that depend on
   * it.
   */
  @SuppressWarnings("unchecked")
  void settle(Object outcome) {
    if (outcome instanceof Failure failed) {
      super.completeExceptionally(failed.exception());
    } else {
      super.complete((T) outcome);
    }
  }

  void follow(Handle event) {
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
    // The check comes first, so that the event is not withdrawn for a wrong argument.
    Objects.requireNonNull(failure, "failure");
    return !hasHappened() && super.completeExceptionally(failure);
  }

  /**
   * Overridden, because the inherited method would complete this future without calling {@link
   * #complete}.
   */
  @Override
  public CompletableFuture<T> completeAsync(Supplier<? extends T> supplier, Executor executor) {
    Objects.requireNonNull(supplier, "supplier");
    executor.execute(() -> {
      if (!isDone()) {
        completeBy(supplier);
      }
    });
    return this;
  }

  private void completeBy(Supplier<? extends T> supplier) {
    try {
      complete(supplier.get());
    } catch (Throwable thrown) {
      completeExceptionally(thrown);
    }
  }

  @Override
  public void obtrudeValue(T value) {
    pending.withdraw();
    super.obtrudeValue(value);
  }

  @Override
  public void obtrudeException(Throwable failure) {
    Objects.requireNonNull(failure, "failure");
    pending.withdraw();
    super.obtrudeException(failure);
  }

  /**
   * Returns whether the event has happened, so that its outcome will arrive; otherwise there will
   * be no outcome.
   */
  private boolean hasHappened() {
    return !pending.withdraw() && !isDone();
  }

  @Override
  public <U> CompletableFuture<U> newIncompleteFuture() {
    return new CompletableFuture<>();
  }
}
