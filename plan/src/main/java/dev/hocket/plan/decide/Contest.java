package dev.hocket.plan.decide;

import dev.hocket.plan.simulate.FlowTimes;
import dev.hocket.plan.simulate.Workload;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.IntConsumer;

/**
 * Ranks plans by replaying recorded events. Models propose the plans, the replay decides: it knows
 * the bursts, the order of long and short handlers, and the whole distribution of service times.
 *
 * <pre>{@code
 * List<Handler> handlers = PaperKernels.handlers();
 * Workload events = Workload.poisson(handlers.stream().map(Handler::load).toList(), 10_000, 42);
 * Contest contest = new Contest(events, handlers, 24, 0.9, Goal.P95, replayed -> {});
 * contest.enter(new Search(handlers, 24, 0.9).proposals(Goal.P95, 50));
 * contest.climb();
 * Plan best = contest.ranking().getFirst();
 * }</pre>
 */
public final class Contest {
  /** The most events that are simulated, which takes some ten seconds. */
  private static final long MOST_EVENTS = 150_000_000;

  private static final int MOST_PLANS = 1000;

  /** Number of leading plans whose neighbours are tried in each round. */
  private static final int LEADERS = 3;

  private final Workload recorded;
  private final List<Handler> handlers;
  private final int cores;
  private final double mostUtilisation;
  private final Goal goal;
  private final IntConsumer progress;
  private final Map<Plan, Result> results = new HashMap<>();

  /** The result of a replay of a plan; the mean breaks ties. */
  private record Result(double figure, double mean) {}

  private static final Comparator<Result> BETTER =
      Comparator.comparingDouble(Result::figure).thenComparingDouble(Result::mean);

  /**
   * Makes a contest without plans.
   *
   * @param recorded the events to replay
   * @param handlers the classes
   * @param cores the number of cores that a plan may use
   * @param mostUtilisation the largest allowed utilisation of a pool
   * @param goal the figure to minimise
   * @param progress receives the number of plans that have been replayed
   */
  public Contest(
      Workload recorded,
      List<Handler> handlers,
      int cores,
      double mostUtilisation,
      Goal goal,
      IntConsumer progress) {
    this.recorded = recorded;
    this.handlers = List.copyOf(handlers);
    this.cores = cores;
    this.mostUtilisation = mostUtilisation;
    this.goal = goal;
    this.progress = progress;
  }

  /**
   * Replays plans, but skips those that do not fit on the machine.
   *
   * @param plans any plans
   */
  public void enter(Collection<Plan> plans) {
    long most = Math.min(MOST_PLANS, MOST_EVENTS / Math.max(1, recorded.events()));
    for (Plan plan : plans) {
      // The first plan is the models' choice: it is replayed even if that takes long.
      if (fits(plan)
          && !results.containsKey(plan)
          && (results.isEmpty() || results.size() < most)) {
        FlowTimes flows = plan.simulate(recorded, handlers);
        results.put(plan, new Result(goal.of(flows), flows.mean()));
        progress.accept(results.size());
      }
    }
  }

  private boolean fits(Plan plan) {
    return plan.cores(handlers) <= cores && plan.utilisation(handlers) <= mostUtilisation;
  }

  /**
   * Tries the neighbours of the leading plans until none of them is better, and then plans like the
   * leading one with fewer workers, until each worker of the leading plan is needed.
   */
  public void climb() {
    Result best = null;
    while (!leading().equals(best)) {
      best = leading();
      ranking().stream()
          .limit(LEADERS)
          .toList()
          .forEach(plan -> enter(Neighbours.of(plan, handlers)));
    }
    for (int pool = 0; pool < ranking().getFirst().pools().size(); pool++) {
      trim(pool);
    }
  }

  private Result leading() {
    return results.get(ranking().getFirst());
  }

  /** Halves the workers of a pool of the leading plan in search of the fewest that are as good. */
  private void trim(int pool) {
    Plan leader = ranking().getFirst();
    int tooFew = 0;
    int enough = leader.pools().get(pool).workers();
    while (tooFew + 1 < enough) {
      int workers = (tooFew + enough) / 2;
      Plan fewer = withWorkers(leader, pool, workers);
      enter(List.of(fewer));
      if (results.containsKey(fewer)
          && BETTER.compare(results.get(fewer), results.get(leader)) <= 0) {
        leader = fewer;
        enough = workers;
      } else {
        tooFew = workers;
      }
    }
  }

  private static Plan withWorkers(Plan plan, int i, int workers) {
    List<Pool> pools = new ArrayList<>(plan.pools());
    pools.set(i, new Pool(pools.get(i).classes(), workers, pools.get(i).widths()));
    return new Plan(pools);
  }

  /**
   * Ranks the replayed plans. Of plans with equal results only the one with the fewest cores and
   * threads is ranked: the others have threads that never run.
   *
   * @return the plans, best first
   */
  public List<Plan> ranking() {
    Map<Result, Plan> ranked = new TreeMap<>(BETTER);
    results.forEach((plan, result) ->
        ranked.merge(
            result, plan, (one, other) -> leaner().compare(one, other) <= 0 ? one : other));
    return List.copyOf(ranked.values());
  }

  /**
   * Orders plans by cores, then by threads: handlers that wait need many threads, but hardly a
   * core.
   */
  private Comparator<Plan> leaner() {
    return Comparator.comparingInt((Plan plan) -> plan.cores(handlers))
        .thenComparingInt(Plan::threads);
  }

  /**
   * Finds the plan with the fewest cores that is nearly as good as the best, and among these the
   * one with the fewest threads.
   *
   * @param tolerance the share by which the plan may be worse, 0 or more
   * @return the best plan itself if all plans with fewer cores are worse
   */
  public Plan frugal(double tolerance) {
    double limit = leading().figure() * (1 + tolerance);
    return ranking().stream()
        .filter(plan -> results.get(plan).figure() <= limit)
        .min(leaner())
        .orElse(ranking().getFirst());
  }
}
