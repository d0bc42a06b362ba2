package dev.hocket.plan.decide;

import dev.hocket.plan.model.Staffing;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.IntStream;

/**
 * Finds the best sizes of pools within some cores, exactly: it tries all (Na, Np) of every pool,
 * and {@link CoreSharing} distributes the cores. With up to {@value #MOST_SHARING} classes it tries
 * all ways of sharing pools; with more, only a pool for each class and one pool for all.
 *
 * <pre>{@code
 * List<Handler> handlers = PaperKernels.handlers();
 * Search search = new Search(handlers, 64, 0.8);
 * Plan best = search.best(Goal.MEAN);
 * double seconds = best.predict(Goal.MEAN, handlers);
 * }</pre>
 */
public final class Search {
  /** The most classes of which all subsets are tried. */
  static final int MOST_SHARING = 5;

  /** The most classes of a search, which has two to this power subsets. */
  static final int MOST_CLASSES = 12;

  static final int MOST_CORES = 1024;

  private final List<Handler> handlers;
  private final int cores;
  private final double mostUtilisation;
  private final CoreSharing sharing;

  /**
   * Prepares a search by evaluating all sizes once.
   *
   * @param handlers the classes, 1 to 12; at least one has arrivals
   * @param cores the number of cores, 1 to 1024
   * @param mostUtilisation the largest allowed utilisation of a pool, above 0 and at most 1; the
   *     paper's limit is 0.8
   * @throws IllegalArgumentException if an argument is out of range, or if even all the cores
   *     cannot carry the load
   */
  public Search(List<Handler> handlers, int cores, double mostUtilisation) {
    this.handlers = List.copyOf(handlers);
    this.cores = cores;
    this.mostUtilisation = mostUtilisation;
    check();
    Candidates[] candidates = new Candidates[1 << handlers.size()];
    for (int set = 1; set < candidates.length; set++) {
      int size = Integer.bitCount(set);
      if (size == 1 || size == handlers.size() || handlers.size() <= MOST_SHARING) {
        candidates[set] = new Candidates(handlers, classes(set), cores, mostUtilisation);
      }
    }
    sharing = new CoreSharing(candidates, cores);
  }

  private void check() {
    if (handlers.isEmpty() || handlers.size() > MOST_CLASSES || cores < 1 || cores > MOST_CORES) {
      throw new IllegalArgumentException(
          "a search needs 1 to %d classes and 1 to %d cores, not %d and %d"
              .formatted(MOST_CLASSES, MOST_CORES, handlers.size(), cores));
    }
    if (!(mostUtilisation > 0 && mostUtilisation <= 1)) {
      throw new IllegalArgumentException(
          "the utilisation must be above 0 and at most 1, not " + mostUtilisation);
    }
    if (!(rate() > 0)) {
      throw new IllegalArgumentException("no events arrive, so there is nothing to plan");
    }
    double offered = offered();
    if (offered > cores * mostUtilisation) {
      throw new IllegalArgumentException(
          ("the handlers need %.2f cores, more than %.0f %% of the %d there are. Name more with --cores; if"
                  + " handlers wait for disks or networks, record with --processor-time, because waiting"
                  + " takes no core")
              .formatted(offered, 100 * mostUtilisation, cores));
    }
  }

  /** Computes the mean number of cores that the load keeps busy. */
  private double offered() {
    return handlers.stream().mapToDouble(one -> one.load().offered() * one.processorShare()).sum();
  }

  private double rate() {
    return handlers.stream().mapToDouble(one -> one.load().arrivalsPerSecond()).sum();
  }

  private static List<Integer> classes(int set) {
    return IntStream.range(0, MOST_CLASSES).filter(i -> (set >> i & 1) == 1).boxed().toList();
  }

  /**
   * Finds the best plan.
   *
   * @param goal the figure to minimise
   * @return a plan within the cores and the utilisation
   * @throws IllegalArgumentException if there is none
   */
  public Plan best(Goal goal) {
    return best(goal, pool -> true)
        .orElseThrow(() ->
            new IllegalArgumentException(
                "%d cores are too few to keep every pool at or below %.0f %% utilisation"
                    .formatted(cores, 100 * mostUtilisation)));
  }

  /**
   * Finds the best plan made of some pools only.
   *
   * @param goal the figure to minimise
   * @param allowed selects the pools that may be used
   * @return a plan, or empty if these pools cannot carry the load
   */
  public Optional<Plan> best(Goal goal, Predicate<Pool> allowed) {
    return Optional.ofNullable(
        switch (goal) {
          case MEAN -> sharing.cheapest(allowed, EventCost.FLOW);
          case OVER_100_MS -> fewestOver(Goal.NOTICEABLE_SECONDS, allowed);
          case P95 -> leastP95(allowed);
        });
  }

  private Plan fewestOver(double seconds, Predicate<Pool> allowed) {
    return sharing.cheapest(allowed, EventCost.over(seconds));
  }

  /**
   * A quantile over all classes is no sum, but the share of events over a given time is one. So
   * this searches for the shortest time within which some plan keeps 95 % of the events.
   */
  private Plan leastP95(Predicate<Pool> allowed) {
    if (fewestOver(Goal.NOTICEABLE_SECONDS, allowed) == null) {
      return null;
    }
    double least = Quantile.of(seconds -> fewestOver(seconds, allowed).over(seconds, handlers));
    return fewestOver(least, allowed);
  }

  /**
   * Proposes plans that a replay is to compare: the best for the goal, and the plans of every kind
   * that have the least mean flow time on some numbers of cores. The kinds are: any; every class in
   * a pool of its own; one worker each and all other threads for parallelism; sequential workers
   * only; one pool for all classes.
   *
   * @param goal the figure to minimise
   * @param most the largest number of plans
   * @return the plans, the best for the goal first
   */
  public List<Plan> proposals(Goal goal, int most) {
    List<Predicate<Pool>> kinds =
        List.of(
            pool -> true,
            pool -> pool.classes().size() == 1,
            pool -> pool.classes().size() == 1 && pool.workers() == 1,
            pool -> pool.classes().size() == 1 && Collections.max(pool.widths()) == 1,
            pool -> pool.classes().size() == handlers.size());
    Set<Plan> plans = new LinkedHashSet<>();
    plans.add(best(goal));
    int sizes = Math.max(1, (most - 1) / kinds.size());
    for (Predicate<Pool> kind : kinds) {
      List<Plan> byCores = sharing.cheapestByCores(kind, EventCost.FLOW);
      for (int i = sizes; i > 0; i--) {
        plans.add(byCores.get((int) Math.ceil((double) i * cores / sizes)));
      }
    }
    plans.remove(null);
    return plans.stream().limit(most).toList();
  }

  /**
   * Makes a plan of sequential workers by the paper's rule of thumb, Na = ⌈λ/(μρ)⌉, a pool for each
   * class. It may need more cores than there are.
   *
   * @param utilisation ρ, above 0 and at most 1
   * @return the plan
   */
  public Plan ruleOfThumb(double utilisation) {
    List<Pool> pools = new ArrayList<>();
    for (int i = 0; i < handlers.size(); i++) {
      int workers = Staffing.byUtilisation(handlers.get(i).load(), utilisation);
      pools.add(new Pool(List.of(i), workers, List.of(1)));
    }
    return new Plan(pools);
  }
}
