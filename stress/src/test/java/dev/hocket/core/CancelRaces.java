package dev.hocket.core;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.L_Result;

/**
 * A cancel that comes before a handler's end takes effect exactly once. The awaited block never
 * runs after the handler has unwound.
 */
final class CancelRaces {
  private CancelRaces() {}

  @JCStressTest
  @State
  @Description("Block.cancel against begin: before it, in the code, on the way to suspension")
  @Outcome(id = "CANCELLED", expect = ACCEPTABLE, desc = "never began")
  @Outcome(id = "cancelled, COMPLETED", expect = ACCEPTABLE, desc = "the awaited never runs")
  public static class VsSuspension extends Stage {
    private final Block handler;

    public VsSuspension() {
      handler = submit(await("awaited"), step("went on"));
      home.target.submit("next", this::next);
    }

    /** Checks that an interrupt does not affect the block after the intended one. */
    private void next() throws Throwable {
      if (Thread.currentThread().isInterrupted()) {
        note("next interrupted").run();
      }
    }

    @Actor
    public void home() {
      home.runNext();
      home.runNext();
    }

    @Actor
    public void cancel() {
      handler.cancel();
    }

    @Arbiter
    public void end(L_Result r) {
      r.r1 = ending(handler);
    }
  }

  @JCStressTest
  @State
  @Description("Block.cancel of a suspended handler against begin and end of the awaited block")
  @Outcome(id = "cancelled", expect = ACCEPTABLE, desc = "the awaited block never began")
  @Outcome(id = "awaited, cancelled", expect = ACCEPTABLE, desc = "it ended first")
  public static class VsAwaitedBlock extends Stage {
    private final Block handler;

    public VsAwaitedBlock() {
      handler = submit(await("awaited"), step("went on"));
      home.runNext();
    }

    @Actor
    public void awaited() {
      other.runNext();
    }

    @Actor
    public void cancel() {
      handler.cancel();
      home.runNext();
    }

    @Arbiter
    public void end(L_Result r) {
      r.r1 = ending();
    }
  }

  @JCStressTest
  @State
  @Description("Block.cancel against resumption: suspended, running and suspended again")
  @Outcome(id = "awaited, cancelled", expect = ACCEPTABLE, desc = "at the first await")
  @Outcome(id = "awaited, went on, cancelled", expect = ACCEPTABLE, desc = "at the second")
  public static class VsResumption extends Stage {
    private final Block handler;

    public VsResumption() {
      handler = submit(await("awaited"), step("went on"), await("awaited again"), step("ended"));
      home.runNext();
      other.runNext();
    }

    @Actor
    public void home() {
      home.runNext();
    }

    @Actor
    public void cancel() {
      handler.cancel();
    }

    @Arbiter
    public void end(L_Result r) {
      r.r1 = ending();
    }
  }

  @JCStressTest
  @State
  @Description(
      "Awaited.giveUp against Awaited.run: a wait for a tag is cancelled as its block ends")
  @Outcome(
      id = "awaited, cancelled, cleaned up, ended",
      expect = ACCEPTABLE,
      desc = "woken once: the wait in the clean-up is not cut short")
  public static class VsEndOfTag extends CancelledInTag {
    @Actor
    public void awaited() {
      other.runNext();
    }

    @Actor
    public void cancel() {
      handler.cancel();
    }

    @Arbiter
    public void end(L_Result r) {
      r.r1 = ending();
    }
  }

  @JCStressTest
  @State
  @Description("Awaited.giveUp against Awaited.giveUp and Awaited.run: cancelled before and after")
  @Outcome(
      id = "awaited, cancelled, cleaned up, ended",
      expect = ACCEPTABLE,
      desc = "a wait that was given up stays so, whatever ends later")
  public static class TwiceVsEndOfTag extends CancelledInTag {
    @Actor
    public void awaited() {
      other.runNext();
    }

    @Actor
    public void cancel() {
      handler.cancel();
      handler.cancel();
    }

    @Arbiter
    public void end(L_Result r) {
      r.r1 = ending();
    }
  }

  @JCStressTest
  @State
  @Description("Block.cancel against Block.cancel of a handler that is suspended")
  @Outcome(
      id = "cancelled, awaited, cleaned up, ended",
      expect = ACCEPTABLE,
      desc = "two cancels are met as one, and wake once")
  public static class VsCancel extends CancelledInTag {
    @Actor
    public void cancel() {
      handler.cancel();
    }

    @Actor
    public void cancelToo() {
      handler.cancel();
    }

    @Arbiter
    public void end(L_Result r) {
      r.r1 = ending();
    }
  }

  @JCStressTest
  @State
  @Description("Block, once, 1 and 2: a cancel against the way to suspension, and its clean-up")
  @Outcome(id = "CANCELLED", expect = ACCEPTABLE, desc = "never began")
  @Outcome(
      id = "cancelled, cleaned up, ended, COMPLETED",
      expect = ACCEPTABLE,
      desc = "met at the await, and nowhere after that")
  public static class OnceVsSuspension extends Stage {
    private final Block handler;

    public OnceVsSuspension() {
      Steps cancelled = noting(await("awaited"), step("went on"));
      handler = submit(cancelled, await("cleaned up"), step("ended"));
    }

    @Actor
    public void home() {
      home.runNext();
    }

    @Actor
    public void cancel() {
      handler.cancel();
    }

    @Arbiter
    public void end(L_Result r) {
      r.r1 = ending(handler);
    }
  }

  @JCStressTest
  @State
  @Description("Block, once, 3: a cancel against the end of a block in the handler's middle")
  @Outcome(id = "CANCELLED", expect = ACCEPTABLE, desc = "never began")
  @Outcome(id = "interrupted, COMPLETED", expect = ACCEPTABLE, desc = "set again once")
  @Outcome(id = "COMPLETED", expect = ACCEPTABLE, desc = "after the last look")
  public static class OnceVsEndInPlace extends Stage {
    private static final int LOOKS = 20;

    private final Block handler =
        submit(Steps.await(home.target, () -> {}), Steps.then(this::look));

    private void look() {
      for (int i = 0; i < LOOKS; i++) {
        if (Thread.interrupted()) {
          happened("interrupted");
        }
      }
    }

    @Actor
    public void home() {
      home.runNext();
    }

    @Actor
    public void cancel() {
      handler.cancel();
    }

    @Arbiter
    public void end(L_Result r) {
      r.r1 = ending(handler);
    }
  }

  /** A handler that waits for a tag; if it is cancelled there, it waits for a clean-up. */
  abstract static class CancelledInTag extends Stage {
    final Block handler;

    CancelledInTag() {
      other.target.submit(tag, "awaited", note("awaited"));
      Steps waiting = noting(Steps.awaitTag(tag.name()), step("went on"));
      handler =
          home.target.submit(
              "handler", Steps.of(waiting, await("cleaned up"), step("ended")).body());
      home.runNext();
    }
  }
}
