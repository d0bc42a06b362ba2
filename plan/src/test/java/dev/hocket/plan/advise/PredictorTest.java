package dev.hocket.plan.advise;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hocket.plan.decide.Goal;
import dev.hocket.plan.decide.Handler;
import dev.hocket.plan.decide.Plan;
import dev.hocket.plan.decide.Pool;
import dev.hocket.plan.measure.Trace;
import dev.hocket.plan.model.Load;
import dev.hocket.plan.model.SpeedUp;
import dev.hocket.plan.simulate.FlowTimes;
import dev.hocket.plan.simulate.Workload;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Tests the parts of a band besides the draws of stretches. */
class PredictorTest {
  private static final int EVENTS = 1000;
  private static final double SERVICE = .02;
  private static final Plan ONE = plan(1);
  private static final Plan TWO = plan(2);
  private static final Advice.Question QUESTION =
      new Advice.Question(8, Goal.MEAN, .9, Map.of(), 8);
  private static final List<Handler> HANDLERS =
      List.of(new Handler("h", new Load(10, SERVICE, 0), new SpeedUp.Amdahl(1)));

  private static Plan plan(int workers) {
    return new Plan(List.of(new Pool(List.of(0), workers, List.of(1))));
  }

  /** Predicts events that come one by one and never wait, but were measured to take longer. */
  private static Prediction predicted(double longer, Optional<Plan> today) {
    double[] arrivals = new double[EVENTS];
    Arrays.setAll(arrivals, i -> i / 10.0);
    double[] service = new double[EVENTS];
    Arrays.fill(service, SERVICE);
    double[] flows = new double[EVENTS];
    Arrays.fill(flows, SERVICE + longer);
    Trace.Events events =
        new Trace.Events(
            Workload.replayed(arrivals, service, new int[EVENTS], 1),
            FlowTimes.measured(flows, new int[EVENTS]));
    return new Predictor(HANDLERS, List.of(), events, events.workload(), QUESTION, today).of(TWO);
  }

  @Test
  void bandOfEventsThatAreAllAlike_isTheTimeToWake() {
    for (Goal goal : List.of(Goal.MEAN, Goal.P95)) {
      Prediction.Banded band = predicted(0, Optional.of(ONE)).replayed(goal);
      assertEquals(SERVICE, band.value(), 1e-12);
      assertEquals(SERVICE - 5e-5, band.low(), 1e-9);
      assertEquals(SERVICE + 5e-5, band.high(), 1e-9);
    }
  }

  @Test
  void errorOfTheReplay_onTheSizesThatRan_isInTheBand() {
    for (Goal goal : List.of(Goal.MEAN, Goal.P95)) {
      Prediction.Banded band = predicted(.003, Optional.of(ONE)).replayed(goal);
      assertTrue(band.high() >= SERVICE + .003 && band.low() <= SERVICE - .003, band.toString());
      Prediction.Banded unknown = predicted(.003, Optional.empty()).replayed(goal);
      assertTrue(unknown.high() < SERVICE + .003, unknown.toString());
    }
  }

  /** If no event of a thousand was late, up to four of a thousand may be (Wilson's interval). */
  @Test
  void shareOfNone_hasABand() {
    Prediction.Banded band = predicted(0, Optional.of(ONE)).replayed(Goal.OVER_100_MS);
    assertEquals(0, band.low());
    assertEquals(0, band.value());
    assertEquals(.00383, band.high(), 1e-4);
  }
}
