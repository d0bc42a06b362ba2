package dev.hocket.plan.advise;

import dev.hocket.plan.decide.Goal;
import dev.hocket.plan.decide.Handler;
import dev.hocket.plan.decide.Plan;
import dev.hocket.plan.measure.Trace;
import dev.hocket.plan.simulate.FlowTimes;
import dev.hocket.plan.simulate.Stretches;
import dev.hocket.plan.simulate.Workload;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Predicts plans for the same handlers and the same recorded events. A band has four parts: other
 * recordings that might have been made (whole stretches drawn again), other speed-ups that
 * measurements allow, the time that a parked thread takes to wake, and the error of the replay on
 * the recorded sizes.
 */
final class Predictor {
  /** The longest time that a parked thread takes to wake, unless the machine is overloaded. */
  private static final double WAKING_SECONDS = 5e-5;

  /** Half the width of a 95 % band, in standard deviations of the normal distribution. */
  private static final double BAND = 1.96;

  private final List<Handler> handlers;
  private final List<List<Handler>> others;
  private final Workload recorded;

  /** The same events on the machine that is planned for. */
  private final Workload planned;

  private final int cores;
  private final Optional<Plan> today;
  private final Stretches stretches;

  /** The error of the replay as recorded, on the recorded sizes; 0 if these are not known. */
  private final Map<Goal, Double> errors;

  /** The same error of the replay on cores, which other sizes are predicted by. */
  private final Map<Goal, Double> errorsOnCores;

  /**
   * Prepares to predict plans.
   *
   * @param undisturbed the same events without the time for which handlers waited for each other's
   *     cores
   * @param question the cores of the machines
   * @param today the recorded sizes, if they are known; their number of cores is not known
   * @param others the handlers with other speed-ups that their measurements allow; empty if these
   *     are certain
   */
  Predictor(
      List<Handler> handlers,
      List<List<Handler>> others,
      Trace.Events events,
      Workload undisturbed,
      Advice.Question question,
      Optional<Plan> today) {
    this.handlers = handlers;
    this.others = others;
    this.recorded = events.workload();
    this.planned = undisturbed.onCores(question.cores());
    this.cores = question.cores();
    this.today = today;
    this.stretches = Stretches.of(recorded);
    this.errors = errors(events, recorded);
    this.errorsOnCores = errors(events, undisturbed.onCores(question.recordedCores()));
  }

  private Map<Goal, Double> errors(Trace.Events events, Workload replayed) {
    Map<Goal, Double> errors = new EnumMap<>(Goal.class);
    Optional<FlowTimes> flows = today.map(plan -> plan.simulate(replayed, handlers));
    for (Goal goal : Goal.values()) {
      double measured = goal.of(events.flows());
      errors.put(goal, flows.map(one -> Math.abs(goal.of(one) - measured)).orElse(0.0));
    }
    return errors;
  }

  private boolean isToday(Plan plan) {
    return today.filter(plan::equals).isPresent();
  }

  Prediction of(Plan plan) {
    Map<Goal, Prediction.Banded> replayed = new EnumMap<>(Goal.class);
    Map<Goal, Double> modelled = new EnumMap<>(Goal.class);
    List<FlowTimes> flows = flows(plan);
    List<Handler> crowded = plan.crowded(handlers, cores);
    for (Goal goal : Goal.values()) {
      double error =
          isToday(plan) ? errors.get(goal) : Math.max(errors.get(goal), errorsOnCores.get(goal));
      replayed.put(goal, banded(goal, flows, error));
      modelled.put(goal, plan.predict(goal, crowded));
    }
    return new Prediction(
        plan, plan.cores(handlers), plan.utilisation(handlers), replayed, modelled);
  }

  private Prediction.Banded banded(Goal goal, List<FlowTimes> flows, double error) {
    double value = goal.of(flows.getFirst());
    return goal == Goal.OVER_100_MS
        ? share(value, goal, flows, error)
        : widened(Prediction.Banded.of(value, drawn(goal, flows, 0)), error + WAKING_SECONDS);
  }

  private Prediction.Banded share(double value, Goal goal, List<FlowTimes> flows, double error) {
    double low = Prediction.Banded.of(value, drawn(goal, flows, -WAKING_SECONDS)).low();
    double high = Prediction.Banded.of(value, drawn(goal, flows, WAKING_SECONDS)).high();
    return widened(
        new Prediction.Banded(
            value,
            Math.min(low, ofIndependent(value, recorded.events(), -1)),
            Math.max(high, ofIndependent(value, recorded.events(), 1))),
        error);
  }

  private static Prediction.Banded widened(Prediction.Banded band, double by) {
    return new Prediction.Banded(band.value(), Math.max(0, band.low() - by), band.high() + by);
  }

  private double[] drawn(Goal goal, List<FlowTimes> flows, double longer) {
    return flows.stream()
        .flatMapToDouble(one -> Arrays.stream(goal.drawn(one, stretches, longer)))
        .toArray();
  }

  /**
   * Computes an end of the band that a share would have if events were independent of each other
   * (Wilson, "Probable inference, the law of succession, and statistical inference", JASA 22,
   * 1927). The band has a width also where the share is 0, which no draw can change; dependence
   * only makes it wider.
   */
  private static double ofIndependent(double share, int events, int side) {
    double z = BAND * BAND / events;
    double middle = share + z / 2;
    double width = BAND * Math.sqrt(share * (1 - share) / events + z / (4 * events));
    return (middle + side * width) / (1 + z);
  }

  /** Replays a plan with the speed-ups as measured, then with others that their bands allow. */
  private List<FlowTimes> flows(Plan plan) {
    Workload workload = isToday(plan) ? recorded : planned;
    List<FlowTimes> flows = new ArrayList<>(List.of(plan.simulate(workload, handlers)));
    boolean usesSpeedUps =
        plan.pools().stream().anyMatch(pool -> Collections.max(pool.widths()) > 1);
    if (usesSpeedUps) {
      others.forEach(one -> flows.add(plan.simulate(workload, one)));
    }
    return flows;
  }

  /** Returns the share of the bootstrap's draws in which a plan is at least as good as another. */
  double oddsThat(Plan better, Plan other, Goal goal) {
    double[] two = goal.drawn(flows(other).getFirst(), stretches);
    int count = 0;
    int all = 0;
    for (FlowTimes flows : flows(better)) {
      double[] one = goal.drawn(flows, stretches);
      for (int i = 0; i < one.length; i++) {
        count += one[i] <= two[i] ? 1 : 0;
        all++;
      }
    }
    return (double) count / all;
  }
}
