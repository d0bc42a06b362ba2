package dev.hocket.bench.planning;

import dev.hocket.bench.planning.Situation.Due;
import dev.hocket.plan.advise.Advice;
import dev.hocket.plan.advise.Prediction;
import dev.hocket.plan.decide.Goal;
import dev.hocket.plan.decide.Plan;
import dev.hocket.plan.measure.Measurement;
import dev.hocket.plan.simulate.FlowTimes;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * Runs one situation and records it: several times at its old sizes, and once, with the same
 * events, at the sizes that the planner advises from the first recording.
 */
final class FollowedSituation {
  private static final double NOTABLE = 0.05;
  private static final double WARM_UP_SECONDS = 1;

  private final Situation situation;
  private final int number;
  private final List<Due> events;
  private final Path folder;

  FollowedSituation(Situation situation, int number, double seconds, Path folder) {
    this.situation = situation;
    this.number = number;
    this.events = situation.events(seconds, number);
    this.folder = folder;
  }

  /**
   * The result of a situation.
   *
   * @param row the row of the table
   * @param insideBefore the number of figures that were inside their bands at the old sizes, out of
   *     {@code compared}
   * @param insideAfter the number of figures that were inside their bands at the new sizes
   * @param compared the number of figures compared before, and also after; 0 if the planner refused
   * @param worse whether the advice made the goal worse, beyond the spread at the old sizes
   */
  record Outcome(String row, int insideBefore, int insideAfter, int compared, boolean worse) {
    private static final String SEPARATOR = "\t";

    /** Writes the outcome in one line. */
    String asLine() {
      return String.join(
          SEPARATOR, row, "" + insideBefore, "" + insideAfter, "" + compared, "" + worse);
    }

    static Outcome parse(String line) {
      String[] parts = line.split(SEPARATOR);
      return new Outcome(
          parts[0],
          Integer.parseInt(parts[1]),
          Integer.parseInt(parts[2]),
          Integer.parseInt(parts[3]),
          Boolean.parseBoolean(parts[4]));
    }
  }

  Outcome outcome(int runs) throws Exception {
    boolean shared = situation.pools().size() == 1;
    int[] poolOf = IntStream.range(0, situation.classes()).map(i -> shared ? 0 : i).toArray();
    record(situation.events(WARM_UP_SECONDS, number), poolOf, situation.pools(), "warm-up");
    Measurement first = null;
    double[] goals = new double[runs];
    for (int run = 0; run < runs; run++) {
      Measurement measured = record(events, poolOf, situation.pools(), "before-" + run);
      goals[run] = Goal.P95.of(flows(measured));
      first = first == null ? measured : first;
    }
    Advice advice;
    try {
      int cores = Runtime.getRuntime().availableProcessors();
      advice = Advice.on(first, new Advice.Question(cores, Goal.P95, .9, Map.of()));
    } catch (IllegalArgumentException refusal) {
      String row = "| %s | | refused: %s | | | | | | |".formatted(situation, refusal.getMessage());
      return new Outcome(row, 0, 0, 0, false);
    }
    Prediction before = advice.today().orElseThrow();
    Prediction after = advice.verdict().change() ? advice.best() : before;
    List<Integer> workers = new ArrayList<>();
    int[] newPoolOf = poolsOf(after.plan(), situation.classes(), workers);
    FlowTimes flowsBefore = flows(first);
    FlowTimes flowsAfter = flows(record(events, newPoolOf, workers, "after"));
    String row =
        "| %s | %s | %s | %s | %s |"
            .formatted(
                situation,
                before.plan(),
                cells(flowsBefore, before),
                after.plan().equals(before.plan()) ? "the same" : after.plan(),
                cells(flowsAfter, after));
    return new Outcome(
        row,
        inside(flowsBefore, before),
        inside(flowsAfter, after),
        Goal.values().length,
        Goal.P95.of(flowsAfter) > (1 + NOTABLE) * Arrays.stream(goals).max().orElseThrow());
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

  private Measurement record(List<Due> due, int[] poolOf, List<Integer> workers, String name)
      throws Exception {
    Path file = folder.resolve("%02d-%s.jfr".formatted(number, name));
    situation.record(due, poolOf, workers, "situation " + name, file);
    return Measurement.of(file);
  }

  private FlowTimes flows(Measurement measured) {
    List<List<String>> labels =
        IntStream.rangeClosed(1, situation.classes())
            .mapToObj(i -> List.of("Handler.java:" + i))
            .toList();
    return measured.trace().events(labels).flows();
  }

  private static int inside(FlowTimes flows, Prediction prediction) {
    return (int)
        Arrays.stream(Goal.values()).filter(goal -> isInside(goal, flows, prediction)).count();
  }

  private static boolean isInside(Goal goal, FlowTimes flows, Prediction prediction) {
    double measured = goal.of(flows);
    Prediction.Banded predicted = prediction.replayed(goal);
    return predicted.low() <= measured && measured <= predicted.high();
  }

  /** The measured and the predicted figure, marked if the measured one is outside its band. */
  private static String cells(FlowTimes flows, Prediction prediction) {
    List<String> cells = new ArrayList<>();
    for (Goal goal : Goal.values()) {
      double factor = goal == Goal.OVER_100_MS ? 100 : 1000;
      cells.add(
          String.format(
              Locale.ROOT,
              "%.3g, %.3g%s %s",
              factor * goal.of(flows),
              factor * prediction.replayed(goal).value(),
              isInside(goal, flows, prediction) ? "" : " (!)",
              goal == Goal.OVER_100_MS ? "%" : "ms"));
    }
    return String.join(" | ", cells);
  }
}
