package dev.hocket.events.choice;

import dev.hocket.events.steps.Failure;
import dev.hocket.events.waiting.Synchronization;

/**
 * The putting in place of an asynchronous operation, without actions, for which a suspended handler
 * waits while there is no room.
 */
public final class SuspendedDeposit {
  private final Operation operation;

  /** The handler's place in the line for room; null if it needed none. */
  private final Synchronization inLine;

  /** The result if the handler needed no place in the line. */
  private final Object atOnce;

  /**
   * Puts the operation in place, or the handler into the line.
   *
   * @param wake runs once the operation is in place, or has failed, if {@link #isInLine}; perhaps
   *     before this returns
   * @throws RuntimeException if operations do not wait for room
   */
  public SuspendedDeposit(Operation operation, Runnable wake) {
    this.operation = operation;
    Object result = operation.communicate(operation.offered(), new OrWake(wake));
    boolean waits = result instanceof Synchronization deposit && deposit.isAwaited();
    inLine = waits ? (Synchronization) result : null;
    atOnce = waits ? null : result;
  }

  /** Leaves the operation in place; if there is no room, enqueues a handler for it. */
  private record OrWake(Runnable wake) implements Otherwise {
    @Override
    public Object apply(Operation operation, Object offered, boolean isRoom) {
      Synchronization deposit = new Synchronization(null, offered);
      if (!isRoom) {
        return operation.room().enqueueHandler(deposit, wake);
      }
      operation.enqueue(deposit);
      return deposit;
    }
  }

  /** Returns whether the operation was not put in place at once. */
  public boolean isInLine() {
    return inLine != null;
  }

  /** Returns whether the operation is in place; called once it is no longer waited for. */
  public boolean isInPlace() {
    return !((inLine == null ? atOnce : inLine.value()) instanceof Failure);
  }

  /** Leaves the line; false if the operation is in place, or has failed. */
  public boolean withdraw() {
    if (inLine == null || !inLine.cancel()) {
      return false;
    }
    operation.room().leave(inLine);
    return true;
  }
}
