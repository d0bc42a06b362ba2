package dev.hocket.plan.decide;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hocket.plan.model.Load;
import dev.hocket.plan.model.SpeedUp;
import dev.hocket.plan.simulate.Workload;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests that models propose plans and the replay of the recorded events decides. */
class ContestTest {
  private static final SpeedUp NONE = new SpeedUp.Amdahl(1);
  private static final int BURSTS = 200;
  private static final int IN_A_BURST = 20;
  private static final double RUN = .03;

  /** Bursts of 20 events every 20 s, of 30 ms each: 4 threads take 150 ms for them, 7 take 90. */
  private static Workload bursts() {
    int events = BURSTS * IN_A_BURST;
    double[] arrivals = new double[events];
    double[] service = new double[events];
    for (int i = 0; i < events; i++) {
      arrivals[i] = 20.0 * (i / IN_A_BURST);
      service[i] = RUN;
    }
    return Workload.replayed(arrivals, service, new int[events], 1);
  }

  private static final List<Handler> HANDLERS =
      List.of(new Handler("bursts", new Load(1, RUN, 0), NONE));

  private static Contest contest(Workload workload, List<Handler> handlers, int cores, Goal goal) {
    Contest contest = new Contest(workload, handlers, cores, .9, goal, plans -> {});
    contest.enter(new Search(handlers, cores, .9).proposals(goal, 50));
    contest.climb();
    return contest;
  }

  @Test
  void burstsOf20_getAsManyWorkersAsABurstNeeds_thoughTheModelProposesFewer() {
    Plan four = new Plan(List.of(new Pool(List.of(0), 4, List.of(1))));
    assertTrue(four.predict(Goal.OVER_100_MS, HANDLERS) < 1e-4, "the model knows no bursts");
    assertEquals(.4, Goal.OVER_100_MS.of(four.simulate(bursts(), HANDLERS)), 1e-9);
    Plan best = contest(bursts(), HANDLERS, 32, Goal.OVER_100_MS).ranking().getFirst();
    assertEquals(0, Goal.OVER_100_MS.of(best.simulate(bursts(), HANDLERS)));
    assertTrue(best.pools().getFirst().workers() >= 7, best.toString());
  }

  /** Without an event there is no mean, and any plan will do. */
  @Test
  void withoutAFigure_theBestPlanIsTheFrugalOne() {
    Workload none = Workload.replayed(new double[0], new double[0], new int[0], 1);
    Contest contest = contest(none, HANDLERS, 4, Goal.MEAN);
    assertEquals(contest.ranking().getFirst(), contest.frugal(.1));
  }

  @Test
  void bestMean_isOneWorkerForEachEventOfABurst_andNoneBeyond() {
    Plan best = contest(bursts(), HANDLERS, 64, Goal.MEAN).ranking().getFirst();
    assertEquals("P1A20", best.toString());
  }

  @Test
  void fewestCores_areEnough_whereMoreAreHardlyBetter() {
    Contest contest = contest(bursts(), HANDLERS, 64, Goal.OVER_100_MS);
    assertEquals("P1A7", contest.frugal(.05).toString());
  }

  /** Handlers that sleep count as one core, however many threads they have. */
  @Test
  void fewestThreads_areEnough_forHandlersThatSleep() {
    List<Handler> sleeping = List.of(new Handler("sleeps", new Load(1, RUN, 0), NONE, .01));
    Contest contest = contest(bursts(), sleeping, 4, Goal.OVER_100_MS);
    assertEquals("P1A7", contest.frugal(.05).toString());
  }

  /** Such handlers once got 280 threads, of which 260 never had work. */
  @Test
  void bestMean_hasNoWorkerThatNeverRuns_thoughSleepersTakeNoCores() {
    List<Handler> sleeping = List.of(new Handler("sleeps", new Load(1, RUN, 0), NONE, .002));
    for (Goal goal : List.of(Goal.MEAN, Goal.P95)) {
      Contest contest = new Contest(bursts(), sleeping, 1, .9, goal, plans -> {});
      contest.enter(List.of(new Plan(List.of(new Pool(List.of(0), 150, List.of(1))))));
      contest.climb();
      assertEquals("P1A20", contest.ranking().getFirst().toString());
      assertTrue(
          contest.ranking().stream().allMatch(plan -> plan.threads() <= 20),
          () -> contest.ranking().toString());
    }
  }

  @Test
  void plansThatDoNotFit_areLeftOut() {
    Contest contest = new Contest(bursts(), HANDLERS, 4, .9, Goal.MEAN, plans -> {});
    Plan tooLarge = new Plan(List.of(new Pool(List.of(0), 5, List.of(1))));
    contest.enter(List.of(new Plan(List.of(new Pool(List.of(0), 4, List.of(1)))), tooLarge));
    contest.climb();
    assertFalse(contest.ranking().contains(tooLarge));
    assertEquals("P1A4", contest.ranking().getFirst().toString());
  }

  /** The bursts of two classes alternate: together they need no more threads than each alone. */
  @Test
  void classesThatNeverMeet_shareAPool() {
    int events = 2 * BURSTS * IN_A_BURST;
    double[] arrivals = new double[events];
    double[] service = new double[events];
    int[] classes = new int[events];
    for (int i = 0; i < events; i++) {
      arrivals[i] = 10.0 * (i / IN_A_BURST);
      service[i] = RUN;
      classes[i] = i / IN_A_BURST % 2;
    }
    List<Handler> two = new ArrayList<>(HANDLERS);
    two.addAll(HANDLERS);
    Workload workload = Workload.replayed(arrivals, service, classes, 2);
    Plan best = contest(workload, two, 20, Goal.MEAN).ranking().getFirst();
    assertEquals("P(1,1)A20", best.toString());
  }
}
