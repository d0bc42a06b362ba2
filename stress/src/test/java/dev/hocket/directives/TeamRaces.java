package dev.hocket.directives;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import dev.hocket.core.SpinHistory;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/**
 * The protocols of teams: no start and no wake-up is lost, and earlier actions are visible
 * afterwards.
 */
final class TeamRaces {
  /** A random delay, from zero to longer than a thread spins before it parks. */
  private static final int MOST_SPINS = 4_000;

  private TeamRaces() {}

  private static void spin() {
    int most = ThreadLocalRandom.current().nextBoolean() ? 30 : MOST_SPINS;
    for (int i = ThreadLocalRandom.current().nextInt(most); i > 0; i--) {
      Thread.onSpinWait();
    }
  }

  /**
   * A team whose two threads are the actors. It parks soon, as a team does with fewer processors
   * than threads.
   */
  static class Pair {
    final Team team = new Team("Region.java:1", 2, null, true);
    private final Share start = new Share(2);

    Member member(int number) {
      spin();
      return new Member(team, number, start, new SpinHistory());
    }
  }

  @JCStressTest
  @State
  @Description("TeamThread, 2 against 5 and 4: a start as the thread parks; TeamThreads, hire")
  @Outcome(id = "40, 40", expect = ACCEPTABLE, desc = "each region has run on both its threads")
  public static class StartVsPark {
    private int regions() {
      AtomicInteger runs = new AtomicInteger();
      for (int i = 0; i < 20; i++) {
        spin();
        Teams.parallel(2, true, "Region.java:1", runs::incrementAndGet);
      }
      return runs.get();
    }

    @Actor
    public void one(II_Result r) {
      r.r1 = regions();
    }

    @Actor
    public void other(II_Result r) {
      r.r2 = regions();
    }
  }

  @JCStressTest
  @State
  @Description(
      "TeamThread, 5 against 6: a helper begins as its start is withdrawn, and is hired again")
  @Outcome(id = "60, 60", expect = ACCEPTABLE, desc = "each part of each region has run once")
  public static class BeginVsWithdraw {
    private int parts() {
      AtomicInteger runs = new AtomicInteger();
      for (int i = 0; i < 20; i++) {
        spin();
        Teams.parallelWork(
            3,
            true,
            "Region.java:1",
            () -> {
              spin();
              runs.incrementAndGet();
            });
      }
      return runs.get();
    }

    @Actor
    public void one(II_Result r) {
      r.r1 = parts();
    }

    @Actor
    public void other(II_Result r) {
      r.r2 = parts();
    }
  }

  @JCStressTest
  @State
  @Description("TeamThreads: regions of different sizes take and put back threads at once")
  @Outcome(id = "30, 50", expect = ACCEPTABLE, desc = "each region has run on all its threads")
  public static class HireVsRelease {
    private int regions(int threads) {
      AtomicInteger runs = new AtomicInteger();
      for (int i = 0; i < 10; i++) {
        Teams.parallel(threads, true, "Region.java:1", runs::incrementAndGet);
      }
      return runs.get();
    }

    @Actor
    public void three(II_Result r) {
      r.r1 = regions(3);
    }

    @Actor
    public void five(II_Result r) {
      r.r2 = regions(5);
    }
  }

  @JCStressTest
  @State
  @Description("TeamThreads: a thread that was taken and put back is not one that has stayed")
  @Outcome(id = "0, 0", expect = ACCEPTABLE, desc = "no thread was hired twice at a time")
  public static class HireVsReturn {
    /**
     * Counts by thread number; threads that other instances hire at the same time count as well.
     */
    private static final AtomicIntegerArray HIRED = new AtomicIntegerArray(10_000);

    private static int hireTwo() {
      TeamThread[] first = TeamThreads.hire(1);
      int before = HIRED.getAndIncrement(first[0].id);
      TeamThread[] second = TeamThreads.hire(1);
      before |= HIRED.getAndIncrement(second[0].id);
      putBack(first);
      putBack(second);
      return before;
    }

    private static void putBack(TeamThread[] hired) {
      HIRED.decrementAndGet(hired[0].id);
      TeamThreads.release(hired);
    }

    private static int hireOften() {
      int before = 0;
      for (int i = 0; i < 20; i++) {
        before |= hireTwo();
      }
      return before;
    }

    @Actor
    public void one(II_Result r) {
      r.r1 = hireOften();
    }

    @Actor
    public void other(II_Result r) {
      r.r2 = hireOften();
    }
  }

  @JCStressTest
  @State
  @Description("Team.barrier: what each did before is seen by the other after, twice in a row")
  @Outcome(id = "12, 12", expect = ACCEPTABLE, desc = "both have seen both writes")
  public static class Barrier extends Pair {
    private int mine;
    private int others;

    @Actor
    public void one(II_Result r) {
      Member member = member(0);
      mine = 1;
      team.barrier(member, "b", false);
      int seen = others;
      team.barrier(member, "b", false);
      mine = 2;
      spin();
      team.barrier(member, "b", false);
      r.r1 = 10 * seen + others;
    }

