package dev.hocket.core;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import dev.hocket.core.pool.QueueLength;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicInteger;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;
import org.openjdk.jcstress.infra.results.L_Result;

/** No submission is lost, and none survives a cancel. */
final class DrainRaces {
  private DrainRaces() {}

  /**
   * A drain of a plain counter: only the ordering that the drain gives makes the counter visible.
   */
  abstract static class Counter {
    final HandLoop loop = new HandLoop();
    int added;
    int taken;
    int runs;
    final Drain drain = new Drain(loop.target, "drain", 100, this::take);

    private int take(int most) {
      runs++;
      int fresh = added - taken;
      taken += fresh;
      return fresh;
    }

    final void runAll() {
      while (loop.runNext()) {
        // Runs blocks until the queue is empty.
      }
    }
  }

  @JCStressTest
  @State
  @Description("Drain, 1 and 2 against 4 to 8: a submission comes while a run begins and ends")
  @Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "the run that was on has taken it")
  @Outcome(id = "1, 2", expect = ACCEPTABLE, desc = "another run has")
  public static class SubmitVsRun extends Counter {
    public SubmitVsRun() {
      drain.submit();
    }

    @Actor
    public void submit() {
      added = 1;
      drain.submit();
    }

    @Actor
    public void loop() {
      loop.runNext();
    }

    @Arbiter
    public void end(II_Result r) {
      runAll();
      r.r1 = taken;
      r.r2 = runs;
    }
  }

  @JCStressTest
  @State
  @Description("Drain, 1 against 1: two submissions of an idle drain")
  @Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "it is queued once")
  public static class SubmitVsSubmit extends Counter {
    public SubmitVsSubmit() {
      added = 1;
    }

    @Actor
    public void submit() {
      drain.submit();
    }

    @Actor
    public void submitToo() {
      drain.submit();
    }

    @Arbiter
    public void end(II_Result r) {
      runAll();
      r.r1 = taken;
      r.r2 = runs;
    }
  }

  @JCStressTest
  @State
  @Description(
      "Drain.cancel against 1 and 2: a submission is refused, cancelled or, too early, run")
  @Outcome(id = "refused, CANCELLED", expect = ACCEPTABLE, desc = "the cancel came first")
  @Outcome(id = "accepted, CANCELLED", expect = ACCEPTABLE, desc = "cancelled while queued")
  public static class SubmitVsCancel extends Counter {
    private String submission;

    @Actor
    public void submit() {
      try {
        drain.submit();
        submission = "accepted, ";
      } catch (CancellationException cancelled) {
        submission = "refused, ";
      }
    }

    @Actor
    public void cancel() {
      drain.cancel();
    }

    @Arbiter
    public void end(L_Result r) {
      runAll();
      r.r1 = submission + drain.state() + (runs == 0 ? "" : ", ran");
    }
  }

  @JCStressTest
  @State
  @Description("Drain.cancel against 3 to 8: a run that is cancelled is the last one")
  @Outcome(id = "CANCELLED, 0", expect = ACCEPTABLE, desc = "before the run")
  @Outcome(id = "CANCELLED, 1", expect = ACCEPTABLE, desc = "in it, or after it")
  public static class RunVsCancel extends Counter {
    private boolean interrupted;

    public RunVsCancel() {
      drain.submit();
      loop.target.submit("next", () -> interrupted = Thread.currentThread().isInterrupted());
    }

    @Actor
    public void loop() {
      loop.runNext();
      loop.runNext();
    }

    @Actor
    public void cancel() {
      drain.cancel();
    }

    @Arbiter
    public void end(L_Result r) {
      runAll();
      r.r1 = drain.state() + ", " + runs + (interrupted ? ", next interrupted" : "");
    }
  }

  @JCStressTest
  @State
  @Description("Worker.requeue against 1 to 8 of Worker: drains of a pool come back while it rests")
  @Outcome(id = "3, 3", expect = ACCEPTABLE, desc = "all batches of both")
  public static class RequeueVsIdle {
    private static final Worker POOL = new Worker("pool of two", 2, QueueLength.UNLIMITED);
    private static final int BATCHES = 3;

    private static int runs() {
      AtomicInteger runs = new AtomicInteger();
      // Each batch has one item: every batch except the last is full.
      Drain drain = new Drain(POOL, "drain", 1, most -> runs.incrementAndGet() < BATCHES ? 1 : 0);
      drain.submit();
      long deadline = System.nanoTime() + WorkerRaces.LIMIT_NANOS;
      while (runs.get() < BATCHES && deadline - System.nanoTime() > 0) {
        Thread.yield();
      }
      return runs.get();
    }

    @Actor
    public void one(II_Result r) {
      r.r1 = runs();
    }

    @Actor
    public void two(II_Result r) {
      r.r2 = runs();
    }
  }
}
