package dev.hocket.events.waiting;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;
import org.openjdk.jcstress.infra.results.I_Result;

/**
 * How a wait ends: the thread spins, then writes to the state word that it parks. The partner
 * commits by a compare-and-set of the same word, and sees there whether it has to wake the thread.
 * A lost wake is noticed, because the partner watches the thread afterwards and unparks it itself.
 */
final class SpinRaces {
  private static final int INTERRUPTED = -1;
  private static final int LOST = -2;

  private SpinRaces() {}

  @JCStressTest
  @State
  @Description("the commit by a partner, and a thread that parks at once")
  @Outcome(id = "1", expect = ACCEPTABLE, desc = "the wait is over")
  @Outcome(id = "-2", expect = FORBIDDEN, desc = "the wake was lost")
  public static class ParkVsCommit extends Wait {
    public ParkVsCommit() {
      super(null);
    }

    @Actor
    public void await(I_Result r) {
      r.r1 = await();
    }

    @Actor
    public void commit() {
      complete(0);
    }
  }

  @JCStressTest
  @State
  @Description("the commit by a partner, and a thread that spins before it parks")
  @Outcome(id = "1", expect = ACCEPTABLE, desc = "the wait is over")
  @Outcome(id = "-2", expect = FORBIDDEN, desc = "the wake was lost")
  public static class SpinVsCommit extends Wait {
    public SpinVsCommit() {
      super(hot());
    }

    @Actor
    public void await(I_Result r) {
      r.r1 = await();
    }

    @Actor
    public void commit() {
      complete(0);
    }
  }

  @JCStressTest
  @State
  @Description("a partner and an interrupt, for a thread that spins before it parks")
  @Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "the commit; the interrupt has stayed")
  @Outcome(id = "-1, 0", expect = ACCEPTABLE, desc = "the interrupt, and nothing committed")
  @Outcome(expect = FORBIDDEN, desc = "both or neither, or a wake was lost")
  public static class SpinVsInterruptAndCommit extends Wait {
    public SpinVsInterruptAndCommit() {
      super(hot());
    }

    @Actor
    public void await(II_Result r) {
      r.r1 = await();
      if (r.r1 != INTERRUPTED) {
        // The interrupt may still be coming: jcstress needs its thread back without it.
        while (!Thread.interrupted()) {
          Thread.onSpinWait();
        }
      }
    }

    @Actor
    public void interruptAndCommit(II_Result r) {
      known().interrupt();
      r.r2 = complete(0);
    }
  }

  private static AdaptiveSpin hot() {
    return WaiterPeek.heat(new AdaptiveSpin(SPINS));
  }

  /**
   * About as many as the partner needs, so that it sometimes comes before the last spin and
   * sometimes after.
   */
  private static final int SPINS = 20;

  /** A waiting thread, and the ways in which another thread ends its wait. */
  abstract static class Wait {
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(25);

    private final AdaptiveSpin spin;
    private volatile Synchronization waiter;
    private volatile boolean over;
    private volatile boolean lost;

    Wait(AdaptiveSpin spin) {
      this.spin = spin;
    }

    final int await() {
      Synchronization mine = new Synchronization(Thread.currentThread(), null);
      waiter = mine;
      int end = 1;
      try {
        mine.await(spin, "", "a claim");
      } catch (InterruptedException cancelled) {
        end = INTERRUPTED;
      }
      over = true;
      return lost ? LOST : end;
    }

    /**
     * Commits, wakes the thread, and waits for it; returns 0 if another thread has ended the wait.
     */
    final int complete(int branch) {
      Thread thread = known();
      if (!waiter.claim(branch)) {
        return 0;
      }
      waiter.wakeOrComplete();
      long wokenNanos = System.nanoTime();
      while (!over) {
        if (System.nanoTime() - wokenNanos > PATIENCE_NANOS) {
          lost = true;
          LockSupport.unpark(thread);
        }
        Thread.onSpinWait();
      }
      return 1;
    }

    final Thread known() {
      while (waiter == null) {
        Thread.onSpinWait();
      }
      return (Thread) waiter.waiting;
    }
  }
}
