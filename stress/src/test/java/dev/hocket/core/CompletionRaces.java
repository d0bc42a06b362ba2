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
 * A handler that waits for a completion continues exactly once: with the result if it has
 * completed, with the cancellation if it was withdrawn.
 */
final class CompletionRaces {
  private static final String RESULT = "result";

  private CompletionRaces() {}

  /** A handler that waits for a signal, and records its result and whether it was interrupted. */
  abstract static class Waiting extends Stage {
    final Signal signal = new Signal();
    final Block handler = submit(signal.step(), this::noteResult);

    private void noteResult(Coroutine co) {
      happened(co.takeReference() + (Thread.interrupted() ? " interrupted" : ""));
    }

    /** The sender of the result: decides first, and then wakes the handler. */
    final void complete() {
      if (signal.complete(RESULT)) {
        signal.wakeOnceStarted();
      }
    }
  }

  @JCStressTest
  @State
  @Description("Completion against Coroutine.await: steps 1 to 3 of Coroutine")
  @Outcome(id = "result, COMPLETED", expect = ACCEPTABLE, desc = "resumed, or never suspended")
  public static class VsSuspension extends Waiting {
    @Actor
    public void home() {
      home.runNext();
    }

    @Actor
    public void sender() {
      complete();
    }

    @Arbiter
    public void end(L_Result r) {
      r.r1 = ending(handler);
    }
  }

  @JCStressTest
  @State
  @Description("Completion against Block.cancel of the suspended handler")
  @Outcome(id = "result, COMPLETED", expect = ACCEPTABLE, desc = "completed first, resumed first")
  @Outcome(id = "result interrupted, COMPLETED", expect = ACCEPTABLE, desc = "completed first")
  @Outcome(id = "cancelled, COMPLETED", expect = ACCEPTABLE, desc = "withdrawn")
  public static class VsCancel extends Waiting {
    public VsCancel() {
      home.runNext();
    }

    @Actor
    public void sender() {
      complete();
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
  @Description("Completion against the end of the handler's target")
  @Outcome(id = "result, COMPLETED", expect = ACCEPTABLE, desc = "resumed before the end")
  @Outcome(id = "REJECTED, COMPLETED", expect = ACCEPTABLE, desc = "the result came too late")
  @Outcome(id = "REJECTED, WITHDRAWN", expect = ACCEPTABLE, desc = "left to others")
  public static class VsAbandon extends Waiting {
    public VsAbandon() {
      home.runNext();
    }

    @Actor
    public void sender() {
      complete();
      home.runNext();
    }

    @Actor
    public void end() {
      handler.abandon();
    }

    @Arbiter
    public void end(L_Result r) {
      String story = ending();
      r.r1 = (story.isEmpty() ? handler.state() : story) + ", " + signal.state();
    }
  }
}
