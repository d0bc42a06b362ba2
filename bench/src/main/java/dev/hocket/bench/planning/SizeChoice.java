package dev.hocket.bench.planning;

import dev.hocket.plan.decide.Goal;
import dev.hocket.plan.decide.Handler;
import dev.hocket.plan.decide.PaperKernels;
import dev.hocket.plan.decide.Plan;
import dev.hocket.plan.decide.Pool;
import dev.hocket.plan.decide.Search;
import dev.hocket.plan.model.Load;
import dev.hocket.plan.simulate.Simulation;
import dev.hocket.plan.simulate.Workload;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Compares the planner's sizes for the kernels and rates of paper 2, table 4, with the best sizes
 * of four pools. Pools do not affect each other, so the benchmark simulates each (Na, Np) of each
 * class separately and then finds the exact best combination that fits on the cores.
 */
final class SizeChoice {
  private static final List<Handler> HANDLERS = PaperKernels.handlers();
  private static final double MOST = 0.95;

  private final int cores;
  private final int events;
  private final long seed;

  private SizeChoice(int cores, int events, long seed) {
    this.cores = cores;
    this.events = events;
    this.seed = seed;
  }

  static void run(int events, long seed) {
    System.out.printf("%n### Sizes for the kernels of paper 2, table 4 (simulated)%n%n");
    System.out.println("| cores | plan | sizes | cores used | mean flow time | of the best |");
    System.out.println("| --- | --- | --- | --- | --- | --- |");
    for (int cores : new int[] {24, 64}) {
      new SizeChoice(cores, events, seed).compare();
    }
  }

  /** A pool for each class, with the sum of the classes' flow times, weighted by their rates. */
  private record Choice(List<Pool> pools, double cost) {}

  private void compare() {
    Search search = new Search(HANDLERS, cores, MOST);
    Plan best = new Plan(exhaustive().pools());
    double least = simulated(best);
    line("best of all, simulated", best, least, least);
    Plan own = search.best(Goal.MEAN, pool -> pool.classes().size() == 1).orElseThrow();
    line("planner, a pool for each", own, simulated(own), least);
    Plan any = search.best(Goal.MEAN);
    line("planner", any, simulated(any), least);
    double even = evenSharing();
    System.out.printf(
        "| %d | all cores shared evenly at every moment | | %d | %.1f ms | %.3f |%n",
        cores, cores, 1e3 * even, even / least);
    Plan rule = search.ruleOfThumb(0.8);
    line("rule of thumb", rule, simulated(rule), least);
    Plan papers = papers(cores == 24 ? List.of(4, 3, 10, 7) : List.of(6, 13, 17, 28));
    line("the paper's", papers, simulated(papers), least);
    if (simulated(own) > 1.05 * least && events >= 100_000) {
      System.out.println("\nThe planner's choice is more than 5 % above the best: goal missed.");
    }
  }

  private static Plan papers(List<Integer> widths) {
    List<Pool> pools = new ArrayList<>();
    for (int i = 0; i < widths.size(); i++) {
      pools.add(new Pool(List.of(i), 1, List.of(widths.get(i))));
    }
    return new Plan(pools);
  }

  private void line(String name, Plan plan, double mean, double least) {
    System.out.printf(
        "| %d | %s | %s | %d | %s | %.3f |%n",
        cores,
        name,
        plan,
        plan.cores(HANDLERS),
        Double.isFinite(mean) ? "%.1f ms".formatted(1e3 * mean) : "grows without end",
        mean / least);
  }

  private double evenSharing() {
    Workload workload =
        Workload.poisson(HANDLERS.stream().map(Handler::load).toList(), events, seed);
    return Simulation.malleable(workload, HANDLERS.stream().map(Handler::curve).toList(), cores)
        .settled(.05)
        .mean();
  }

  private double simulated(Plan plan) {
    if (plan.utilisation(HANDLERS) >= 1) {
      return Double.POSITIVE_INFINITY;
    }
    Workload workload =
        Workload.poisson(HANDLERS.stream().map(Handler::load).toList(), events, seed);
    return plan.simulate(workload, HANDLERS).settled(.05).mean();
  }

  /** The best sizes for the classes considered so far, by number of cores. */
  private Choice exhaustive() {
    Choice[] best = new Choice[cores + 1];
    Arrays.fill(best, new Choice(List.of(), 0));
    for (int one = 0; one < HANDLERS.size(); one++) {
      double[] cost = new double[cores + 1];
      Pool[] pools = new Pool[cores + 1];
      Arrays.fill(cost, Double.POSITIVE_INFINITY);
      simulateAll(one, cost, pools);
      Choice[] next = new Choice[cores + 1];
      Arrays.fill(next, new Choice(List.of(), Double.POSITIVE_INFINITY));
      for (int k = 1; k <= cores; k++) {
        for (int used = 1; used <= k; used++) {
          if (pools[used] != null && best[k - used].cost() + cost[used] < next[k].cost()) {
            List<Pool> longer = new ArrayList<>(best[k - used].pools());
            longer.add(pools[used]);
            next[k] = new Choice(longer, best[k - used].cost() + cost[used]);
          }
        }
      }
      best = next;
    }
    return best[cores];
  }

  /** Adds one class with every (Na, Np); for each number of cores the best combination remains. */
  private void simulateAll(int one, double[] cost, Pool[] pools) {
    Handler handler = HANDLERS.get(one);
    Workload workload = Workload.poisson(List.of(handler.load()), events / 4, seed + one);
    for (int workers = 1; workers <= cores; workers++) {
      for (int width = 1; width * workers <= cores; width++) {
        Load load = handler.load().dividedBy(handler.curve().at(width));
        if (load.offered() >= MOST * workers) {
          continue;
        }
        Plan alone = new Plan(List.of(new Pool(List.of(0), workers, List.of(width))));
        double mean = alone.simulate(workload, List.of(handler)).settled(.05).mean();
        int used = workers * width;
        if (handler.load().arrivalsPerSecond() * mean < cost[used]) {
          cost[used] = handler.load().arrivalsPerSecond() * mean;
          pools[used] = new Pool(List.of(one), workers, List.of(width));
        }
      }
    }
  }
}
