package dev.hocket.events;

import static dev.hocket.events.Uninterrupted.uninterrupted;
import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;
import org.openjdk.jcstress.infra.results.II_Result;

/**
 * A nack races with every event that may end its synchronisation: it fires exactly if its branch
 * was not chosen, regardless of the order.
 */
final class NackRaces {
  private static final int INTERRUPTED = -1;
  private static final int CLOSED = -2;

  private NackRaces() {}

  /** A choice between a receive with a nack and one without. */
  abstract static class Nacked {
    final Channel<Integer> a = new Channel<>();
    final Channel<Integer> b = new Channel<>();
    private final CountDownLatch guardHasRun = new CountDownLatch(1);
    Event<Void> nack;
    private Thread chooser;

    final Event<Integer> choice() {
      return Events.choose(
          Events.withNack(lost -> {
            nack = lost;
            chooser = Thread.currentThread();
            guardHasRun.countDown();
            return a.recvEvt();
          }),
          b.recvEvt());
    }

    /** The thread that has run the choice's guard. */
    final Thread chooser() {
      awaitGuard();
      return chooser;
    }

    final void awaitGuard() {
      uninterrupted(() -> {
        guardHasRun.await();
        return null;
      });
    }

    final int hasFired() {
      return uninterrupted(Events.prefer(nack.wrap(fired -> 1), Events.alwaysEvt(0))::sync);
    }

    /** The result of a choice for which no thread waits. */
    static int result(CompletableFuture<Integer> pending) {
      try {
        return pending.join();
      } catch (CompletionException closed) {
        return CLOSED;
      }
    }

    /** The value of the chosen branch, or a number for another end. */
    final int choose() {
      try {
        return choice().sync();
      } catch (InterruptedException interrupted) {
        return INTERRUPTED;
      }
    }
  }

  /** A choice that no thread waits for: it is pending before the race. */
  abstract static class Pending extends Nacked {
    final CompletableFuture<Integer> pending = uninterrupted(choice()::toFuture);

    final void end(III_Result r) {
      r.r1 = result(pending);
      r.r2 = hasFired();
      r.r3 = a.pending() + b.pending();
    }
  }

  @JCStressTest
  @State
  @Description("a nack, and two partners of which either may commit")
  @Outcome(id = "1, 0, 1", expect = ACCEPTABLE, desc = "its branch was chosen: it does not fire")
  @Outcome(id = "2, 1, 1", expect = ACCEPTABLE, desc = "the other was: it fires")
  public static class NackVsCommit extends Pending {
    @Actor
    public void sendToA() {
      a.aSend(1);
    }

    @Actor
    public void sendToB() {
      b.aSend(2);
    }

    @Arbiter
    public void left(III_Result r) {
      end(r);
    }
  }

  @JCStressTest
  @State
  @Description("a thread that waits for a nack, and the commit that makes it fire")
  @Outcome(
      id = {"2, 1", "1, 0"},
      expect = ACCEPTABLE,
      desc = "told if the other branch was chosen, before or after it waited")
  public static class NackVsItsWatcher extends Nacked {
    @Actor
    public void choose(II_Result r) {
      r.r1 = choose();
    }

    @Actor
    public void watch(II_Result r) {
      b.aSend(2);
      a.aSend(1);
      awaitGuard();
      // The chosen branch leaves the value on the other channel.
      r.r2 = uninterrupted(Events.choose(nack.wrap(fired -> 1), b.recvEvt().wrap(left -> 0))::sync);
    }
  }

  @JCStressTest
  @State
  @Description("a nack, an interrupt and a partner of its branch")
  @Outcome(id = "1, 0, 0", expect = ACCEPTABLE, desc = "the value: it does not fire")
  @Outcome(id = "-1, 1, 1", expect = ACCEPTABLE, desc = "the interrupt: it fires, the value stays")
  public static class NackVsInterrupt extends Nacked {
    @Actor
    public void choose(III_Result r) {
      r.r1 = choose();
      if (r.r1 != INTERRUPTED) {
        // The interrupt may still be coming: jcstress needs its thread back without it.
        while (!Thread.interrupted()) {
          Thread.onSpinWait();
        }
      }
    }

    @Actor
    public void interruptAndSend() {
      chooser().interrupt();
      a.aSend(1);
    }

    @Arbiter
    public void end(III_Result r) {
      r.r2 = hasFired();
      r.r3 = a.pending();
    }
  }

  @JCStressTest
  @State
  @Description("a nack, the close of its branch's channel, and a partner of the other branch")
  @Outcome(id = "-2, 0, 1", expect = ACCEPTABLE, desc = "the close was chosen: it does not fire")
  @Outcome(id = "2, 1, 0", expect = ACCEPTABLE, desc = "the other was: it fires")
  public static class NackVsClose extends Pending {
    @Actor
    public void close() {
      a.close();
    }

    @Actor
    public void send() {
      b.aSend(2);
    }

    @Arbiter
    public void left(III_Result r) {
      end(r);
    }
  }

  @JCStressTest
  @State
  @Description("a nack, a partner of its branch, and the failure of the other branch's channel")
  @Outcome(id = "1, 0, 0", expect = ACCEPTABLE, desc = "its branch was chosen: it does not fire")
  @Outcome(id = "-2, 1, 1", expect = ACCEPTABLE, desc = "the failure was: it fires")
  public static class NackVsFailureOfTheOther extends Pending {
    @Actor
    public void fail() {
      b.fail(new IllegalStateException("broken"));
    }

    @Actor
    public void send() {
      a.aSend(1);
    }

    @Arbiter
    public void left(III_Result r) {
      end(r);
    }
  }

  @JCStressTest
  @State
  @Description("the nack of an event that nobody waits for: its withdrawal against a partner")
  @Outcome(id = "1, 0, 0", expect = ACCEPTABLE, desc = "consumed: it does not fire")
  @Outcome(id = "0, 1, 1", expect = ACCEPTABLE, desc = "withdrawn: it fires, the value stays")
  public static class NackVsWithdrawal extends Pending {
    @Actor
    public void send() {
      a.aSend(1);
    }

    @Actor
    public void withdraw(III_Result r) {
      r.r1 = pending.cancel(false) ? 0 : 1;
    }

    @Arbiter
    public void left(III_Result r) {
      r.r2 = hasFired();
      r.r3 = a.pending();
    }
  }
}
