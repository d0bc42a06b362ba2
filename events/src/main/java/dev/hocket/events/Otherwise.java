package dev.hocket.events;

/** What an operation does that finds no partner: see {@link BaseEvent#communicate}. */
interface Otherwise {
  /** Gives up: a poll, or a branch of a choice. */
  Otherwise NOTHING = (event, offered, isRoom) -> BaseEvent.NOT_YET;

  /** Enqueues the calling thread, which waits afterwards. */
  Otherwise WAIT =
      (event, offered, isRoom) -> {
        Synchronization waiter = new Synchronization(Thread.currentThread(), offered);
        event.enqueue(waiter);
        return waiter;
      };

  /** Leaves the operation in place, for which no thread waits; or refuses it for lack of room. */
  Otherwise LEAVE =
      (event, offered, isRoom) -> {
        event.leave(offered, isRoom);
        return BaseEvent.NOT_YET;
      };

  /**
   * Called under the lock of the event's port, after an attempt found no partner.
   *
   * @param offered the value that the operation brings, or null
   * @param isRoom whether there is room for one more operation without a thread
   * @return {@link BaseEvent#NOT_YET}, or the {@link Synchronization} that was put into a queue
   */
  Object apply(BaseEvent<?> event, Object offered, boolean isRoom);

  /**
   * Leaves the operation in place, with actions to run after its consumption. If there is no room,
   * puts the calling thread in line, which waits afterwards.
   *
   * @param then the actions, or null
   */
  record Remain(Continuation then) implements Otherwise {
    @Override
    public Object apply(BaseEvent<?> event, Object offered, boolean isRoom) {
      Synchronization waiter =
          then == null ? new Synchronization(null, offered) : new Deposit(event, offered, then);
      if (!isRoom) {
        return event.room().enqueue(waiter, null);
      }
      event.enqueue(waiter);
      return waiter;
    }
  }
}
