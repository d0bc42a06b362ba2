package dev.hocket.bench.channels;

import java.util.concurrent.Exchanger;

/**
 * The JDK's exchanger, between virtual threads: a rendezvous that carries a value each way. The
 * exchanger pairs any two threads, also two senders, so a channel can have only one sender and one
 * receiver.
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

  /**
   * Sends a number. The sender must receive null, which a receiver gives; a number would come from
   * another sender.
   */
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
