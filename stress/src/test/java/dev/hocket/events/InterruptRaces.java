package dev.hocket.events;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import java.util.function.Supplier;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;

/**
 * Two choices that can only communicate with each other, and interrupts: each thread gets the event
 * or the interrupt.
 */
final class InterruptRaces {
  private static final int SENT = 0;
  private static final int INTERRUPTED = -1;
  private static final int CLOSED = -2;

  private InterruptRaces() {}

  /**
   * Two threads choose, crosswise, to send or to receive. A thread that is interrupted leaves a
   * value for the other one, which would wait for ever; if that is interrupted too, the value
   * stays.
   */
  abstract static class Meeting {
    private final Channel<Integer> a;
    private final Channel<Integer> b;
    private volatile Thread one;
    private volatile Thread other;

    Meeting(Supplier<Channel<Integer>> channels) {
      a = channels.get();
      b = channels.get();
    }

    final int one(boolean interrupted) {
      isOne();
      return choose(a, 1, b, interrupted);
    }

    final int other(boolean interrupted) {
      isOther();
      return choose(b, 2, a, interrupted);
    }

    private static int choose(
        Channel<Integer> out, int value, Channel<Integer> in, boolean interrupted) {
      try {
        int chosen = Events.choose(out.sendEvt(value).wrap(sent -> SENT), in.recvEvt()).sync();
        // The interrupt may still be coming: jcstress needs its thread back without it.
        while (interrupted && !Thread.interrupted()) {
          Thread.onSpinWait();
        }
        return chosen;
      } catch (ChannelClosedException closed) {
        return CLOSED;
      } catch (InterruptedException interrupt) {
        out.aSend(10 * value);
        return INTERRUPTED;
      }
    }

    final void isOne() {
      one = Thread.currentThread();
    }

    final void isOther() {
      other = Thread.currentThread();
    }

    final void interruptOne() {
      while (one == null) {
        Thread.onSpinWait();
      }
      one.interrupt();
    }

    final void interruptOther() {
      while (other == null) {
        Thread.onSpinWait();
      }
      other.interrupt();
    }

    final void closeOne() {
      a.close();
    }

    /** The sum of the values that polls of both channels receive: 0 if no send waits. */
    final int polled() {
      return RendezvousRaces.poll(a) + RendezvousRaces.poll(b);
    }

    final int left() {
      return a.pending() + b.pending() + a.waiting() + b.waiting();
    }
  }

  @JCStressTest
  @State
  @Description("two choices that meet, and an interrupt of one")
  @Outcome(
      id = {"0, 1, 0", "2, 0, 0"},
      expect = ACCEPTABLE,
      desc = "they met; the interrupt has stayed")
  @Outcome(id = "-1, 10, 0", expect = ACCEPTABLE, desc = "the interrupt; the other was not met")
  public static class InterruptVsMeeting extends Meeting {
    public InterruptVsMeeting() {
      super(Heat::anyChannel);
    }

    @Actor
    public void one(III_Result r) {
      r.r1 = one(true);
    }

    @Actor
    public void interruptAndMeet(III_Result r) {
      interruptOne();
      r.r2 = other(false);
    }

    @Arbiter
    public void left(III_Result r) {
      r.r3 = left();
    }
  }

  @JCStressTest
  @State
  @Description("two choices that meet, and an interrupt of each")
  @Outcome(
      id = {"0, 1, 0", "2, 0, 0"},
      expect = ACCEPTABLE,
      desc = "they met; the interrupts have stayed")
  @Outcome(
      id = {"-1, 10, 0", "20, -1, 0"},
      expect = ACCEPTABLE,
      desc = "one was interrupted, and not met")
  @Outcome(id = "-1, -1, 2", expect = ACCEPTABLE, desc = "both were, and not met")
  public static class InterruptsVsMeeting extends Meeting {
    public InterruptsVsMeeting() {
      super(Heat::anyChannel);
    }

    @Actor
    public void one(III_Result r) {
      isOne();
      interruptOther();
      r.r1 = one(true);
    }

    @Actor
    public void other(III_Result r) {
      isOther();
      interruptOne();
      r.r2 = other(true);
    }

    @Arbiter
    public void left(III_Result r) {
      r.r3 = left();
    }
  }
}
