package dev.hocket.core;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.L_Result;
import org.openjdk.jcstress.infra.results.Z_Result;

/** A block that races with a shutdown ends, is cancelled or is refused; it is never lost. */
final class ShutdownRaces {
  private ShutdownRaces() {}

  static List<Block> shutDown(Target target) {
    try {
      return target.shutdown(Duration.ZERO);
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  @JCStressTest
  @State
  @Description("Target.hand and Block.run against shutdown: nobody's block, or one in its report")
  @Outcome(
      id = {"shut down, refused", "shut down, REJECTED, none left", "shut down, REJECTED, 1 left"},
      expect = ACCEPTABLE,
      desc = "never ran, and somebody hears of it")
  @Outcome(
      id = {"ran, shut down, COMPLETED, none left", "ran, shut down, COMPLETED, 1 left"},
      expect = ACCEPTABLE,
      desc = "ran before")
  @Outcome(
      id = "shut down, ran, COMPLETED, 1 left",
      expect = ACCEPTABLE,
      desc = "ran on, and was reported")
  public static class VsHandOver extends Stage {
    private Block block;
    private List<Block> left;

    @Actor
    public void home() {
      try {
        block = home.target.submit("block", note("ran"));
        home.runNext();
      } catch (RejectedExecutionException refused) {
        // The block was refused.
      }
    }

    @Actor
    public void shutdown() {
      left = shutDown(home.target);
      happened("shut down");
    }

    @Arbiter
    public void end(L_Result r) {
      if (block == null) {
        happened("refused");
      } else {
        ending(block);
        happened(left.isEmpty() ? "none left" : left.size() + " left");
      }
      r.r1 = ending();
    }
  }

  @JCStressTest
  @State
  @Description("Target.shutdown against begin and suspension: the handler is found in either state")
  @Outcome(id = "REJECTED", expect = ACCEPTABLE, desc = "never began")
  @Outcome(id = "cancelled, COMPLETED", expect = ACCEPTABLE, desc = "was interrupted or cancelled")
  public static class VsSuspension extends Stage {
    private final Block handler = submit(await("awaited"), step("went on"));

    @Actor
    public void home() {
      home.runNext();
    }

    @Actor
    public void shutdown() {
      shutDown(home.target);
    }

    @Arbiter
    public void end(L_Result r) {
      r.r1 = ending(handler);
    }
  }

  @JCStressTest
  @State
  @Description("Target.shutdown against resumption: a handler that has been woken still goes on")
  @Outcome(id = "awaited, cancelled, COMPLETED", expect = ACCEPTABLE, desc = "at the first await")
  @Outcome(
      id = "awaited, went on, cancelled, COMPLETED",
      expect = ACCEPTABLE,
      desc = "at the second")
  public static class VsResumption extends Stage {
    private final Block handler =
        submit(await("awaited"), step("went on"), await("awaited again"), step("ended"));

    public VsResumption() {
      home.runNext();
      other.runNext();
    }

    @Actor
    public void home() {
      home.runNext();
    }

    @Actor
    public void shutdown() {
      shutDown(home.target);
    }

    @Arbiter
    public void end(L_Result r) {
      r.r1 = ending(handler);
    }
  }

  @JCStressTest
  @State
  @Description("Target.shutdown against the end of what is awaited: woken, a handler still goes on")
  @Outcome(
      id = "awaited, cancelled, COMPLETED",
      expect = ACCEPTABLE,
      desc = "the block ended first")
  @Outcome(id = "cancelled, COMPLETED", expect = ACCEPTABLE, desc = "the block never ran")
  public static class VsAwaitedBlock extends Stage {
    private final Block handler = submit(await("awaited"), step("went on"));

    public VsAwaitedBlock() {
      home.runNext();
    }

    @Actor
    public void awaited() {
      other.runNext();
    }

    @Actor
    public void shutdown() {
      shutDown(home.target);
    }

    @Arbiter
    public void end(L_Result r) {
      r.r1 = ending(handler);
    }
  }

  @JCStressTest
  @State
  @Description("Target.shutdown of the awaited block's target against hand-over and suspension")
  @Outcome(id = "rejected", expect = ACCEPTABLE, desc = "at the await; the block never runs")
  public static class OfTheAwaitedTarget extends Stage {
    public OfTheAwaitedTarget() {
      submit(await("awaited"), step("went on"));
    }

    @Actor
    public void home() {
      home.runNext();
    }

    @Actor
    public void shutdown() {
      shutDown(other.target);
    }

    @Arbiter
    public void end(L_Result r) {
      r.r1 = ending();
    }
  }

  @JCStressTest
  @State
  @Description("Target.shutdown against a handler and the block it awaits in place: cancelled once")
  @Outcome(
      id = "cancelled, cancelled, ended, COMPLETED",
      expect = ACCEPTABLE,
      desc = "first the inner one, then the outer one")
  public static class OnceVsHandlerInHandler extends Stage {
    private static final int LOOKS = 20;

    private final Block handler;

    public OnceVsHandlerInHandler() {
      Steps inner = Steps.of(noting(await("awaited"), step("went on")), Steps.then(this::look));
      Steps outer = noting(Steps.await(home.target, inner.body()));
      handler = submit(outer, step("ended"));
      home.runNext();
    }

    private void look() {
      for (int i = 0; i < LOOKS; i++) {
        if (Thread.interrupted()) {
          happened("interrupted");
        }
      }
    }

    @Actor
    public void home() {
      home.awaitAndRunNext();
    }

    @Actor
    public void shutdown() {
      shutDown(home.target);
    }

    @Arbiter
    public void end(L_Result r) {
      r.r1 = ending(handler);
    }
  }

  @JCStressTest
  @State
  @Description("Target.isBusy against suspension: kept before it leaves its thread")
  @Outcome(id = "true", expect = ACCEPTABLE, desc = "the handler is somewhere")
  public static class BusyVsSuspension extends Stage {
    public BusyVsSuspension() {
      submit(await("awaited"));
    }

    @Actor
    public void home() {
      home.runNext();
    }

    @Actor
    public void look(Z_Result r) {
      r.r1 = home.target.isBusy();
    }
  }

  @JCStressTest
  @State
  @Description("Target.isBusy against wake and resumption: kept until its end")
  @Outcome(id = "true", expect = ACCEPTABLE, desc = "the handler is somewhere")
  public static class BusyVsResumption extends Stage {
    public BusyVsResumption() {
      submit(await("awaited"), await("awaited again"));
      home.runNext();
    }

    @Actor
    public void bothLoops() {
      other.runNext();
      home.runNext();
    }

    @Actor
    public void look(Z_Result r) {
      r.r1 = home.target.isBusy();
    }
  }
}
