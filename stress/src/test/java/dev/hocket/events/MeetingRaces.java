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
 * Choices that communicate with choices, on hot channels, where they spin before they wait: each
 * choice is in all of its queues at once, or in none.
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
      super(Heat::anyChannel);
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
  @Description("two choices that meet, and then a poll of both channels")
  @Outcome(
      id = {"0, 1, 0", "2, 0, 0"},
      expect = ACCEPTABLE,
      desc = "they met on one channel, and nobody is seen on the other any more")
  public static class TwoChoicesThenPoll extends InterruptRaces.Meeting {
    public TwoChoicesThenPoll() {
      super(Heat::hotChannel);
    }

    @Actor
    public void one(III_Result r) {
      r.r1 = one(false);
    }

    @Actor
    public void otherThenPoll(III_Result r) {
      r.r2 = other(false);
      r.r3 = polled();
    }
  }

  @JCStressTest
  @State
  @Description("two choices that meet, and the close of a channel before one of them")
  @Outcome(
      id = {"0, 1, 0", "2, 0, 0"},
      expect = ACCEPTABLE,
      desc = "one waited before the close; they met")
  @Outcome(id = "-2, -2, 0", expect = ACCEPTABLE, desc = "both found the channel closed")
  public static class CloseVsTwoChoices extends InterruptRaces.Meeting {
    public CloseVsTwoChoices() {
      super(Heat::hotChannel);
    }

    @Actor
    public void one(III_Result r) {
      r.r1 = one(false);
    }

    @Actor
    public void closeAndMeet(III_Result r) {
      closeOne();
      r.r2 = other(false);
    }

    @Arbiter
    public void left(III_Result r) {
      r.r3 = left();
    }
  }

  @JCStressTest
  @State
  @Description(
      "two choices of two receives, and a thread that leaves a value and then chooses to send")
  @Outcome(id = "7, 1, 0", expect = ACCEPTABLE, desc = "what was sent first came first")
  public static class TwoChoicesVsSendAndChoice {
    private final Channel<Integer> shared = Heat.hotChannel();
    private final Channel<Integer> ofReceiver = Heat.hotChannel();
    private final Channel<Integer> ofSender = Heat.hotChannel();

    @Actor
    public void receiveTwice(III_Result r) {
      r.r1 = receive();
      r.r2 = receive();
    }

    private int receive() {
      return uninterrupted(Events.choose(shared.recvEvt(), ofReceiver.recvEvt())::sync);
    }

    @Actor
    public void leaveAndSend() {
      shared.aSend(7);
      uninterrupted(Events.choose(ofSender.sendEvt(2), shared.sendEvt(1))::sync);
    }

    @Arbiter
    public void left(III_Result r) {
      r.r3 = shared.waiting() + ofReceiver.waiting() + shared.pending() + ofSender.pending();
    }
  }

  @JCStressTest
  @State
  @Description("a choice of three, one of them ready before, and a choice of the other two")
  @Outcome(
      id = {"0, 1, 1", "2, 0, 1"},
      expect = ACCEPTABLE,
      desc = "they met; what was ready is left")
  @Outcome(
      id = {"50, 1, 0", "52, 0, 0"},
      expect = ACCEPTABLE,
      desc = "it took what was ready; they met at its next choice")
  public static class ChoiceOfThreeVsChoice {
    private static final int READY = 5;

    private final Channel<Integer> a = Heat.hotChannel();
    private final Channel<Integer> b = Heat.hotChannel();
    private final Channel<Integer> ready = Heat.hotChannel();

    public ChoiceOfThreeVsChoice() {
      ready.aSend(READY);
    }

    @Actor
    public void chooseOfThree(III_Result r) {
      Event<Integer> send = a.sendEvt(1).wrap(sent -> 0);
      int first = uninterrupted(Events.choose(send, b.recvEvt(), ready.recvEvt())::sync);
      r.r1 =
          first == READY
              ? 10 * READY + uninterrupted(Events.choose(send, b.recvEvt())::sync)
              : first;
    }

    @Actor
    public void choose(III_Result r) {
      r.r2 = uninterrupted(Events.choose(b.sendEvt(2).wrap(sent -> 0), a.recvEvt())::sync);
    }

    @Arbiter
    public void left(III_Result r) {
      r.r3 = a.waiting() + b.waiting() + a.pending() + b.pending() + ready.pending();
    }
  }

  @JCStressTest
  @State
  @Description(
      "a choice to send on one channel or to receive from another, and a thread that counts both")
  @Outcome(
      id = {"2, 0", "2, 1", "2, 11"},
      expect = ACCEPTABLE,
      desc = "it came after the counts, between them or before")
  @Outcome(id = "2, 10", expect = FORBIDDEN, desc = "it stood at the one channel only")
  public static class ChoiceVsCounts {
    private final Channel<Integer> a = Heat.hotChannel();
    private final Channel<Integer> b = Heat.hotChannel();

    @Actor
    public void choose(II_Result r) {
      r.r1 = uninterrupted(Events.choose(a.sendEvt(1).wrap(sent -> 0), b.recvEvt())::sync);
    }

    @Actor
    public void countAndSend(II_Result r) {
      r.r2 = 10 * a.pending() + b.waiting();
      b.aSend(2);
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
      "a choice to send on one channel or to receive from another, and a poll of the former")
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
      r.r2 = RendezvousRaces.poll(a);
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
