package dev.hocket.events.channels;

import dev.hocket.events.waiting.WaitQueue;
import dev.hocket.events.waiting.Waiter;
import dev.hocket.events.waiting.Wakes;

/** Shows tests of other packages the state of a channel. */
public final class QueuesPeek {
  private QueuesPeek() {}

  /** The number of senders that wait for room. */
  public static int inLine(Queues queues) {
    return queues.room.waiting();
  }

  /** Returns the senders that wait; called under the lock. */
  public static WaitQueue senders(Queues queues) {
    return queues.senders;
  }

  /** Returns the receivers that wait; called under the lock. */
  public static WaitQueue receivers(Queues queues) {
    return queues.receivers;
  }

  /** Removes a sender that has committed elsewhere, as the sender itself does. */
  public static void withdrawSender(Queues queues, Waiter sender, Wakes wakes) {
    queues.lock();
    try {
      queues.withdrawSender(sender, wakes);
    } finally {
      queues.unlock();
    }
  }
}
