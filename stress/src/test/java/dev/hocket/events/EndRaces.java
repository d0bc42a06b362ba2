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

/** Waits that end without a partner: by an interrupt, the end of a channel, or another branch. */
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

  /** The second actor interrupts the first actor's thread and sends it a value. */
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
        // The interrupt may still be coming: jcstress needs its thread back without it.
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
}
