package dev.hocket.core;

import java.io.IOException;
import java.util.concurrent.atomic.AtomicReference;

/** A completion that a test completes; a step of a handler awaits its result. */
final class Signal implements Completion<String> {
  enum State {
    OPEN,
    COMPLETED,
    WITHDRAWN
  }

  private final AtomicReference<State> state = new AtomicReference<>(State.OPEN);
  private volatile String value;
  private volatile Runnable wake;
  private Body started = () -> {};

  /** Sets an action that runs between the start of the wait and the suspension. */
  Signal onStart(Body action) {
    started = action;
    return this;
  }

  /** Returns a step that awaits it and returns the result. */
  ResumableBody step() {
    return co -> {
      String result = co.await(this);
      if (result != null) {
        co.complete(result);
      }
    };
  }

  /** Completes it, but does not wake the handler yet; returns false if it was withdrawn. */
  boolean complete(String newValue) {
    value = newValue;
    return state.compareAndSet(State.OPEN, State.COMPLETED);
  }

  void wake() {
    wake.run();
  }

  /**
   * Calls {@link #wake} if the wait has started; does nothing if the wait has seen the completion.
   */
  void wakeOnceStarted() {
    Runnable started = wake;
    if (started != null) {
      started.run();
    }
  }

  State state() {
    return state.get();
  }

  @Override
  public boolean start(Runnable newWake) throws Exception {
    wake = newWake;
    // Published before: either this sees the completion, or the completing thread sees the wake.
    if (state() == State.COMPLETED) {
      return false;
    }
    try {
      started.run();
    } catch (Throwable failure) {
      throw new IOException(failure);
    }
    return true;
  }

  @Override
  public boolean withdraw() {
    return state.compareAndSet(State.OPEN, State.WITHDRAWN);
  }

  @Override
  public String result() throws IOException {
    if (value.equals("failure")) {
      throw new IOException("failure");
    }
    return value;
  }

  @Override
  public String toString() {
    return "the signal";
  }
}
