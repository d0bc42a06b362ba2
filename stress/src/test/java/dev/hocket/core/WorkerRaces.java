package dev.hocket.core;

import static java.util.concurrent.TimeUnit.NANOSECONDS;
import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import dev.hocket.core.pool.QueueLength;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeoutException;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.LL_Result;
import org.openjdk.jcstress.infra.results.L_Result;

/** Every block gets a thread, on targets with their own threads. */
final class WorkerRaces {
  /**
   * A time limit that only a lost block exceeds: almost the half minute after which jcstress calls
   * a race a hang.
   */
  static final long LIMIT_NANOS = 25_000_000_000L;

  /** A number of spins that takes longer than a pool thread searches before it idles. */
  private static final int MOST_SPINS = 2_000;

  private WorkerRaces() {}

  /** The state in which a block ends, or a text if it was lost. */
  static String end(Block block) {
    long deadline = System.nanoTime() + LIMIT_NANOS;
    while (!block.isDone() && deadline - System.nanoTime() > 0) {
      Thread.yield();
    }
    return block.state().name();
  }

  /** Submits a block at a random moment while the pool is coming to rest. */
  static String submitLater(Target target, Body body) {
    for (int i = ThreadLocalRandom.current().nextInt(MOST_SPINS); i > 0; i--) {
      Thread.onSpinWait();
    }
    return end(target.submit("block", body));
  }

  @JCStressTest
  @State
  @Description("Worker, 1 and 2 against 1 to 8: blocks come while a pool's thread goes to rest")
  @Outcome(id = "COMPLETED, COMPLETED", expect = ACCEPTABLE, desc = "none is left in the queue")
  public static class HandOverVsIdle {
    private static final Worker POOL = new Worker("pool of one", 1, QueueLength.UNLIMITED);

    @Actor
    public void submit(LL_Result r) {
      r.r1 = submitLater(POOL, () -> {});
    }

    @Actor
    public void submitToo(LL_Result r) {
      r.r2 = submitLater(POOL, () -> {});
    }
  }

  @JCStressTest
  @State
  @Description("Worker.resize against 2, 6 and 7: a pool grows and shrinks as a block comes")
  @Outcome(id = "COMPLETED, COMPLETED", expect = ACCEPTABLE, desc = "whatever the size")
  public static class HandOverVsResize {
    private static final Worker POOL = new Worker("pool", 1, QueueLength.UNLIMITED);

    @Actor
    public void submit(LL_Result r) {
      Block first = POOL.submit("block", () -> {});
      r.r2 = submitLater(POOL, () -> {});
      r.r1 = end(first);
    }

    @Actor
    public void resize() {
      POOL.resize(2);
      POOL.resize(1);
    }
  }

  @JCStressTest
  @State
  @Description("Worker.beginWait and endWait against 2: a thread waits while a block comes")
  @Outcome(id = "COMPLETED, COMPLETED", expect = ACCEPTABLE, desc = "another took its place")
  public static class HandOverVsWait {
    private static final Worker POOL = new Worker("pool of one", 1, QueueLength.UNLIMITED);
    private static final Worker OTHER = new Worker("other pool", 1, QueueLength.UNLIMITED);
    private final CountDownLatch gate = new CountDownLatch(1);

    /** Runs on another thread while a pool thread waits for it. */
    private void untilTheOtherHasRun() throws Exception {
      if (!gate.await(LIMIT_NANOS, NANOSECONDS)) {
        throw new TimeoutException();
      }
    }

    @Actor
    public void wait(LL_Result r) {
      r.r1 = submitLater(POOL, () -> OTHER.call("awaited", this::untilTheOtherHasRun));
    }

    @Actor
    public void submit(LL_Result r) {
      r.r2 = submitLater(POOL, gate::countDown);
    }
  }

  @JCStressTest
  @State
  @Description("Coroutine, 1 to 3, between pools: handlers await in opposite directions")
  @Outcome(id = "COMPLETED, COMPLETED", expect = ACCEPTABLE, desc = "both went on")
  public static class AwaitVsAwait {
    private static final Worker LEFT = new Worker("left", 1, QueueLength.UNLIMITED);
    private static final Worker RIGHT = new Worker("right", 1, QueueLength.UNLIMITED);

    @Actor
    public void left(LL_Result r) {
      r.r1 = submitLater(LEFT, Steps.of(Steps.await(RIGHT, () -> {})).body());
    }

    @Actor
    public void right(LL_Result r) {
      r.r2 = submitLater(RIGHT, Steps.of(Steps.await(LEFT, () -> {})).body());
    }
  }

  @JCStressTest
  @State
  @Description("Target.hand against shutdown, on threads of their own: no block is lost")
  @Outcome(id = "refused", expect = ACCEPTABLE, desc = "the submitter gets the rejection")
  @Outcome(id = "REJECTED", expect = ACCEPTABLE, desc = "before it began")
  @Outcome(id = "COMPLETED", expect = ACCEPTABLE, desc = "before the shutdown or in spite of it")
  public static class HandOverVsShutdown {
    private final Target target = new VirtualWorker("virtual", Integer.MAX_VALUE);
    private Block block;

    @Actor
    public void submit() {
      try {
        block = target.submit("block", () -> {});
      } catch (RejectedExecutionException refused) {
        // The block was refused.
      }
    }

    @Actor
    public void shutdown() {
      ShutdownRaces.shutDown(target);
    }

    @Arbiter
    public void end(L_Result r) {
      r.r1 = block == null ? "refused" : WorkerRaces.end(block);
    }
  }
}
