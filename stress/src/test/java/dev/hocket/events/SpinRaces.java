package dev.hocket.events;

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
 * How a wait ends: the thread looks out for its partner, then says in the state word that it parks;
 * the partner reads there, in the word by which it commits, whether it has to wake the thread. A
 * wake that is lost is seen, because the partner looks after it, and ends the wait itself.
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
  @Description("the commit by a partner, and a thread that looks out for it before it parks")
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
  @Description("a partner and an interrupt, for a thread that looks out before it parks")
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
        // It may be on its way: jcstress needs its thread back without it.
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

  @JCStressTest
  @State
  @Description("a partner, and the withdrawal of an event that no thread waits for")
  @Outcome(
      id = {"1, 0", "0, 1"},
      expect = ACCEPTABLE,
      desc = "one of the two")
  @Outcome(expect = FORBIDDEN, desc = "both or neither")
  public static class CommitVsCancel {
    private final Synchronization sync = new Synchronization(null, null);

    @Actor
    public void commit(II_Result r) {
      r.r1 = sync.claim(0) ? 1 : 0;
    }

    @Actor
    public void cancel(II_Result r) {
      r.r2 = sync.cancel() ? 1 : 0;
    }
  }

  private static AdaptiveSpin hot() {
    return Heat.heat(new AdaptiveSpin(SPINS));
  }

  /** About as many as the partner needs, so that it comes before their end and after it. */
  private static final int SPINS = 20;

  /** A thread that waits, and those who may end its wait. */
  abstract static class Wait {
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(5);

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
        Synchronizer.await(mine, spin, "", "a claim");
      } catch (InterruptedException cancelled) {
        end = INTERRUPTED;
      }
      over = true;
      return lost ? LOST : end;
    }

    /** Commits, wakes, and looks whether that has helped; 0 if somebody else has committed. */
    final int complete(int branch) {
      Thread thread = known();
      if (!waiter.claim(branch)) {
        return 0;
      }
      waiter.tell();
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
      return waiter.thread;
    }
  }
}
