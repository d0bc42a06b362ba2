package dev.hocket.core;

import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;

/** A wait that a test ends: a thread waits until the gate is opened, or withdraws. */
final class Gate implements Wait {
  private enum State {
    SHUT,
    OPEN,
    WITHDRAWN
  }

  private final AtomicReference<State> state = new AtomicReference<>(State.SHUT);
  private final String name;
  private volatile Thread waiting;
  private boolean passed;

  Gate(String name) {
    this.name = name;
  }

  /** Opens the gate; returns false if the wait has been withdrawn before. */
  boolean open() {
    boolean opened = state.compareAndSet(State.SHUT, State.OPEN);
    LockSupport.unpark(waiting);
    return opened;
  }

  /** Unparks the waiting thread before the wait is over. */
  void startle() {
    LockSupport.unpark(waiting);
  }

  /** Returns whether a thread waits at the gate. */
  boolean isWaitedFor() {
    return waiting != null;
  }

  boolean isWithdrawn() {
    return state.get() == State.WITHDRAWN;
  }

  @Override
  public boolean isOver() {
    if (passed) {
      throw new AssertionError("asked again after the wait was over");
    }
    waiting = Thread.currentThread();
    passed = state.get() == State.OPEN;
    return passed;
  }

  @Override
  public boolean cancel() {
    return state.compareAndSet(State.SHUT, State.WITHDRAWN);
  }

  @Override
  public String what() {
    return name;
  }
}
