package dev.hocket.events;

import static dev.hocket.events.Uninterrupted.uninterrupted;
import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import java.util.concurrent.atomic.AtomicInteger;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;
import org.openjdk.jcstress.infra.results.II_Result;

/** Two partners for one who waits: exactly one of them commits with it. */
final class ClaimRaces {
  private ClaimRaces() {}

  /** What was received without waiting; 0 if nothing. */
  static int poll(Channel<Integer> channel) {
    AtomicInteger received = new AtomicInteger();
    channel.recvPoll(received::set);
    return received.get();
  }

  /** Leaves an event pending: whoever meets it first commits with it. */
  private static void deposit(Event<?> event) {
    uninterrupted(event.sTrans()::aSync);
  }

  private static int number(boolean answer) {
    return answer ? 1 : 0;
  }

  @JCStressTest
  @State
  @Description("a pending asynchronous send, and two who receive")
  @Outcome(
      id = {"1, 0", "0, 1"},
      expect = ACCEPTABLE,
      desc = "one got it")
  public static class OneValue {
    private final Channel<Integer> channel = new Channel<>();

    public OneValue() {
      channel.aSend(1);
    }

    @Actor
    public void one(II_Result r) {
      r.r1 = poll(channel);
    }

    @Actor
    public void other(II_Result r) {
      r.r2 = poll(channel);
    }
  }

  @JCStressTest
  @State
  @Description("a pending choice of two sends, and who receives from either")
  @Outcome(
      id = {"1, 0", "0, 2"},
      expect = ACCEPTABLE,
      desc = "one branch")
  public static class ChoiceOfSends {
    private final Channel<Integer> a = new Channel<>();
    private final Channel<Integer> b = new Channel<>();

    public ChoiceOfSends() {
      deposit(Events.choose(a.sendEvt(1), b.sendEvt(2)));
    }

    @Actor
    public void fromA(II_Result r) {
      r.r1 = poll(a);
    }

    @Actor
    public void fromB(II_Result r) {
      r.r2 = poll(b);
    }
  }

  @JCStressTest
  @State
  @Description("a pending choice of two receives, and who sends to either")
  @Outcome(
      id = {"1, 0, 0", "0, 1, 0"},
      expect = ACCEPTABLE,
      desc = "one branch; none is left behind")
  public static class ChoiceOfReceives {
    private final Channel<Integer> a = new Channel<>();
    private final Channel<Integer> b = new Channel<>();

    public ChoiceOfReceives() {
      deposit(Events.choose(a.recvEvt(), b.recvEvt()));
    }

    @Actor
    public void toA(III_Result r) {
      r.r1 = number(a.sendPoll(1));
    }

    @Actor
    public void toB(III_Result r) {
      r.r2 = number(b.sendPoll(2));
    }

    @Arbiter
    public void left(III_Result r) {
      r.r3 = a.waiting() + b.waiting();
    }
  }

  @JCStressTest
  @State
  @Description("two choices of a send and a receive each, crosswise")
  @Outcome(
      id = {"1, 0", "0, 2"},
      expect = ACCEPTABLE,
      desc = "they meet at one channel")
  public static class ChoicesThatMeet {
    private final Channel<Integer> a = new Channel<>();
    private final Channel<Integer> b = new Channel<>();

    @Actor
    public void one(II_Result r) {
      r.r2 = uninterrupted(Events.choose(a.sendEvt(1).wrap(sent -> 0), b.recvEvt())::sync);
    }

    @Actor
    public void other(II_Result r) {
      r.r1 = uninterrupted(Events.choose(b.sendEvt(2).wrap(sent -> 0), a.recvEvt())::sync);
    }
  }

  @JCStressTest
  @State
  @Description("two who offer to send and to receive at one channel")
  @Outcome(
      id = {"2, 0", "0, 1"},
      expect = ACCEPTABLE,
      desc = "one sent, the other received")
  public static class Swap {
    private final Channel<Integer> channel = new Channel<>();

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
    private final Channel<Integer> channel = new Channel<>();
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

  @JCStressTest
  @State
  @Description("two who write an I-variable")
  @Outcome(
      id = {"1, 0, 1", "0, 1, 2"},
      expect = ACCEPTABLE,
      desc = "the first wins")
  public static class OnePut {
    private final IVar<Integer> variable = new IVar<>();

    @Actor
    public void one(III_Result r) {
      r.r1 = number(variable.tryPut(1));
    }

    @Actor
    public void other(III_Result r) {
      r.r2 = number(variable.tryPut(2));
    }

    @Arbiter
    public void end(III_Result r) {
      r.r3 = uninterrupted(variable::get);
    }
  }
}
