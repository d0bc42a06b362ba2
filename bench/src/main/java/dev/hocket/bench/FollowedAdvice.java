package dev.hocket.bench;

import dev.hocket.bench.Situation.Arrivals;
import dev.hocket.bench.Situation.Due;
import dev.hocket.bench.Situation.Service;
import dev.hocket.bench.Situation.Work;
import dev.hocket.plan.advise.Advice;
import dev.hocket.plan.advise.Prediction;
import dev.hocket.plan.decide.Goal;
import dev.hocket.plan.decide.Plan;
import dev.hocket.plan.measure.Measurement;
import dev.hocket.plan.simulate.FlowTimes;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * Follows the planner's advice: records a program at its old sizes, asks for advice, runs it at the
 * new sizes with the same events, and compares what was predicted with what is measured, before and
 * after. The advice must not make the goal worse than the spread of runs at the old sizes.
 */
final class FollowedAdvice {
  private static final List<Integer> FOUR = List.of(4);
  private static final List<Integer> TWO_OF_THREE = List.of(3, 3);
  private static final List<Integer> FOUR_OF_TWO = List.of(2, 2, 2, 2);

  private static final List<Situation> ALL =
      List.of(
          of(Arrivals.POISSON, Service.EQUAL, Work.SLEEP, FOUR, 1),
          of(Arrivals.POISSON, Service.EXPONENTIAL, Work.SLEEP, FOUR, 1),
          of(Arrivals.POISSON, Service.TWO_POINT, Work.SLEEP, FOUR, 1),
          of(Arrivals.POISSON, Service.PARETO, Work.SLEEP, FOUR, 1),
          of(Arrivals.BURSTS, Service.EQUAL, Work.SLEEP, FOUR, 1),
          of(Arrivals.BURSTS, Service.EXPONENTIAL, Work.SLEEP, FOUR, 1),
          of(Arrivals.BURSTS, Service.TWO_POINT, Work.SLEEP, FOUR, 2),
          of(Arrivals.PERIODIC, Service.EQUAL, Work.SLEEP, FOUR, 1),
          of(Arrivals.PERIODIC, Service.PARETO, Work.SLEEP, FOUR, 1),
          of(Arrivals.WAVES, Service.EXPONENTIAL, Work.SLEEP, FOUR, 1),
          of(Arrivals.WAVES, Service.EQUAL, Work.SLEEP, FOUR, 2),
          of(Arrivals.ON_OFF, Service.EXPONENTIAL, Work.SLEEP, FOUR, 1),
          of(Arrivals.ON_OFF, Service.PARETO, Work.SLEEP, FOUR, 4),
          of(Arrivals.POISSON, Service.EXPONENTIAL, Work.SLEEP, TWO_OF_THREE, 2),
          of(Arrivals.BURSTS, Service.EQUAL, Work.SLEEP, FOUR_OF_TWO, 4),
          of(Arrivals.ON_OFF, Service.TWO_POINT, Work.SLEEP, TWO_OF_THREE, 2),
          of(Arrivals.POISSON, Service.EQUAL, Work.BOTH, FOUR, 1),
          of(Arrivals.BURSTS, Service.EXPONENTIAL, Work.BOTH, FOUR, 2),
          of(Arrivals.WAVES, Service.TWO_POINT, Work.BOTH, TWO_OF_THREE, 2),
          of(Arrivals.POISSON, Service.EQUAL, Work.COMPUTE, List.of(1), 1),
          of(Arrivals.BURSTS, Service.EQUAL, Work.COMPUTE, List.of(1), 1),
          of(Arrivals.POISSON, Service.EXPONENTIAL, Work.COMPUTE, List.of(1), 2),
          new Situation(Arrivals.POISSON, Service.EXPONENTIAL, Work.SLEEP, FOUR, 1, true),
          new Situation(Arrivals.POISSON, Service.EQUAL, Work.COMPUTE, List.of(2), 1, true));

  private static final double NOTABLE = 0.05;

  private final double seconds;
  private final int runs;
  private final Path folder;
  private int compared;
  private int inside;
  private int worse;
  private int refused;

  private FollowedAdvice(double seconds, int runs, Path folder) {
    this.seconds = seconds;
    this.runs = runs;
    this.folder = folder;
  }

  private static Situation of(
      Arrivals arrivals, Service service, Work work, List<Integer> pools, int classes) {
    return new Situation(arrivals, service, work, pools, classes, false);
  }

  static void run(Settings settings) throws Exception {
    if (settings.equals(Settings.QUICK)) {
      run(ALL.subList(0, 1), 1, 1);
    } else {
      run(ALL, 8, 5);
    }
  }

