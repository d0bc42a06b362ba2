package dev.hocket.events;

/**
 * The limit on the asynchronous sends that are pending at a channel. It works as a semaphore: one
 * that finds no room waits among the {@code depositors}; room that comes to be is <em>reserved</em>
 * for the first of them, who gives the reservation back in the step in which it deposits.
 *
 * <p>Guarded by the channel's lock, which {@link #await} and {@link #waiting} take themselves.
 */
final class Room {
  final WaitQueue depositors = new SeparateQueue();

  private final Exchange channel;
  private final int limit;
  private final Overflow overflow;
  private int reserved;

  Room(Exchange channel, int limit, Overflow overflow) {
    this.channel = channel;
    this.limit = limit;
    this.overflow = overflow;
  }

  /** Whether one more send may be pending. */
  boolean isFree() {
    return channel.senders.hasFewerDetached(limit - reserved);
  }

  /** Reserves what there is for those who wait. */
  void reserve(Wakes wakes) {
    while (isFree()) {
      Waiter depositor = depositors.claimFirst();
      if (depositor == null) {
        return;
      }
      reserved++;
      wakes.add(depositor.sync());
    }
  }

  /**
   * Gives a reservation back, after the one who had it has deposited or found no need to: if it
   * came before, the room would go to the next, and so round and round.
   */
  void endReservation(Wakes wakes) {
    reserved--;
    reserve(wakes);
  }

  /**
   * Waits for room, by a thread that holds no lock.
   *
   * @param where the branch of a choice in words, or null
   * @return whether room is reserved; if not, there may be some, or the channel is closed
   * @throws ChannelFullException if the policy is not to wait
   */
  boolean await(String where) throws InterruptedException {
    if (overflow == Overflow.FAIL) {
      throw full(where);
    }
    Sync waiter;
    channel.lock();
    try {
      if (channel.end != null || isFree()) {
        return false;
      }
      waiter = new Sync(Thread.currentThread(), null);
      depositors.add(waiter);
    } finally {
      channel.unlock();
    }
    channel.await(waiter, depositors, null);
    return waiter.value == null;
  }

  /** How many wait for room. */
  int waiting() {
    return channel.waitingIn(depositors);
  }

  ChannelFullException full(String where) {
    return new ChannelFullException(channel.name(), where, limit);
  }
}
