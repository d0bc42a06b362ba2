package dev.hocket.events;

import static dev.hocket.events.Uninterrupted.uninterrupted;
import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;
import org.openjdk.jcstress.infra.results.II_Result;

/**
 * Choices where partners have come soon, and who looks out for them may be quick: they stand in all
 * queues at once or in none.
 */
final class MeetingRaces {
  private MeetingRaces() {}

  @JCStressTest
  @State
  @Description("two choices, crosswise of a send and a receive, that can only meet each other")
  @Outcome(
      id = {"0, 1, 0", "2, 0, 0"},
      expect = ACCEPTABLE,
      desc = "they met on one channel")
  public static class TwoChoices extends InterruptRaces.Meeting {
    public TwoChoices() {
      super(Heat::hotChannel);
    }

    @Actor
    public void one(III_Result r) {
      r.r1 = one(false);
    }

    @Actor
    public void other(III_Result r) {
      r.r2 = other(false);
    }

    @Arbiter
    public void left(III_Result r) {
      r.r3 = left();
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
  public static class InterruptVsTwoChoices extends InterruptRaces.Meeting {
    public InterruptVsTwoChoices() {
      super(Heat::hotChannel);
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
  @Description("a choice of two receives, and a sender to one of them")
  @Outcome(id = "1, 0", expect = ACCEPTABLE, desc = "it got the value, and nobody is left")
  public static class ChoiceVsSend {
    private final Channel<Integer> a = Heat.hotChannel();
    private final Channel<Integer> b = Heat.hotChannel();

    @Actor
    public void choose(II_Result r) {
      r.r1 = uninterrupted(Events.choose(a.recvEvt(), b.recvEvt())::sync);
    }

    @Actor
    public void send() {
      uninterrupted(() -> {
        b.send(1);
        return null;
      });
    }

    @Arbiter
    public void left(II_Result r) {
      r.r2 = a.waiting() + b.waiting() + a.pending() + b.pending();
    }
  }

  @JCStressTest
  @State
  @Description(
      "a choice to send on one channel or to receive from another, and who polls the former")
  @Outcome(id = "1, 0, 0", expect = ACCEPTABLE, desc = "it received what it found, or what came")
  @Outcome(
      id = "0, 2, 1",
      expect = FORBIDDEN,
      desc = "it stood at the one channel, and not at the other when something came there")
  public static class ChoiceVsPoll {
    private final Channel<Integer> a = Heat.hotChannel();
    private final Channel<Integer> b = Heat.hotChannel();

    @Actor
    public void choose(III_Result r) {
      r.r1 = uninterrupted(Events.choose(a.sendEvt(2).wrap(sent -> 0), b.recvEvt())::sync);
    }

    @Actor
    public void depositAndPoll(III_Result r) {
      b.aSend(1);
      r.r2 = ClaimRaces.poll(a);
    }

    @Arbiter
    public void left(III_Result r) {
      r.r3 = a.waiting() + b.waiting() + a.pending() + b.pending();
    }
  }

  @JCStressTest
  @State
  @Description("a choice of two receives, and the close of both channels, one after a send")
  @Outcome(id = "1, 0", expect = ACCEPTABLE, desc = "it got the value")
  @Outcome(id = "-1, 1", expect = ACCEPTABLE, desc = "a channel is closed, the value still there")
  public static class ChoiceVsClose {
    private static final int CLOSED = -1;

    private final Channel<Integer> a = Heat.hotChannel();
    private final Channel<Integer> b = Heat.hotChannel();

    @Actor
    public void choose(II_Result r) {
      try {
        r.r1 = uninterrupted(Events.choose(a.recvEvt(), b.recvEvt())::sync);
      } catch (ChannelClosedException closed) {
        r.r1 = CLOSED;
      }
    }

    @Actor
    public void close() {
      b.aSend(1);
      a.close();
    }

    @Arbiter
    public void left(II_Result r) {
      r.r2 = a.waiting() + b.waiting() + b.pending();
    }
  }
}
