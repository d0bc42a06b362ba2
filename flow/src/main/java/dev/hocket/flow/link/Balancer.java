package dev.hocket.flow.link;

import dev.hocket.flow.graph.Node.Balance;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * Chooses the copy that gets a packet. One section chooses; another one may report that a packet
 * has left.
 */
public final class Balancer {
  private final Balance balance;
  private final int degree;
  private final int retries;
  private final long[] came;
  private final AtomicLongArray left;
  private long turn;

  /**
   * Makes a balancer that has not chosen yet.
   *
   * @param retries the number of times that a failing {@code hashCode} of an input is called again
   */
  public Balancer(Balance balance, int degree, int retries) {
    this.balance = balance;
    this.degree = degree;
    this.retries = retries;
    this.came = new long[degree];
    this.left = new AtomicLongArray(degree);
  }

  /** Chooses a copy; the input's {@code hashCode} is code of the program's, which may throw. */
  public int choose(Object input) {
    int chosen =
        switch (balance) {
          case ROUND_ROBIN -> (int) (turn++ % degree);
          case RANDOM -> ThreadLocalRandom.current().nextInt(degree);
          case BY_HASH -> byHash(input);
          case LEAST_LOADED -> leastLoaded();
        };
    came[chosen]++;
    return chosen;
  }

  private int byHash(Object input) {
    for (int left = retries; ; left--) {
      try {
        return Degrees.byHash(input, degree);
      } catch (Throwable t) {
        if (left == 0 || Interrupts.caused(t)) {
          throw t;
        }
      }
    }
  }

  /** Sends a skipped packet through the first copy, which calls no function on it. */
  public int pass() {
    came[0]++;
    return 0;
  }

  private int leastLoaded() {
    int best = 0;
    for (int i = 1; i < degree; i++) {
      if (load(i) < load(best)) {
        best = i;
      }
    }
    return best;
  }

  private long load(int copy) {
    return came[copy] - left.getAcquire(copy);
  }

  /** Notes that a packet has left a copy; called by one section only. */
  public void left(int copy) {
    left.setRelease(copy, left.getPlain(copy) + 1);
  }
}
