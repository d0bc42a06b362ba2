package dev.hocket.events;

/** Brings channels to a state in which those who wait look out for their partner, and meet it. */
public final class Heat {
  private static final Synchronization OVER = new Synchronization(null, null);

  static {
    OVER.claim(0);
  }

  private Heat() {}

  /**
   * Lets looking out pay once more, so that the next {@link AdaptiveSpin#TRIES} waits look out at
   * least, and choices stand in its slot; a channel on which nobody does, as it is buffered or
   * there is one processor, stays cold.
   *
   * @param channel any
   * @param <T> what is sent
   * @return the channel
   */
  public static <T> Channel<T> heat(Channel<T> channel) {
    if (channel.spin() != null) {
      heat(channel.spin());
      channel.spin().hasMet(true);
    }
    return channel;
  }

  static AdaptiveSpin heat(AdaptiveSpin spin) {
    for (int waits = 0; !spin.seesEndOf(OVER) && waits < AdaptiveSpin.LONGEST_REST; waits++) {
      // One more that goes without.
    }
    return spin;
  }

  /** A channel on which partners have come soon, and were choices. */
  static Channel<Integer> hotChannel() {
    return heat(new Channel<>());
  }
}
