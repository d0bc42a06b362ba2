package dev.hocket.events.steps;

/** The value, or the failure, that passes through the steps of a {@link Continuation}. */
final class Result {
  private Object value;
  private Throwable failure;
  private final Origin origin;

  /** Whether the result is the orderly end of a channel, not a failure of the program's code. */
  private boolean isEnd;

  /** Makes the result of a branch; {@code origin} is that of the steps. */
  Result(Object value, Origin origin) {
    this.origin = origin;
    if (value instanceof Failure failed) {
      failure = failed.exception();
      isEnd = failed.isEnd();
    } else {
      this.value = value;
    }
  }

  /** The consumed event, in words. */
  String event() {
    return String.valueOf(origin.event());
  }

  /**
   * Passes the result to a step. An interrupt skips all handlers: it belongs to the thread and is
   * no value.
   */
  void pass(Continuation step) {
    try {
      switch (step) {
        case Continuation.Apply apply when failure == null -> value = apply.apply(value);
        case Continuation.Handle handle when failure != null && !isInterrupt() -> {
          value = handle.handler().apply(failure);
          failure = null;
        }
        case Continuation.Quick quick -> quick.call().accept(failure == null ? value : failed());
        case Continuation.Fork fork when failure == null -> {
          PostConsumption.start(fork.after(), value, origin);
          value = null;
        }
        case Continuation.Drop drop -> failure = null;
        default -> {}
      }
    } catch (Throwable thrown) {
      fail(thrown);
    }
  }

  /** Refuses the next step and all after it, which cannot run. */
  void refuse(Continuation next, Throwable refusal) {
    if (failure == null && next instanceof Continuation.Apply apply) {
      apply.refuse(value, refusal);
    } else if (failure == null && next instanceof Continuation.Fork fork) {
      // These steps do not run where the refused ones would have run.
      PostConsumption.start(fork.after(), value, origin);
    } else if (failure != null && failure != refusal) {
      refusal.addSuppressed(failure);
    }
    fail(refusal);
  }

  private void fail(Throwable thrown) {
    failure = thrown;
    isEnd = false;
  }

  boolean isFailure() {
    return failure != null;
  }

  boolean isEnd() {
    return failure != null && isEnd;
  }

  boolean isInterrupt() {
    return failure instanceof InterruptedException;
  }

  /** Returns the value; throws a failure unchanged. */
  Object get() throws InterruptedException {
    if (failure != null) {
      throw Failure.sneak(failure);
    }
    return value;
  }

  /** Returns the value; throws a failure, which no code waits for, with its origin. */
  Object getOrReport() throws InterruptedException {
    if (failure != null) {
      origin.addTo(failure);
    }
    return get();
  }

  private Failure failed() {
    return new Failure.Thrown(failure, isEnd);
  }
}
