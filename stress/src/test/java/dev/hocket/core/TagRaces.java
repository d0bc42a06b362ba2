package dev.hocket.core;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.LL_Result;
import org.openjdk.jcstress.infra.results.L_Result;

/** Every failure under a tag is thrown by one wait: the first that began before the block ended. */
final class TagRaces {
  private TagRaces() {}

  abstract static class Tagged extends Stage {
    /** Waits for the tag on the calling thread; returns the outcome. */
    final String awaitTag() {
      try {
        Tag.await("here", tag.name());
        return "nothing";
      } catch (RuntimeException thrown) {
        return thrown.getClass().getSimpleName();
      }
    }
  }

  abstract static class Failing extends Tagged {
    Failing() {
      other.target.submit(
          tag,
          "failing",
          () -> {
            throw new IllegalStateException();
          });
    }
  }

  @JCStressTest
  @State
  @Description("Block.finish, 2 before 3: a wait that sees the end finds the failure to claim")
  @Outcome(id = "IllegalStateException", expect = ACCEPTABLE, desc = "always")
  public static class FailureVsAwait extends Failing {
    @Actor
    public void failing() {
      other.runNext();
    }

    @Actor
    public void await(L_Result r) {
      r.r1 = awaitTag();
    }
  }

  @JCStressTest
  @State
  @Description("Tag.claim against Tag.claim: two waits for one failure")
  @Outcome(id = "IllegalStateException, nothing", expect = ACCEPTABLE, desc = "claimed once")
  @Outcome(id = "nothing, IllegalStateException", expect = ACCEPTABLE, desc = "claimed once")
  public static class AwaitVsAwait extends Failing {
    @Actor
    public void failAndAwait(LL_Result r) {
      other.runNext();
      r.r1 = awaitTag();
    }

    @Actor
    public void await(LL_Result r) {
      r.r2 = awaitTag();
    }
  }

  @JCStressTest
  @State
  @Description("Tag.claim by a thread against Tag.claim by a handler that goes on")
  @Outcome(id = "IllegalStateException, went on", expect = ACCEPTABLE, desc = "claimed once")
  @Outcome(
      id = "nothing, java.lang.IllegalStateException",
      expect = ACCEPTABLE,
      desc = "claimed once")
  public static class AwaitVsHandler extends Failing {
    public AwaitVsHandler() {
      submit(Steps.awaitTag(tag.name()), step("went on"));
      home.runNext();
    }

    @Actor
    public void failing() {
      other.runNext();
      home.runNext();
    }

    @Actor
    public void await(LL_Result r) {
      r.r1 = awaitTag();
    }

    @Arbiter
    public void end(LL_Result r) {
      r.r2 = ending();
    }
  }

  @JCStressTest
  @State
  @Description(
      "Block.abandon: a wait that sees the end of a block whose loop is dead finds the rejection")
  @Outcome(id = "RejectedExecutionException", expect = ACCEPTABLE, desc = "always")
  public static class RejectionVsAwait extends Tagged {
    private final Block handler;

    public RejectionVsAwait() {
      handler = home.target.submit(tag, "handler", Steps.of(await("awaited")).body());
      home.runNext();
    }

    @Actor
    public void loopIsDead() {
      handler.abandon();
    }

    @Actor
    public void await(L_Result r) {
      r.r1 = awaitTag();
    }
  }

  @JCStressTest
  @State
  @Description("Block.endUnrun: a wait that sees the cancel of a block finds it to claim")
  @Outcome(id = "CancellationException", expect = ACCEPTABLE, desc = "always")
  public static class CancelVsAwait extends Tagged {
    private final Block queued = other.target.submit(tag, "queued", () -> {});

    @Actor
    public void cancel() {
      queued.cancel();
    }

    @Actor
    public void await(L_Result r) {
      r.r1 = awaitTag();
    }
  }
}
