package dev.hocket.plan.decide;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;

/**
 * Distributes cores over pools so that a sum over all events is minimal, by dynamic programming
 * over sets of classes (as bits) and numbers of cores: the best solution for a set is a pool for
 * some subset that contains its first class, plus the best solution for the remaining classes and
 * cores.
 */
final class CoreSharing {
  private final Candidates[] candidates;
  private final int cores;

  /**
   * Makes an optimiser that chooses among pools.
   *
   * @param candidates indexed by a set of classes; null if these classes must not share a pool
   */
  CoreSharing(Candidates[] candidates, int cores) {
    this.candidates = candidates;
    this.cores = cores;
  }

  /** The minimal sum for a set of classes and a number of cores, and the pool that begins it. */
  private record Step(double cost, Pool pool, Step rest) {}

  private static final Step NOTHING = new Step(0, null, null);

  /** Returns the best pools for all classes, or null if there are none within the cores. */
  Plan cheapest(Predicate<Pool> allowed, EventCost cost) {
    return plan(steps(allowed, cost)[cores]);
  }

  /** Returns the best plan for each number of cores from 0 on, or null if there is none. */
  List<Plan> cheapestByCores(Predicate<Pool> allowed, EventCost cost) {
    return Arrays.stream(steps(allowed, cost)).map(CoreSharing::plan).toList();
  }

  private Step[] steps(Predicate<Pool> allowed, EventCost cost) {
    Candidates.Choice[][] choices = new Candidates.Choice[candidates.length][];
    Step[][] steps = new Step[candidates.length][cores + 1];
    Arrays.fill(steps[0], NOTHING);
    for (int set = 1; set < candidates.length; set++) {
      if (candidates[set] != null) {
        choices[set] = candidates[set].best(allowed, cost);
      }
      int first = Integer.lowestOneBit(set);
      for (int subset = set; subset > 0; subset = subset - 1 & set) {
        if ((subset & first) != 0 && choices[subset] != null) {
          improve(steps[set], choices[subset], steps[set & ~subset]);
        }
      }
    }
    return steps[candidates.length - 1];
  }

  private static Plan plan(Step step) {
    if (step == null) {
      return null;
    }
    List<Pool> pools = new ArrayList<>();
    for (; step != NOTHING; step = step.rest()) {
      pools.add(step.pool());
    }
    return new Plan(pools);
  }

  private static void improve(Step[] steps, Candidates.Choice[] pools, Step[] rests) {
    for (int k = 1; k < steps.length; k++) {
      for (int own = 1; own <= k; own++) {
        if (pools[own] == null || rests[k - own] == null) {
          continue;
        }
        double cost = pools[own].cost() + rests[k - own].cost();
        if (steps[k] == null || cost < steps[k].cost()) {
          steps[k] = new Step(cost, pools[own].pool(), rests[k - own]);
        }
      }
    }
  }
}