  private static void run(List<Situation> situations, double seconds, int runs) throws Exception {
    Path folder = Files.createTempDirectory("hocket-bench");
    try {
      FollowedAdvice bench = new FollowedAdvice(seconds, runs, folder);
      System.out.printf("%n### Following the advice%n%n");
      System.out.println(
          "| situation | sizes | mean: measured, predicted | 95 % in | over 100 ms | sizes advised"
              + " | mean | 95 % in | over 100 ms |");
      System.out.println("| --- | --- | --- | --- | --- | --- | --- | --- | --- |");
      for (int i = 0; i < situations.size(); i++) {
        System.out.println(bench.row(situations.get(i), i));
      }
      System.out.printf(
          Locale.ROOT,
          "%n%d of %d predictions are inside their bands; %d recordings of an overloaded machine were"
              + " refused; the advice made the goal worse in %d situations.%n",
          bench.inside,
          bench.compared,
          bench.refused,
          bench.worse);
    } finally {
      Programs.delete(folder);
    }
  }

  private String row(Situation situation, int number) throws Exception {
    List<Due> events = situation.events(seconds, number);
    boolean shared = situation.pools().size() == 1;
    int[] poolOf = IntStream.range(0, situation.classes()).map(i -> shared ? 0 : i).toArray();
    Measurement first = null;
    double[] goals = new double[runs];
    for (int run = 0; run < runs; run++) {
      Measurement measured =
          measure(situation, events, poolOf, situation.pools(), number + "." + run);
      goals[run] = Goal.P95.of(flows(measured, situation));
      first = first == null ? measured : first;
    }
    Advice advice;
    try {
      int cores = Runtime.getRuntime().availableProcessors();
      advice = Advice.on(first, new Advice.Question(cores, Goal.P95, .9, Map.of()));
    } catch (IllegalArgumentException refusal) {
      refused++;
      return "| %s | | refused: %s | | | | | | |".formatted(situation, refusal.getMessage());
    }
    Prediction before = advice.today().orElseThrow();
    Prediction after = advice.verdict().change() ? advice.best() : before;
    List<Integer> workers = new ArrayList<>();
    int[] newPoolOf = poolsOf(after.plan(), situation.classes(), workers);
    Measurement followed = measure(situation, events, newPoolOf, workers, number + ".after");
    double goal = Goal.P95.of(flows(followed, situation));
    worse += goal > (1 + NOTABLE) * Arrays.stream(goals).max().orElseThrow() ? 1 : 0;
    return "| %s | %s | %s | %s | %s |"
        .formatted(
            situation,
            before.plan(),
            cells(flows(first, situation), before),
            after.plan().equals(before.plan()) ? "the same" : after.plan(),
            cells(flows(followed, situation), after));
  }

  private static int[] poolsOf(Plan plan, int classes, List<Integer> workers) {
    int[] poolOf = new int[classes];
    for (int i = 0; i < plan.pools().size(); i++) {
      workers.add(plan.pools().get(i).workers());
      for (int one : plan.pools().get(i).classes()) {
        poolOf[one] = i;
      }
    }
    return poolOf;
  }

  private Measurement measure(
      Situation situation, List<Due> events, int[] poolOf, List<Integer> workers, String name)
      throws Exception {
    Path file = folder.resolve(name + ".jfr");
    situation.record(events, poolOf, workers, "situation " + name, file);
    return Measurement.of(file);
  }

  private static FlowTimes flows(Measurement measured, Situation situation) {
    List<List<String>> labels =
        IntStream.rangeClosed(1, situation.classes())
            .mapToObj(i -> List.of("Handler.java:" + i))
            .toList();
    return measured.trace().events(labels).flows();
  }

  /** What was measured and what was predicted, marked where it is outside of its band. */
  private String cells(FlowTimes flows, Prediction prediction) {
    List<String> cells = new ArrayList<>();
    for (Goal goal : Goal.values()) {
      double measured = goal.of(flows);
      Prediction.Banded predicted = prediction.replayed(goal);
      boolean isInside = predicted.low() <= measured && measured <= predicted.high();
      compared++;
      inside += isInside ? 1 : 0;
      double factor = goal == Goal.OVER_100_MS ? 100 : 1000;
      cells.add(
          String.format(
              Locale.ROOT,
              "%.3g, %.3g%s %s",
              factor * measured,
              factor * predicted.value(),
              isInside ? "" : " (!)",
              goal == Goal.OVER_100_MS ? "%" : "ms"));
    }
    return String.join(" | ", cells);
  }
}
