package dev.hocket.plan.advise;

import dev.hocket.plan.TimeText;
import dev.hocket.plan.decide.Goal;
import dev.hocket.plan.measure.Label;
import dev.hocket.plan.measure.Measurement;
import dev.hocket.plan.measure.RecordedTarget;
import dev.hocket.plan.measure.Trace;
import dev.hocket.plan.model.SpeedUp;
import dev.hocket.plan.simulate.Crowding;
import dev.hocket.plan.simulate.FlowTimes;
import dev.hocket.plan.simulate.Simulation;
import dev.hocket.plan.simulate.Workload;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Recommends how many blocks of a virtual target should run at once. Each block has a thread of its
 * own, so without a limit ten thousand of them may use a database with ten connections at the same
 * time.
 *
 * @param target the name of the target
 * @param labels the labels of the blocks that ran there
 * @param atOnce the largest number of blocks that ran at once
 * @param hindered whether runs only took longer when more of them ran at once
 * @param limit the recommended number of blocks that run at once, while others wait
 * @param goal the figure to minimise
 * @param measured the goal's figure in the recording
 * @param replayed the goal's figure if the recording is replayed with the limit
 * @param alone the time of a run, in seconds, while few others ran; not a number if there were too
 *     few runs
 */
public record VirtualLimit(
    String target,
    List<String> labels,
    int atOnce,
    boolean hindered,
    int limit,
    Goal goal,
    double measured,
    double replayed,
    double alone) {
  /** Factor by which the figure with the recommended limit may be worse than with a large one. */
  private static final double GOOD_ENOUGH = 1.04;

  /** Additional share of events over 100 ms that a limit may cause. */
  private static final double MORE_LATE = 0.001;

  /**
   * Mean wait for a thread divided by the mean run time; above this value blocks must have waited
   * for a place.
   */
  private static final double WAITED = 0.5;

  /** The fewest runs of a target from which a limit can be computed. */
  private static final int LEAST_RUNS = 20;

  /** The number of targets for which limits are recommended: those with the most runs. */
  private static final int MOST_TARGETS = 20;

  private static final List<SpeedUp> ONE_THREAD = List.of(new SpeedUp.Amdahl(1));

  /** Copies the list. */
  public VirtualLimit {
    labels = List.copyOf(labels);
  }

  /**
   * Recommends limits for the virtual targets that ran the most blocks. Leaves out targets with few
   * runs, and targets whose blocks waited for a place: these have a limit already, so the recording
   * does not show how more blocks at once would run.
   *
   * @param measured the recording
   * @param goal the figure to minimise
   * @return one for each of at most 20 targets, by name
   */
  public static List<VirtualLimit> of(Measurement measured, Goal goal) {
    Map<String, List<Label>> byTarget =
        measured.labels().stream()
            .filter(label -> !label.hasSeveralTargets() && label.runs() > 0)
            .filter(label -> label.flow().value() > 0 && isVirtual(measured, label.target()))
            .collect(Collectors.groupingBy(Label::target, TreeMap::new, Collectors.toList()));
    return byTarget.values().stream()
        .filter(labels -> runs(labels) >= LEAST_RUNS)
        .filter(labels -> labels.stream().noneMatch(VirtualLimit::waited))
        .sorted(Comparator.comparingLong(VirtualLimit::runs).reversed())
        .limit(MOST_TARGETS)
        .sorted(Comparator.comparing(labels -> labels.getFirst().target()))
        .map(labels -> of(measured.trace(), labels, goal))
        .toList();
  }

  private static boolean isVirtual(Measurement measured, String target) {
    RecordedTarget known = measured.targets().get(target);
    return known != null && known.kind().equals("virtual");
  }

  private static long runs(List<Label> labels) {
    return labels.stream().mapToLong(Label::runs).sum();
  }

  private static boolean waited(Label label) {
    return label.queueing().value() > WAITED * label.service().value();
  }

  private static VirtualLimit of(Trace trace, List<Label> labels, Goal goal) {
    List<String> names = labels.stream().map(Label::name).toList();
    Trace.Events events = trace.events(List.of(names));
    Crowding crowding = Crowding.of(events.workload());
    Workload relieved = crowding.relieved();
    int useful = Math.max(1, crowding.useful());
    int limit = crowding.isHindered() ? useful : smallest(relieved, useful, goal);
    return new VirtualLimit(
        labels.getFirst().target(),
        names,
        crowding.atOnce(),
        crowding.isHindered(),
        limit,
        goal,
        goal.of(events.flows()),
        goal.of(replay(relieved, limit)),
        crowding.levels().isEmpty() ? Double.NaN : crowding.levels().getFirst().seconds());
  }

  /** Finds the smallest limit that is about as good as a large one. */
  private static int smallest(Workload workload, int large, Goal goal) {
    double best = goal.of(replay(workload, large));
    double enough = goal == Goal.OVER_100_MS ? best + MORE_LATE : GOOD_ENOUGH * best;
    int low = 1;
    int high = large;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (goal.of(replay(workload, middle)) <= enough) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    return low;
  }

  private static FlowTimes replay(Workload workload, int limit) {
    return Simulation.pools(workload, ONE_THREAD, List.of(1), List.of(limit), new int[] {0});
  }

  /**
   * Recommends a change, with the reason.
   *
   * @return sentences
   */
  public String inWords() {
    String crowd =
        hindered
            ? String.format(
                Locale.ROOT,
                "Up to %d ran at once, but no more than %d at once brought more runs a second: beyond"
                    + " that they only took longer than the %s that a run takes while few others run",
                atOnce,
                limit,
                TimeText.of(alone))
            : "Up to " + atOnce + " ran at once, and did not take longer for that";
    return String.format(
        Locale.ROOT,
        "Virtual target %s: let %d run at once. %s. With %d at once, and the others waiting for one of"
            + " them to end: %s by the replay; %s as measured. runAtOnce(%d) of the target does so; its"
            + " limit would refuse the others.",
        target,
        limit,
        crowd,
        limit,
        text(replayed),
        text(measured),
        limit);
  }

  private String text(double value) {
    return switch (goal) {
      case MEAN -> "a mean of " + TimeText.of(value);
      case P95 -> "95 % done in " + TimeText.of(value);
      case OVER_100_MS -> String.format(Locale.ROOT, "%.2f %% over 100 ms", 100 * value);
    };
  }
}