    @Actor
    public void other(II_Result r) {
      Member member = member(1);
      others = 1;
      team.barrier(member, "b", false);
      int seen = mine;
      spin();
      team.barrier(member, "b", false);
      others = 2;
      team.barrier(member, "b", false);
      r.r2 = 10 * seen + mine;
    }
  }

  @JCStressTest
  @State
  @Description("Team.fail: a thread at the barrier is woken as the other fails")
  @Outcome(id = "1, 0", expect = ACCEPTABLE, desc = "the waiting thread has stopped")
  public static class FailVsBarrier extends Pair {
    @Actor
    public void waits(II_Result r) {
      Member member = member(0);
      try {
        team.barrier(member, "b", false);
      } catch (Stop stop) {
        r.r1 = 1;
      }
    }

    @Actor
    public void fails() {
      team.fail(member(1), new IllegalStateException());
    }
  }

  @JCStressTest
  @State
  @Description("Team, 1 and 2 against 3 and 4: a thread comes to a barrier as the other one leaves")
  @Outcome(id = "1, 0", expect = ACCEPTABLE, desc = "the waiting thread has been told")
  public static class LeaveVsBarrier extends Pair {
    @Actor
    public void waits(II_Result r) {
      Member member = member(0);
      try {
        team.barrier(member, "b", false);
      } catch (IllegalStateException alone) {
        r.r1 = 1;
      }
      team.leave(member);
    }

    @Actor
    public void leaves() {
      team.leave(member(1));
    }
  }

  @JCStressTest
  @State
  @Description("WorkShare.combine: one of two threads combines, and both see the sum after the end")
  @Outcome(id = "33, 33", expect = ACCEPTABLE, desc = "combined once, seen by both")
  public static class Reduction extends Pair {
    private int sum;

    private int contribute(int number) {
      Member member = member(number);
      for (int round = 0; round < 11; round++) {
        Loop loop = new Loop(member, "for", "Loop.java:1", false).deal(Schedule.STATIC, 2);
        Partials all = loop.combine(number + 1);
        for (int t = 0; t < all.threads(); t++) {
          sum += (int) all.get(t, 0);
        }
        loop.end();
      }
      return sum;
    }

    @Actor
    public void one(II_Result r) {
      r.r1 = contribute(0);
    }

    @Actor
    public void other(II_Result r) {
      r.r2 = contribute(1);
    }
  }

  @JCStressTest
  @State
  @Description("WorkShare.share: both threads get both contributions")
  @Outcome(id = "12, 12", expect = ACCEPTABLE, desc = "both have both")
  public static class SharedReduction extends Pair {
    private int contribute(int number) {
      Loop loop = new Loop(member(number), "for", "Loop.java:1", false).deal(Schedule.STATIC, 2);
      Partials all = loop.share(number + 1);
      loop.end();
      return 10 * (int) all.get(0, 0) + (int) all.get(1, 0);
    }

    @Actor
    public void one(II_Result r) {
      r.r1 = contribute(0);
    }

    @Actor
    public void other(II_Result r) {
      r.r2 = contribute(1);
    }
  }

  @JCStressTest
  @State
  @Description("Loop: chunks of a dynamic loop come once each, and a turn passes in their order")
  @Outcome(id = "9, 0", expect = ACCEPTABLE, desc = "nine statements, none out of order")
  public static class OrderedTurns extends Pair {
    private int entered;
    private int outOfOrder;

    private void run(int number) {
      Loop loop = new Loop(member(number), "for", "Loop.java:1", true).deal(Schedule.DYNAMIC, 10);
      while (loop.next()) {
        if (loop.first() != 4) {
          loop.turns.enter("Ordered.java:1");
          long before = loop.first() < 4 ? loop.first() : loop.first() - 1;
          outOfOrder += entered++ == before ? 0 : 1;
          loop.turns.exit();
        }
      }
      loop.end();
    }

    @Actor
    public void one() {
      run(0);
    }

    @Actor
    public void other() {
      run(1);
    }

    @Arbiter
    public void end(II_Result r) {
      r.r1 = entered;
      r.r2 = outOfOrder;
    }
  }

  @JCStressTest
  @State
  @Description("Single: one of two threads runs the statement, and its copies come to the other")
  @Outcome(
      id = {"0, 1", "2, 0"},
      expect = ACCEPTABLE,
      desc = "one is chosen; the other has its copy")
  public static class SingleOfTwo extends Pair {
    private int run(int number) {
      Single single = new Single(member(number), "Single.java:1");
      if (single.isMine()) {
        single.publish(number + 1);
      }
      single.end();
      return single.hasCopies() ? (int) single.copy(0) : 0;
    }

    @Actor
    public void one(II_Result r) {
      r.r1 = run(0);
    }

    @Actor
    public void other(II_Result r) {
      r.r2 = run(1);
    }
  }
}
