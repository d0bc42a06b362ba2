package dev.hocket.plan.advise;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.hocket.plan.decide.Goal;
import dev.hocket.plan.decide.Handler;
import dev.hocket.plan.decide.Plan;
import dev.hocket.plan.decide.Pool;
import dev.hocket.plan.measure.Trace;
import dev.hocket.plan.model.Load;
import dev.hocket.plan.model.SpeedUp;
import dev.hocket.plan.simulate.Workload;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntToDoubleFunction;
import org.junit.jupiter.api.Test;

/** Tests replays of handlers that were ready without a core, because other programs had it. */
class OtherProgramsTest {
  private static final int EVENTS = 400;
  private static final double COMPUTING = .002;
  private static final double WAITING = .016;
  private static final List<Handler> HANDLERS =
      List.of(new Handler("h", new Load(4, .02, 0), new SpeedUp.Amdahl(1), .1));
  private static final Plan FOUR = plan(4);

  private static Plan plan(int workers) {
    return new Plan(List.of(new Pool(List.of(0), workers, List.of(1))));
  }

  /** Makes events in bursts of four, one burst a second, with a time of being ready for each. */
  private static Workload recorded(IntToDoubleFunction ready) {
    double[] arrivals = new double[EVENTS];
    Arrays.setAll(arrivals, i -> i / 4);
    double[] without = new double[EVENTS];
    Arrays.setAll(without, i -> ready.applyAsDouble(i % 4));
    double[] service = new double[EVENTS];
    Arrays.setAll(service, i -> COMPUTING + WAITING + without[i]);
    double[] computing = new double[EVENTS];
    Arrays.fill(computing, COMPUTING);
    return Workload.replayed(arrivals, service, new int[EVENTS], 1).computing(computing, without);
  }

  private static double predicted(Workload recorded, int cores, Plan plan) {
    Workload kept = OtherPrograms.kept(recorded, recorded, FOUR, HANDLERS, cores);
    Trace.Events events = new Trace.Events(recorded, FOUR.simulate(recorded, HANDLERS));
    Advice.Question question = new Advice.Question(cores, Goal.MEAN, .9, Map.of(), cores);
    return new Predictor(HANDLERS, List.of(), events, kept, question, Optional.of(FOUR))
        .of(plan)
        .replayed(Goal.MEAN)
        .value();
  }

  /** More threads once seemed to gain the tenth of the time that other programs took. */
  @Test
  void timeThatOtherProgramsTook_isNoGainOfMoreThreads() {
    Workload recorded = recorded(i -> .002);
    double today = FOUR.simulate(recorded, HANDLERS).mean();
    for (int workers : List.of(4, 5, 8, 40)) {
      assertEquals(today, predicted(recorded, 4, plan(workers)), 1e-4, workers + " workers");
    }
  }

  /** On one core, the four of a burst wait for each other: the simulated core explains it all. */
  @Test
  void timeThatHandlersTookFromEachOther_isNotCountedTwice() {
    Workload recorded = recorded(i -> i * COMPUTING);
    double today = FOUR.simulate(recorded, HANDLERS).mean();
    assertEquals(.021, today, 1e-9);
    for (int workers : List.of(4, 5, 8)) {
      assertEquals(today, predicted(recorded, 1, plan(workers)), 1e-4, workers + " workers");
    }
  }

  /** A core to each of them ends the waits for each other. */
  @Test
  void moreCores_endTheWaitsForEachOther() {
    Workload recorded = recorded(i -> i * COMPUTING);
    Workload kept = OtherPrograms.kept(recorded, recorded, FOUR, HANDLERS, 1);
    assertEquals(.018, plan(8).simulate(kept.onCores(8), HANDLERS).mean(), 1e-4);
  }
}
