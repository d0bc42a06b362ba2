package dev.hocket.events;

import dev.hocket.events.waiting.WaiterPeek;
import java.util.concurrent.ThreadLocalRandom;

/** Makes channels hot: waiting threads spin for their partner. */
public final class Heat {
  private Heat() {}

  /**
   * Makes spinning seem worthwhile, so that at least the next few waits spin. A channel without
   * spinning stays cold: one with a buffer, or any on one processor.
   *
   * @param channel any channel
   * @param <T> the type of the values
   * @return the channel
   */
  public static <T> Channel<T> heat(Channel<T> channel) {
    if (channel.queues.spin() != null) {
      WaiterPeek.heat(channel.queues.spin());
    }
    return channel;
  }

  /** Makes a hot channel: its recent partners came soon. */
  static Channel<Integer> hotChannel() {
    return heat(new Channel<>());
  }

  /** Makes a channel that is hot or cold, at random. */
  static Channel<Integer> anyChannel() {
    return ThreadLocalRandom.current().nextBoolean() ? hotChannel() : new Channel<>();
  }
}
