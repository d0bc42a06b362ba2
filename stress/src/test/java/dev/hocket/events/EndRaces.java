package dev.hocket.events;

import static dev.hocket.events.Uninterrupted.uninterrupted;
import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import java.util.concurrent.CountDownLatch;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;
import org.openjdk.jcstress.infra.results.II_Result;

/** What ends a wait otherwise: an interrupt, the end of a channel, another branch. */
final class EndRaces {
  private static final int INTERRUPTED = -1;
  private static final int CLOSED = -2;

  private EndRaces() {}

  @JCStressTest
  @State
  @Description("an interrupt and a value, for a thread that receives")
  @Outcome(
      id = "1, 1, 0",
      expect = ACCEPTABLE,
      desc = "the value, and the interrupt is still there")
  @Outcome(
      id = "-1, 0, 1",
      expect = ACCEPTABLE,
      desc = "the interrupt, and the value is still there")
  public static class InterruptVsReceive extends Interrupted {
    @Actor
    public void receive(III_Result r) {
      receive(channel.recvEvt(), r);
    }

    @Actor
    public void interrupt() {
      interruptAndSend();
    }

    @Arbiter
    public void left(III_Result r) {
      r.r3 = channel.pending();
    }
  }

  @JCStressTest
  @State
  @Description("an interrupt and a value, for a thread that chooses")
  @Outcome(
      id = "1, 1, 0",
      expect = ACCEPTABLE,
      desc = "the value, and the interrupt is still there")
  @Outcome(
      id = "-1, 0, 1",
      expect = ACCEPTABLE,
      desc = "the interrupt, and the value is still there")
  public static class InterruptVsChoice extends Interrupted {
    private final Channel<Integer> other = new Channel<>();

    @Actor
    public void receive(III_Result r) {
      receive(Events.choose(other.recvEvt(), channel.recvEvt()), r);
    }

    @Actor
    public void interrupt() {
      interruptAndSend();
    }

    @Arbiter
    public void left(III_Result r) {
      r.r3 = channel.pending();
    }
  }

  /** The thread of the first actor is interrupted and sent a value by the second. */
  abstract static class Interrupted {
    final Channel<Integer> channel = new Channel<>();
    private final CountDownLatch known = new CountDownLatch(1);
    private Thread receiver;

    final void receive(Event<Integer> event, III_Result r) {
      receiver = Thread.currentThread();
      known.countDown();
      try {
        r.r1 = event.sync();
        r.r2 = 1;
        // It may be on its way: jcstress needs its thread back without it.
        while (!Thread.interrupted()) {
          Thread.onSpinWait();
        }
      } catch (InterruptedException e) {
        r.r1 = INTERRUPTED;
      }
    }

    final void interruptAndSend() {
      uninterrupted(() -> {
        known.await();
        return null;
      });
      receiver.interrupt();
      channel.aSend(1);
    }
  }

  @JCStressTest
  @State
  @Description("a send and the close of its channel")
  @Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "sent before, and can be received")
  @Outcome(id = "-2, -2", expect = ACCEPTABLE, desc = "closed before: refused")
  public static class CloseVsSend {
    private final Channel<Integer> channel = new Channel<>();

    @Actor
    public void send(II_Result r) {
      try {
        channel.aSend(1);
        r.r1 = 1;
      } catch (ChannelClosedException closed) {
        r.r1 = CLOSED;
      }
    }

    @Actor
    public void close() {
      channel.close();
    }

    @Arbiter
    public void end(II_Result r) {
      r.r2 = pollOrClosed(channel);
    }
  }

  @JCStressTest
  @State
  @Description("a receive and the failure of its channel, with a value pending")
  @Outcome(id = "1, 0", expect = ACCEPTABLE, desc = "received before")
  @Outcome(id = "-2, 1", expect = ACCEPTABLE, desc = "failed before, which has returned the value")
  public static class FailVsReceive {
    private final Channel<Integer> channel = new Channel<>();

    public FailVsReceive() {
      channel.aSend(1);
    }

    @Actor
    public void receive(II_Result r) {
      r.r1 = pollOrClosed(channel);
    }

    @Actor
    public void fail(II_Result r) {
      r.r2 = channel.fail(new IllegalStateException("broken")).size();
    }
  }

  @JCStressTest
  @State
  @Description(
      "a choice that waits, and the close of one of its channels against a value at the other")
  @Outcome(id = "1, 0", expect = ACCEPTABLE, desc = "the value")
  @Outcome(id = "-2, 1", expect = ACCEPTABLE, desc = "the close; the value is still there")
  public static class CloseVsOtherBranch {
    private final Channel<Integer> a = new Channel<>();
    private final Channel<Integer> b = new Channel<>();

    @Actor
    public void choose(II_Result r) {
      try {
        r.r1 = uninterrupted(Events.choose(a.recvEvt(), b.recvEvt())::sync);
      } catch (ChannelClosedException closed) {
        r.r1 = CLOSED;
      }
    }

    @Actor
    public void closeAndSend() {
      b.close();
      a.aSend(1);
    }

    @Arbiter
    public void left(II_Result r) {
      r.r2 = a.pending();
    }
  }

  @JCStressTest
  @State
  @Description("a nack: fires if the other branch has won, and only then")
  @Outcome(
      id = {"1, 0", "2, 1"},
      expect = ACCEPTABLE,
      desc = "as the choice went")
  public static class NackOfLoser {
    private final Channel<Integer> a = new Channel<>();
    private final Channel<Integer> b = new Channel<>();
    private Event<Void> nack;

    @Actor
    public void choose(II_Result r) {
      r.r1 =
          uninterrupted(
              Events.choose(
                      Events.withNack(lost -> {
                        nack = lost;
                        return a.recvEvt();
                      }),
                      b.recvEvt())
                  ::sync);
    }

    @Actor
    public void sendToBoth() {
      a.aSend(1);
      b.aSend(2);
    }

    @Arbiter
    public void end(II_Result r) {
      r.r2 = uninterrupted(Events.prefer(nack.wrap(fired -> 1), Events.alwaysEvt(0))::sync);
    }
  }

  private static int pollOrClosed(Channel<Integer> channel) {
    try {
      return ClaimRaces.poll(channel);
    } catch (ChannelClosedException closed) {
      return CLOSED;
    }
  }
}
