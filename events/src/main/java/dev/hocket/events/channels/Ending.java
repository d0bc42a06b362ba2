package dev.hocket.events.channels;

import dev.hocket.events.choice.Choice;
import dev.hocket.events.steps.Envelope;
import dev.hocket.events.waiting.WaitQueue;
import dev.hocket.events.waiting.Waiter;
import dev.hocket.events.waiting.Wakes;
import java.util.List;

/**
 * Fails the waiters of a channel that has just ended, under its lock.
 *
 * @param lost takes the values that will not be received
 */
record Ending(Queues channel, List<Object> lost, Wakes wakes) {
  void failWaiters() {
    // After a close, the values sent before it can still be received.
    if (!channel.end.isEnd()) {
      while (!channel.holdsNone()) {
        lost.add(Envelope.content(channel.takeHeld()));
      }
      failSenders();
    }
    failAll(channel.receivers);
    if (channel.room != null) {
      failAll(channel.room.line);
    }
  }

  private void failSenders() {
    for (Waiter sender; (sender = channel.senders.poll()) != null; ) {
      if (!sender.sync().isWaiting()) {
        // The choice may have received here and not have read the value yet.
        continue;
      }
      // A choice may also receive here, and prefer that.
      Waiter first =
          sender.sync() instanceof Choice choice ? choice.firstAt(channel, sender) : sender;
      Object value = sender.value();
      if (fail(first) && first == sender) {
        lost.add(Envelope.content(value));
      }
    }
  }

  private void failAll(WaitQueue queue) {
    for (Waiter waiter; (waiter = queue.poll()) != null; ) {
      fail(waiter);
    }
  }

  private boolean fail(Waiter waiter) {
    waiter.setValue(channel.end);
    boolean waited = waiter.claim();
    if (waited) {
      wakes.add(waiter.sync());
    }
    return waited;
  }
}
