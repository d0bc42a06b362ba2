package dev.hocket.core;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

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
 * A wait that a partner ends: no wake is lost, and of an interrupt and an end exactly one counts.
 */
final class WaitRaces {
  /** Long enough that only a lost wake takes longer. */
  private static final Duration LIMIT = Duration.ofSeconds(5);

  private WaitRaces() {}

  abstract static class Waiting {
    final Gate gate = new Gate("a partner");

    /** Waits for the partner: what comes of it. */
    final String await() {
      try {
        return Blocking.await(gate, LIMIT) ? "over" : "lost";
      } catch (InterruptedException interrupt) {
        return "interrupted";
      }
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

  @JCStressTest
  @State
  @Description("Parking.untilOver, 2, against the partner's commit: the interrupt or the end")
  @Outcome(id = "over, opened", expect = ACCEPTABLE, desc = "the end; the interrupt has stayed")
  @Outcome(id = "interrupted, withdrawn", expect = ACCEPTABLE, desc = "the interrupt; no end")
  public static class InterruptVsWake extends Waiting {
    private volatile Thread waiting;

    @Actor
    public void wait(LL_Result r) {
      waiting = Thread.currentThread();
      String end = await();
      // The interrupt may be on its way: jcstress needs its thread back without it.
      while (end.equals("over") && !Thread.interrupted()) {
        Thread.onSpinWait();
      }
      r.r1 = end;
    }

    @Actor
    public void interrupt() {
      while (waiting == null) {
        Thread.onSpinWait();
      }
      waiting.interrupt();
    }

    @Actor
    public void partner(LL_Result r) {
      r.r2 = gate.open() ? "opened" : "withdrawn";
    }
  }

  @JCStressTest
  @State
  @Description("Parking.untilOver, 2, uninterruptible, against the partner and an interrupt")
  @Outcome(id = "over, interrupted", expect = ACCEPTABLE, desc = "the interrupt is kept for after")
  public static class InterruptVsUninterruptible extends Waiting {
    private volatile Thread waiting;

    @Actor
    public void wait(LL_Result r) {
      waiting = Thread.currentThread();
      r.r1 = Blocking.awaitUninterruptibly(gate, LIMIT) ? "over" : "lost";
      while (!Thread.interrupted()) {
        Thread.onSpinWait();
      }
      r.r2 = "interrupted";
    }

    @Actor
    public void interrupt() {
      while (waiting == null) {
        Thread.onSpinWait();
      }
      waiting.interrupt();
    }

    @Actor
    public void partner() {
      gate.open();
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
    private static final Worker POOL = new Worker("pool of one", 1, Worker.UNLIMITED);
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
