package dev.hocket.plan.advise;

import dev.hocket.plan.decide.Goal;
import dev.hocket.plan.decide.Plan;
import dev.hocket.plan.measure.Label;
import dev.hocket.plan.measure.Measurement;
import dev.hocket.plan.measure.Trace;
import dev.hocket.plan.simulate.Stretches;
import dev.hocket.plan.simulate.Workload;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Compares two recordings of a program: one made before a change, and one after.
 *
 * @param rows the handlers that are in both
 * @param onlyBefore labels that only the first recording has
 * @param onlyAfter labels that only the second has
 * @param before the goal's figure as measured over these handlers, with its band
 * @param after the figure in the second recording
 * @param rateRatio the rate of events after the change, divided by the rate before
 * @param foretold what the replay of the first recording predicts for the sizes of the second;
 *     empty if these are not known, or belong to other handlers
 */
public record Comparison(
    List<Row> rows,
    List<String> onlyBefore,
    List<String> onlyAfter,
    Prediction.Banded before,
    Prediction.Banded after,
    double rateRatio,
    Optional<Foretold> foretold) {

  /**
   * A handler in both recordings.
   *
   * @param before its figures in the first recording
   * @param after its figures in the second
   */
  public record Row(Label before, Label after) {}

  /**
   * A prediction that the second recording tests.
   *
   * @param plan the sizes of the second recording
   * @param figure the goal's figure by the replay of the first recording
   */
  public record Foretold(Plan plan, double figure) {}

  /** Copies the lists. */
  public Comparison {
    rows = List.copyOf(rows);
    onlyBefore = List.copyOf(onlyBefore);
    onlyAfter = List.copyOf(onlyAfter);
  }

  /**
   * Compares two recordings.
   *
   * @param first the recording before the change
   * @param second the recording after it
   * @param goal the figure to compare
   * @param recordedCores cores of the machine that was recorded
   * @return the changes
   * @throws IllegalArgumentException if the recordings have no handler in common
   */
  public static Comparison of(Measurement first, Measurement second, Goal goal, int recordedCores) {
    Map<String, Label> ofFirst = byName(first);
    Map<String, Label> ofSecond = byName(second);
    List<Row> rows = new ArrayList<>();
    ofFirst.forEach((name, label) -> {
      if (ofSecond.containsKey(name)) {
        rows.add(new Row(label, ofSecond.get(name)));
      }
    });
    if (rows.isEmpty()) {
      throw new IllegalArgumentException(
          "the recordings have no handler in common: "
              + ofFirst.keySet()
              + " before, and "
              + ofSecond.keySet()
              + " after");
    }
    List<List<String>> common = rows.stream().map(row -> List.of(row.before.name())).toList();
    double rateBefore = rows.stream().mapToDouble(row -> rate(row.before)).sum();
    double rateAfter = rows.stream().mapToDouble(row -> rate(row.after)).sum();
    List<String> onlyBefore = new ArrayList<>(ofFirst.keySet());
    onlyBefore.removeAll(ofSecond.keySet());
    List<String> onlyAfter = new ArrayList<>(ofSecond.keySet());
    onlyAfter.removeAll(ofFirst.keySet());
    return new Comparison(
        rows,
        onlyBefore,
        onlyAfter,
        measured(first.trace().events(common), goal),
        measured(second.trace().events(common), goal),
        rateAfter / rateBefore,
        foretold(first, second, goal, recordedCores));
  }

  private static Map<String, Label> byName(Measurement measured) {
    Map<String, Label> labels = new TreeMap<>();
    measured.labels().stream()
        .filter(label -> label.flow().value() >= 0)
        .forEach(label -> labels.put(label.name(), label));
    return labels;
  }

  private static double rate(Label label) {
    return label.load().arrivalsPerSecond();
  }

  private static Prediction.Banded measured(Trace.Events events, Goal goal) {
    return Prediction.Banded.of(
        goal.of(events.flows()), goal.drawn(events.flows(), Stretches.of(events.workload())));
  }

  private static Optional<Foretold> foretold(
      Measurement first, Measurement second, Goal goal, int cores) {
    Cast before;
    Cast after;
    try {
      before = Cast.of(first, Map.of());
      after = Cast.of(second, Map.of());
    } catch (IllegalArgumentException noBasis) {
      return Optional.empty();
    }
    if (!before.labels().equals(after.labels())) {
      return Optional.empty();
    }
    Workload recorded = first.trace().events(before.labels()).workload();
    return after
        .today()
        .map(plan ->
            new Foretold(
                plan,
                goal.of(
                    plan.simulate(replayed(recorded, before, plan, cores), before.handlers()))));
  }

  /** Returns the events of the first recording as a plan for the same machine would get them. */
  private static Workload replayed(Workload recorded, Cast before, Plan plan, int cores) {
    Optional<Plan> sizes = before.today();
    if (sizes.isEmpty() || plan.equals(sizes.get())) {
      return recorded;
    }
    return OtherPrograms.kept(recorded, recorded, sizes.get(), before.handlers(), cores)
        .onCores(cores);
  }
}
