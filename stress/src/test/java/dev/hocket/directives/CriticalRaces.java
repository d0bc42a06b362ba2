package dev.hocket.directives;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;

import dev.hocket.core.Block;
import dev.hocket.core.Target;
import dev.hocket.core.Targets;
import java.util.concurrent.ThreadLocalRandom;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Description;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.LLL_Result;

/**
 * The protocol of {@link Critical}: every waiter is woken, and only one thread is inside at a time.
 */
final class CriticalRaces {
  /** A time limit that only a forgotten thread exceeds. */
  private static final long LIMIT_NANOS = 25_000_000_000L;

  /** A random delay, from zero to longer than a thread spins before it joins the queue. */
  private static final int MOST_SPINS = 4_000;

  private CriticalRaces() {}

  /** The entries in order; only a thread inside the critical statement accesses them. */
  static class Count {
    private int entered;

    int enter(String name) {
      spin();
      Critical.of(name).enter("C.java:1");
      try {
        int seen = ++entered;
        spin();
        return entered == seen ? seen : -1;
      } finally {
        Critical.of(name).exit();
      }
    }

    /**
     * Adds an entry to the result, which is 6 if each of three threads has entered alone, in any
     * order.
     */
    static void add(LLL_Result r, int entry) {
      synchronized (r) {
        r.r1 = (r.r1 == null ? 0 : (int) r.r1) + entry;
      }
    }
  }

  private static void spin() {
    for (int i = ThreadLocalRandom.current().nextInt(MOST_SPINS); i > 0; i--) {
      Thread.onSpinWait();
    }
  }

  private static String end(Block block) {
    long deadline = System.nanoTime() + LIMIT_NANOS;
    while (!block.isDone() && deadline - System.nanoTime() > 0) {
      Thread.yield();
    }
    return block.state().name();
  }

  @JCStressTest
  @State
  @Description("Critical, 1 against 2: a thread joins the queue as the owner leaves")
  @Outcome(id = "6, COMPLETED, null", expect = ACCEPTABLE, desc = "all three enter, each alone")
  public static class ExitVsJoin extends Count {
    private static final Target POOL = Targets.create("pool", 2);

    @Actor
    public void here(LLL_Result r) {
      add(r, enter("exit vs join"));
    }

    @Actor
    public void elsewhere(LLL_Result r) {
      Block first = POOL.submit("block", () -> add(r, enter("exit vs join")));
      add(r, enter("exit vs join"));
      r.r2 = end(first);
    }
  }

  @JCStressTest
  @State
  @Description("Critical: threads that wait for a permit of their pool when the owner leaves")
  @Outcome(
      id = "6, COMPLETED, COMPLETED",
      expect = ACCEPTABLE,
      desc = "all three enter, each alone")
  public static class ExitVsPermit extends Count {
    private static final Target POOL = Targets.create("pool of one", 1);

    @Actor
    public void here(LLL_Result r) {
      add(r, enter("exit vs permit"));
    }

    @Actor
    public void pool(LLL_Result r) {
      Block first = POOL.submit("block", () -> add(r, enter("exit vs permit")));
      Block second = POOL.submit("block", () -> add(r, enter("exit vs permit")));
      r.r2 = end(first);
      r.r3 = end(second);
    }
  }
}
