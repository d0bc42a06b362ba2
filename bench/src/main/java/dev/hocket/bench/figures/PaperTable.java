package dev.hocket.bench.figures;

import dev.hocket.plan.TimeText;
import dev.hocket.plan.decide.Goal;
import dev.hocket.plan.decide.Handler;
import dev.hocket.plan.decide.PaperKernels;
import dev.hocket.plan.decide.Plan;
import dev.hocket.plan.decide.Pool;
import dev.hocket.plan.decide.Search;
import dev.hocket.plan.model.AsPrinted;
import dev.hocket.plan.model.Load;
import dev.hocket.plan.model.Sizes;
import dev.hocket.plan.model.Staffing;
import dev.hocket.plan.model.Station;
import dev.hocket.plan.simulate.Workload;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Table 4 of paper 2 and the sizes that the paper tries for it (section 4.2), with the results of
 * the exact formulas, of formula (4) as printed, and of a simulation.
 */
public final class PaperTable {
  private static final List<Handler> KERNELS = PaperKernels.handlers();
  private static final double GUARD_RAIL = 0.8;
  private static final int EVENTS = 200_000;
  private static final long SEED = 20180704;

  private PaperTable() {}

  /**
   * The tables.
   *
   * @return Markdown
   */
  public static String markdown() {
    StringBuilder text = new StringBuilder();
    text.append("## Table 4 of paper 2, and Na = ⌈λ/(μρ)⌉ with ρ = 0.8\n\n")
        .append("| kernel | T_seq | λ | busy threads λ/μ | Na | flow time, exact M/D/Na |")
        .append(" formula (4) as printed |\n| --- | --- | --- | --- | --- | --- | --- |\n");
    for (Handler kernel : KERNELS) {
      Load load = kernel.load();
      int workers = Staffing.byUtilisation(load, GUARD_RAIL);
      text.append(
          String.format(
              Locale.ROOT,
              "| %s | %s | %.0f/s | %.3f | %d | %s | %s |%n",
              kernel.name(),
              TimeText.of(load.serviceSeconds()),
              load.arrivalsPerSecond(),
              load.offered(),
              workers,
              TimeText.of(Station.of(load, workers).meanFlow()),
              TimeText.of(AsPrinted.meanFlow(load, workers))));
    }
    text.append(
        "\nThe paper prints A(4,3,10,7), which its own rule does not give; all four values of (4) are"
            + " below the run times T_seq.\n\n## Sizes (speed-ups are assumed: the paper prints them"
            + " as a picture)\n\n| sizes | cores | mean flow time, model | simulated |\n"
            + "| --- | --- | --- | --- |\n");
    for (String sizes :
        List.of(
            "P1A64",
            "P1A(6,13,17,28)",
            "P1A(4,3,10,7)",
            "P(6,13,17,28)A(1,1,1,1)",
            "P(4,3,10,7)A(1,1,1,1)")) {
      line(text, sizes, plan(Sizes.parse(sizes)));
    }
    for (int cores : new int[] {24, 64}) {
      Plan best = new Search(KERNELS, cores, 0.95).best(Goal.MEAN);
      line(text, best + " (planner, " + cores + " cores)", best);
    }
    return text.toString();
  }

  private static void line(StringBuilder text, String name, Plan plan) {
    double predicted = plan.predict(Goal.MEAN, KERNELS);
    String simulated =
        plan.utilisation(KERNELS) >= 1 ? "grows without end" : TimeText.of(simulated(plan));
    text.append(
        String.format(
            Locale.ROOT,
            "| %s | %d | %s | %s |%n",
            name,
            plan.cores(KERNELS),
            TimeText.of(predicted),
            simulated));
  }

  private static double simulated(Plan plan) {
    Workload workload =
        Workload.poisson(KERNELS.stream().map(Handler::load).toList(), EVENTS, SEED);
    return plan.simulate(workload, KERNELS).settled(.05).mean();
  }

  /** Pools for the four kernels: one that all share, or one for each. */
  public static Plan plan(Sizes sizes) {
    List<Integer> all = List.of(0, 1, 2, 3);
    if (sizes.asynchronous().size() == 1) {
      int width = sizes.parallel().getFirst();
      return new Plan(
          List.of(
              new Pool(all, sizes.asynchronous().getFirst(), List.of(width, width, width, width))));
    }
    List<Pool> pools = new ArrayList<>();
    for (int one : all) {
      pools.add(
          new Pool(
              List.of(one),
              sizes.asynchronous().get(one),
              List.of(sizes.parallel().get(Math.min(one, sizes.parallel().size() - 1)))));
    }
    return new Plan(pools);
  }
}
