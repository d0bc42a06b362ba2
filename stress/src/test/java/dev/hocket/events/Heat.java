package dev.hocket.events;

/** Brings places to a state in which those who wait look out for their partner. */
final class Heat {
  private Heat() {}

  /** Lets looking out pay once; on one processor, where nobody looks out, the place stays cold. */
  static AdaptiveSpin heat(AdaptiveSpin spin) {
    Sync over = new Sync(null, null);
    over.claim(0);
    for (int waits = 0; !spin.pays() && waits <= AdaptiveSpin.SHORTEST_REST; waits++) {
      spin.seesEndOf(over);
    }
    return spin;
  }

  /** A channel on which partners have come soon, and were choices. */
  static Channel<Integer> hotChannel() {
    Channel<Integer> channel = new Channel<>();
    heat(channel.spin());
    channel.met(new Choice(null, null));
    return channel;
  }
}
