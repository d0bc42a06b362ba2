package dev.hocket.events.channels;

import dev.hocket.events.waiting.WaitQueue;
import dev.hocket.events.waiting.Waiter;
import dev.hocket.events.waiting.Wakes;

/** What tests of other packages see of the state of a channel. */
public final class QueuesPeek {
  private QueuesPeek() {}

  /** How many wait for room. */
  public static int inLine(Queues queues) {
    return queues.room.waiting();
  }

  /** The senders that wait; under the lock. */
  public static WaitQueue senders(Queues queues) {
    return queues.senders;
  }

  /** The receivers that wait; under the lock. */
  public static WaitQueue receivers(Queues queues) {
    return queues.receivers;
  }

  /** Takes out a sender that has committed elsewhere, as it does itself. */
  public static void withdrawSender(Queues queues, Waiter sender, Wakes wakes) {
    queues.lock();
    try {
      queues.withdrawSender(sender, wakes);
    } finally {
      queues.unlock();
    }
  }
}
