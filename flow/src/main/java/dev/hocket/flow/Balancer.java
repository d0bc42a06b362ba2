package dev.hocket.flow;

import dev.hocket.flow.Node.Balance;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * Chooses the copy that gets a packet. One section chooses; another one may report that a packet
 * has left.
 */
final class Balancer {
  private final Balance balance;
  private final int degree;
  private final long[] came;
  private final AtomicLongArray left;
  private long turn;

  Balancer(Balance balance, int degree) {
    this.balance = balance;
    this.degree = degree;
    this.came = new long[degree];
    this.left = new AtomicLongArray(degree);
  }

  int choose(Object input) {
    int chosen =
        switch (balance) {
          case ROUND_ROBIN -> (int) (turn++ % degree);
          case RANDOM -> ThreadLocalRandom.current().nextInt(degree);
          case BY_HASH -> Degrees.byHash(input, degree);
          case LEAST_LOADED -> leastLoaded();
        };
    came[chosen]++;
    return chosen;
  }

  /** A skipped packet passes through the first copy, which calls no function for it. */
  int pass() {
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

  /** Called by one section only. */
  void left(int copy) {
    left.setRelease(copy, left.getPlain(copy) + 1);
  }
}
