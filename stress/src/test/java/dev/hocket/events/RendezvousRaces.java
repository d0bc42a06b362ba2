package dev.hocket.events;

import static dev.hocket.events.Uninterrupted.uninterrupted;
import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import java.util.concurrent.atomic.AtomicInteger;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/**
 * Two threads that communicate on one channel, hot or cold. Lincheck tests the operations that
 * never wait.
 */
final class RendezvousRaces {
  private RendezvousRaces() {}

  /** Receives without waiting; 0 if there is no value. */
  static int poll(Channel<Integer> channel) {
    AtomicInteger received = new AtomicInteger();
    channel.recvPoll(received::set);
    return received.get();
  }

  @JCStressTest
  @State
  @Description("two choices to send to one channel or to receive from it")
  @Outcome(
      id = {"2, 0", "0, 1"},
      expect = ACCEPTABLE,
      desc = "one sent, the other received")
  public static class Swap {
    private final Channel<Integer> channel = Heat.anyChannel();

    @Actor
    public void one(II_Result r) {
      r.r1 =
          uninterrupted(Events.choose(channel.sendEvt(1).wrap(sent -> 0), channel.recvEvt())::sync);
    }

    @Actor
    public void other(II_Result r) {
      r.r2 =
          uninterrupted(Events.choose(channel.sendEvt(2).wrap(sent -> 0), channel.recvEvt())::sync);
    }
  }

  @JCStressTest
  @State
  @Description("a rendezvous of two threads, of which either may come first")
  @Outcome(id = "7, 5", expect = ACCEPTABLE, desc = "the value, and what was written before it")
  public static class Rendezvous {
    private final Channel<Integer> channel = Heat.anyChannel();
    private int plain;

    @Actor
    public void sender() {
      plain = 5;
      uninterrupted(() -> {
        channel.send(7);
        return null;
      });
    }

    @Actor
    public void receiver(II_Result r) {
      r.r1 = uninterrupted(channel::recv);
      r.r2 = plain;
    }
  }
}
