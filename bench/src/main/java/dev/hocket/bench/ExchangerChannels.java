package dev.hocket.bench;

import java.util.concurrent.Exchanger;

/**
 * The JDK's exchanger, between virtual threads: a rendezvous that carries a value each way. Any two
 * threads that arrive meet, so a channel can have one sender and one receiver only.
 */
final class ExchangerChannels extends ThreadPeer<Exchanger<Integer>> {
  ExchangerChannels() {
    super("Exchanger");
  }

  @Override
  public boolean offers(Need need) {
    return need == Need.PAIRS;
  }

  @Override
  Exchanger<Integer> channel(int capacity) {
    return new Exchanger<>();
  }

  /** The exchange returns the receiver's null, never another sender's number. */
  @Override
  void send(Exchanger<Integer> exchanger) throws InterruptedException {
    Integer back = exchanger.exchange(1);
    if (back != null) {
      throw new AssertionError("a sender has met a sender, and got " + back);
    }
  }

  @Override
  int receive(Exchanger<Integer> exchanger) throws InterruptedException {
    return exchanger.exchange(null);
  }
}
