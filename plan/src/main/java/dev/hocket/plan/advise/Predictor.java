package dev.hocket.plan.advise;

import dev.hocket.plan.decide.Goal;
import dev.hocket.plan.decide.Handler;
import dev.hocket.plan.decide.Plan;
import dev.hocket.plan.simulate.FlowTimes;
import dev.hocket.plan.simulate.Stretches;
import dev.hocket.plan.simulate.Workload;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** Predicts plans for the same handlers and the same recorded events. */
final class Predictor {
  private final List<Handler> handlers;
  private final List<List<Handler>> others;
  private final Workload recorded;
  private final Stretches stretches;

  /**
   * A predictor.
   *
   * @param others the handlers with other speed-ups that their measurements allow; empty if these
   *     are certain
   */
  Predictor(List<Handler> handlers, List<List<Handler>> others, Workload recorded) {
    this.handlers = handlers;
    this.others = others;
    this.recorded = recorded;
    this.stretches = Stretches.of(recorded);
  }

  Prediction of(Plan plan) {
    Map<Goal, Prediction.Banded> replayed = new EnumMap<>(Goal.class);
    Map<Goal, Double> modelled = new EnumMap<>(Goal.class);
    List<FlowTimes> flows = flows(plan);
    for (Goal goal : Goal.values()) {
      double[] drawn =
          flows.stream()
              .flatMapToDouble(one -> Arrays.stream(goal.drawn(one, stretches)))
              .toArray();
      replayed.put(goal, Prediction.Banded.of(goal.of(flows.getFirst()), drawn));
      modelled.put(goal, plan.predict(goal, handlers));
    }
    return new Prediction(
        plan, plan.cores(handlers), plan.utilisation(handlers), replayed, modelled);
  }

  /** Of the replay with the speed-ups as measured, then with others. */
  private List<FlowTimes> flows(Plan plan) {
    List<FlowTimes> flows = new ArrayList<>(List.of(plan.simulate(recorded, handlers)));
    boolean usesSpeedUps =
        plan.pools().stream().anyMatch(pool -> Collections.max(pool.widths()) > 1);
    if (usesSpeedUps) {
      others.forEach(one -> flows.add(plan.simulate(recorded, one)));
    }
    return flows;
  }

  /** In what share of the bootstrap's draws a plan is better than another, or as good. */
  double oddsThat(Plan better, Plan other, Goal goal) {
    double[] two = goal.drawn(other.simulate(recorded, handlers), stretches);
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
