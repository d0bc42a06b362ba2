package dev.hocket.events;

/** Brings places to a state in which those who wait look out for their partner. */
final class Heat {
  private Heat() {}

  /** Lets looking out pay once. */
  static AdaptiveSpin heat(AdaptiveSpin spin) {
    Sync over = new Sync(null, null);
    over.claim(0);
    while (!spin.seesEndOf(over)) {
      // It begins cold.
    }
    return spin;
  }

  /** A channel on which partners have come soon. */
  static Channel<Integer> hotChannel() {
    Channel<Integer> channel = new Channel<>();
    heat(channel.spin());
    return channel;
  }
}
