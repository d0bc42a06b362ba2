package dev.hocket.events.choice;

import dev.hocket.events.steps.Continuation;
import dev.hocket.events.waiting.Synchronization;

/** The action of an operation that finds no partner: see {@link Operation#communicate}. */
public interface Otherwise {
  /** Does nothing: for a poll, or a branch of a choice. */
  Otherwise NOTHING = (operation, offered, isRoom) -> Operation.NOT_YET;

  /** Enqueues the calling thread, which waits afterwards. */
  Otherwise WAIT =
      (operation, offered, isRoom) -> {
        Synchronization waiter = new Synchronization(Thread.currentThread(), offered);
        operation.enqueue(waiter);
        return waiter;
      };

  /** Leaves the operation in place, for which no thread waits; or refuses it for lack of room. */
  Otherwise LEAVE =
      (operation, offered, isRoom) -> {
        operation.leave(offered, isRoom);
        return Operation.NOT_YET;
      };

  /**
   * Called under the lock of the operation's port, after an attempt found no partner.
   *
   * @param offered the value that the operation brings, or null
   * @param isRoom whether there is room for one more operation without a thread
   * @return {@link Operation#NOT_YET}, or the {@link Synchronization} that was put into a queue
   */
  Object apply(Operation operation, Object offered, boolean isRoom);

  /**
   * Enqueues a handler, which is suspended afterwards.
   *
   * @param wake resumes the handler
   */
  record Suspend(Runnable wake) implements Otherwise {
    @Override
    public Object apply(Operation operation, Object offered, boolean isRoom) {
      Synchronization waiter = new Synchronization(wake, offered);
      operation.enqueue(waiter);
      return waiter;
    }
  }

  /**
   * Leaves the operation in place, with actions to run after its consumption. If there is no room,
   * enqueues the calling thread for room; it waits afterwards.
   *
   * @param then the actions, or null
   */
  record Remain(Continuation then) implements Otherwise {
    @Override
    public Object apply(Operation operation, Object offered, boolean isRoom) {
      Synchronization waiter =
          then == null ? new Synchronization(null, offered) : new Deposit(operation, offered, then);
      if (!isRoom) {
        return operation.room().enqueue(waiter, null);
      }
      operation.enqueue(waiter);
      return waiter;
    }
  }
}
