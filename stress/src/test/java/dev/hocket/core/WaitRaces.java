package dev.hocket.core;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import dev.hocket.core.pool.QueueLength;
import java.time.Duration;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.LL_Result;
import org.openjdk.jcstress.infra.results.L_Result;

/**
 * Waits that a partner ends: no wake-up is lost, and of an interrupt and an end exactly one takes
 * effect.
 */
final class WaitRaces {
  /** A time limit that only a lost wake-up exceeds; jcstress calls 30 seconds a hang. */
  private static final Duration LIMIT = Duration.ofSeconds(25);

  private WaitRaces() {}

  abstract static class Waiting {
    final Gate gate = new Gate("a partner");

    /** Waits for the partner; returns the outcome. */
    final String await() {
      long began = System.nanoTime();
      try {
        return ended(Blocking.await(gate, LIMIT), began);
      } catch (InterruptedException interrupt) {
        return "interrupted";
      }
    }

    /**
     * The outcome of a wait. A wait that ends only at its time limit has missed its wake-up,
     * whatever it returns.
     */
    static String ended(boolean over, long began) {
      return over && System.nanoTime() - began < LIMIT.toNanos() ? "over" : "lost";
    }
  }

  @JCStressTest
  @State
  @Description(
      "Parking.untilOver, 1 and 3, against the partner: the wake comes as the thread parks")
  @Outcome(id = "over", expect = ACCEPTABLE, desc = "the wake is not lost")
  public static class WakeVsPark extends Waiting {
    @Actor
    public void wait(L_Result r) {
      r.r1 = await();
    }

    @Actor
    public void partner() {
      gate.open();
    }
  }

  /** The partner ends the wait right after an interrupt. */
  abstract static class Interrupted extends Waiting {
    private volatile Thread waiting;

    final void begin() {
      waiting = Thread.currentThread();
    }

    final String interruptAndOpen() {
      while (waiting == null) {
        Thread.onSpinWait();
      }
      waiting.interrupt();
      return gate.open() ? "opened" : "withdrawn";
    }

    /**
     * Waits for an interrupt that may still come, because jcstress needs its thread back without
     * it.
     */
    static void untilInterrupted() {
      while (!Thread.interrupted()) {
        Thread.onSpinWait();
      }
    }
  }

  @JCStressTest
  @State
  @Description("Parking.untilOver, 2, against the partner's commit: the interrupt or the end")
  @Outcome(id = "over, opened", expect = ACCEPTABLE, desc = "the end; the interrupt has stayed")
  @Outcome(id = "interrupted, withdrawn", expect = ACCEPTABLE, desc = "the interrupt; no end")
  public static class InterruptVsWake extends Interrupted {
    @Actor
    public void wait(LL_Result r) {
      begin();
      String end = await();
      if (end.equals("over")) {
        untilInterrupted();
      }
      r.r1 = end;
    }

    @Actor
    public void partner(LL_Result r) {
      r.r2 = interruptAndOpen();
    }
  }

  @JCStressTest
  @State
  @Description("Parking.untilOver, 2, uninterruptible: the end, with the interrupt kept for after")
  @Outcome(id = "over, opened", expect = ACCEPTABLE, desc = "the interrupt has stayed")
  public static class InterruptVsUninterruptible extends Interrupted {
    @Actor
    public void wait(LL_Result r) {
      begin();
      long began = System.nanoTime();
      r.r1 = ended(Blocking.awaitUninterruptibly(gate, LIMIT), began);
      untilInterrupted();
    }

    @Actor
    public void partner(LL_Result r) {
      r.r2 = interruptAndOpen();
    }
  }

  @JCStressTest
  @State
  @Description(
      "Parking.untilOver, 3, against EventLoop.post: a block comes as the loop's thread parks")
  @Outcome(id = "over, COMPLETED", expect = ACCEPTABLE, desc = "it ran in the middle of the wait")
  public static class BlockVsPark extends Waiting {
    private final HandLoop loop = new HandLoop();
    private String end;
    private Block partner;

    public BlockVsPark() {
      loop.target.submit("waits", () -> end = await());
    }

    @Actor
    public void wait(LL_Result r) {
      loop.runNext();
      r.r1 = end;
    }

    @Actor
    public void partner() {
      partner = loop.target.submit("partner", gate::open);
    }

    @Arbiter
    public void end(LL_Result r) {
      r.r2 = partner.state();
    }
  }

  @JCStressTest
  @State
  @Description("Worker.beginWait against 2: a block comes as the pool's only thread begins to wait")
  @Outcome(id = "COMPLETED, over", expect = ACCEPTABLE, desc = "another thread ran it")
  public static class BlockVsBeginWait extends Waiting {
    private static final Worker POOL = new Worker("pool of one", 1, QueueLength.UNLIMITED);
    private volatile String end;

    @Actor
    public void wait(LL_Result r) {
      r.r1 = WorkerRaces.submitLater(POOL, () -> end = await());
    }

    @Actor
    public void partner() {
      WorkerRaces.submitLater(POOL, gate::open);
    }

    @Arbiter
    public void end(LL_Result r) {
      r.r2 = end;
    }
  }
}
