package dev.hocket.core;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import dev.hocket.directives.jdk.JdkWaits;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.L_Result;

/**
 * A handler that awaits a future of the JDK continues exactly once, and the future keeps its
 * result.
 */
final class FutureRaces {
  private static final String RESULT = "result";

  private FutureRaces() {}

  /** A handler that awaits a future. */
  abstract static class Waiting extends Stage {
    final CompletableFuture<String> future = new CompletableFuture<>();
    final Block handler = handler();

    Block handler() {
      return awaiting(co -> JdkWaits.get(future, co));
    }

    /** A call of a twin. */
    interface Twin {
      String call(Coroutine co) throws Exception;
    }

    final Block awaiting(Twin twin) {
      return home.target.submit(
          "handler",
          Steps.of(
                  co -> {
                    String atOnce = twin.call(co);
                    if (atOnce != null) {
                      co.complete(atOnce);
                    }
                  },
                  co -> happened(co.takeReference() + (Thread.interrupted() ? " interrupted" : "")))
              .onFailure(failure ->
                  happened(failure instanceof TimeoutException ? "timeout" : "cancelled"))
              .body());
    }
  }

  @JCStressTest
  @State
  @Description("the completion of a future against the suspension of the handler that awaits it")
  @Outcome(id = "result, COMPLETED", expect = ACCEPTABLE, desc = "resumed, or never suspended")
  public static class VsSuspension extends Waiting {
    @Actor
    public void home() {
      home.runNext();
    }

    @Actor
    public void complete() {
      future.complete(RESULT);
    }

    @Arbiter
    public void end(L_Result r) {
      r.r1 = ending(handler);
    }
  }

  @JCStressTest
  @State
  @Description("the completion of a future against Block.cancel of the suspended handler")
  @Outcome(id = "result, COMPLETED", expect = ACCEPTABLE, desc = "resumed first")
  @Outcome(id = "result interrupted, COMPLETED", expect = ACCEPTABLE, desc = "being resumed")
  @Outcome(id = "cancelled, COMPLETED", expect = ACCEPTABLE, desc = "the future keeps its result")
  public static class VsCancel extends Waiting {
    public VsCancel() {
      home.runNext();
    }

    @Actor
    public void complete() {
      future.complete(RESULT);
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
  @Description("Block.cancel against the suspension in a future that never completes")
  @Outcome(id = "CANCELLED", expect = ACCEPTABLE, desc = "never began")
  @Outcome(id = "cancelled, COMPLETED", expect = ACCEPTABLE, desc = "in or before the wait")
  public static class CancelVsSuspension extends Waiting {
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
  @Description("the completion of a future against the end of the handler's target")
  @Outcome(id = "result, COMPLETED", expect = ACCEPTABLE, desc = "resumed before the end")
  @Outcome(id = "REJECTED", expect = ACCEPTABLE, desc = "the result came too late")
  public static class VsAbandon extends Waiting {
    public VsAbandon() {
      home.runNext();
    }

    @Actor
    public void complete() {
      future.complete(RESULT);
      home.runNext();
    }

    @Actor
    public void end() {
      handler.abandon();
    }

    @Arbiter
    public void end(L_Result r) {
      r.r1 = ending(handler);
    }
  }

  @JCStressTest
  @State
  @Description("the completion of a future against the end of the time for which it is awaited")
  @Outcome(id = "result, COMPLETED", expect = ACCEPTABLE, desc = "completed in time")
  @Outcome(id = "timeout, COMPLETED", expect = ACCEPTABLE, desc = "the future keeps its result")
  public static class VsTimeout extends Waiting {
    @Override
    Block handler() {
      return awaiting(co -> JdkWaits.get(future, 1, TimeUnit.NANOSECONDS, co));
    }

    @Actor
    public void home() {
      home.runNext();
    }

    @Actor
    public void complete() {
      future.complete(RESULT);
    }

    @Arbiter
    public void end(L_Result r) {
      r.r1 = endingLater(handler);
    }
  }

  @JCStressTest
  @State
  @Description("the end of a task, for which a virtual thread waits, against Block.cancel")
  @Outcome(id = "result, COMPLETED", expect = ACCEPTABLE, desc = "resumed first")
  @Outcome(id = "result interrupted, COMPLETED", expect = ACCEPTABLE, desc = "being resumed")
  @Outcome(id = "cancelled, COMPLETED", expect = ACCEPTABLE, desc = "the task keeps its result")
  @Outcome(id = "CANCELLED", expect = ACCEPTABLE, desc = "never began")
  public static class OfATaskVsCancel extends Waiting {
    private FutureTask<String> task;

    @Override
    Block handler() {
      task = new FutureTask<>(() -> RESULT);
      Future<String> awaited = task;
      return awaiting(co -> JdkWaits.get(awaited, co));
    }

    @Actor
    public void home() {
      home.runNext();
      task.run();
    }

    @Actor
    public void cancel() {
      handler.cancel();
    }

    @Arbiter
    public void end(L_Result r) {
      r.r1 = endingLater(handler);
    }
  }
}
