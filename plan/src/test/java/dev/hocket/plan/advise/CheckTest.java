package dev.hocket.plan.advise;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
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
import java.util.SplittableRandom;
import java.util.function.IntToDoubleFunction;
import org.junit.jupiter.api.Test;

/** Tests that the check finds the assumption that fails by giving up one after the other. */
class CheckTest {
  private static final int EVENTS = 20_000;
  private static final Plan TWO = new Plan(List.of(new Pool(List.of(0), 2, List.of(1))));

  private final SplittableRandom random = new SplittableRandom(20261125);

  /** Makes a check whose measured figure is that of the replay, times a factor. */
  private static Check check(
      Goal goal, IntToDoubleFunction gap, IntToDoubleFunction run, double measured) {
    double[] arrivals = new double[EVENTS];
    double[] service = new double[EVENTS];
    for (int i = 1; i < EVENTS; i++) {
      arrivals[i] = arrivals[i - 1] + gap.applyAsDouble(i);
    }
    Arrays.setAll(service, run::applyAsDouble);
    double mean = Arrays.stream(service).average().orElseThrow();
    double squares = Arrays.stream(service).map(x -> x * x).average().orElseThrow();
    Load load =
        new Load(EVENTS / arrivals[EVENTS - 1], mean, Math.max(0, squares / (mean * mean) - 1));
    List<Handler> handlers = List.of(new Handler("h", load, new SpeedUp.Amdahl(1)));
    Workload workload = Workload.replayed(arrivals, service, new int[EVENTS], 1);
    double[] flows = TWO.simulate(workload, handlers).inOrder();
    double[] real = Arrays.stream(flows).map(flow -> flow * measured).toArray();
    return Check.of(
        goal, TWO, handlers, new Trace.Events(workload, FlowTimes.measured(real, new int[EVENTS])));
  }

  private double exponential(double mean) {
    return -mean * Math.log1p(-random.nextDouble());
  }

  @Test
  void poissonArrivals_andExponentialRuns_areWhatTheModelAssumes() {
    Check check = check(Goal.P95, i -> exponential(1), i -> exponential(1.4), 1);
    assertEquals(List.of(), check.failing());
    assertTrue(check.modelHolds() && check.replayHolds(), check.toString());
    assertTrue(check.inWords().endsWith("Both predictions hold."), check.inWords());
  }

  /**
   * A test of the arrivals alone would report them as faults; but no event waits in either case.
   */
  @Test
  void arrivalsLikeAClock_areNoFault_whereTheyDoNotMatter() {
    Check check = check(Goal.P95, i -> 1, i -> .01, 1);
    assertEquals(List.of(), check.failing());
    assertTrue(check.modelHolds(), check.toString());
  }

  @Test
  void bursts_areNamed() {
    Check check = check(Goal.P95, i -> i % 20 == 0 ? 20 : 0, i -> 1.2, 1);
    assertEquals(List.of("events arrive in bursts"), check.failing());
    assertTrue(check.replayHolds() && !check.modelHolds(), check.toString());
    assertTrue(check.inWords().contains("Trust the replay, not the model"), check.inWords());
  }

  /** Long runs come in periods: arrivals are Poisson, and no single figure shows the periods. */
  @Test
  void longRunsOneAfterTheOther_areNamed() {
    Check check =
        check(Goal.MEAN, i -> exponential(1), i -> i / 50 % 10 == 0 ? exponential(8) : .4, 1);
    assertTrue(
        check.failing().contains("long runs follow long runs, or come when many events do"),
        check.toString());
    assertTrue(check.replayHolds(), check.toString());
  }

  /** The handlers take 100 µs, and their threads take as long to wake. */
  @Test
  void timeToWake_isNoFault_ofHandlersThatAreShort() {
    Check check = check(Goal.MEAN, i -> exponential(.001), i -> 1e-4, 2);
    assertTrue(check.replayHolds(), check.toString());
  }

  @Test
  void smallDifferencesThatAddUp_areSaid() {
    Check check = new Check(Goal.MEAN, TWO, .100, .107, .113, .120, .120, List.of(), true);
    assertFalse(check.modelHolds());
    assertTrue(
        check
            .inWords()
            .endsWith("model: no single assumption of the formulas explains the difference."),
        check.inWords());
  }

  @Test
  void flowTimesThatTheReplayCannotExplain_makeBothUntrustworthy() {
    Check check = check(Goal.MEAN, i -> exponential(1), i -> exponential(1), 14);
    assertFalse(check.replayHolds(), check.toString());
    assertTrue(check.inWords().contains("Trust neither"), check.inWords());
    assertTrue(check.failing().getLast().startsWith("events took longer"), check.toString());
  }
}
