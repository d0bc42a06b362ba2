package dev.hocket.plan.decide;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hocket.plan.model.Load;
import dev.hocket.plan.model.Sizes;
import dev.hocket.plan.model.SpeedUp;
import dev.hocket.plan.simulate.FlowTimes;
import dev.hocket.plan.simulate.Simulation;
import dev.hocket.plan.simulate.Workload;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class SearchTest {
  private static final List<Handler> KERNELS = PaperKernels.handlers();

  private static List<Handler> random(SplittableRandom random, int classes) {
    List<Handler> handlers = new ArrayList<>();
    for (int i = 0; i < classes; i++) {
      handlers.add(
          new Handler(
              "h" + i,
              new Load(random.nextDouble(.5, 2), random.nextDouble(.2, 1), random.nextInt(2)),
              new SpeedUp.Amdahl(random.nextDouble())));
    }
    return handlers;
  }

  /** Tries every pool of every subset of the classes, combined in every way. */
  private static double exhaustive(Goal goal, List<Handler> handlers, int cores, double most) {
    double best = Double.POSITIVE_INFINITY;
    List<Plan> plans = new ArrayList<>();
    combine(handlers, 0, cores, new ArrayList<>(), plans);
    for (Plan plan : plans) {
      if (plan.utilisation(handlers) <= most) {
        best = Math.min(best, plan.predict(goal, handlers));
      }
    }
    return best;
  }

  private static void combine(
      List<Handler> handlers, int done, int cores, List<Pool> pools, List<Plan> plans) {
    int all = (1 << handlers.size()) - 1;
    if (done == all) {
      plans.add(new Plan(pools));
      return;
    }
    int rest = all & ~done;
    for (int subset = rest; subset > 0; subset = subset - 1 & rest) {
      if ((subset & Integer.lowestOneBit(rest)) == 0) {
        continue;
      }
      List<Integer> members = new ArrayList<>();
      for (int i = 0; i < handlers.size(); i++) {
        if ((subset >> i & 1) == 1) {
          members.add(i);
        }
      }
      for (int workers = 1; workers <= cores; workers++) {
        for (List<Integer> widths : widths(members.size(), cores / workers)) {
          Pool pool = new Pool(members, workers, widths);
          pools.add(pool);
          combine(handlers, done | subset, cores - pool.cores(handlers), pools, plans);
          pools.removeLast();
        }
      }
    }
  }

  private static List<List<Integer>> widths(int count, int most) {
    List<List<Integer>> all = List.of(List.of());
    for (int i = 0; i < count; i++) {
      List<List<Integer>> longer = new ArrayList<>();
      for (List<Integer> one : all) {
        for (int width = 1; width <= most; width++) {
          List<Integer> next = new ArrayList<>(one);
          next.add(width);
          longer.add(next);
        }
      }
      all = longer;
    }
    return all;
  }

  @ParameterizedTest
  @EnumSource
  void best_isAsGoodAsTheExhaustiveBest(Goal goal) {
    long seed = Long.getLong("hocket.seed", System.nanoTime());
    System.out.println("SearchTest: -Dhocket.seed=" + seed);
    SplittableRandom random = new SplittableRandom(seed);
    for (int round = 0; round < 4; round++) {
      List<Handler> handlers = random(random, 2);
      int cores = 5 + random.nextInt(2);
      double exact = exhaustive(goal, handlers, cores, .9);
      Plan plan = new Search(handlers, cores, .9).best(goal);
      assertTrue(plan.cores(handlers) <= cores);
      assertEquals(exact, plan.predict(goal, handlers), 1e-6 * exact, plan + " of " + handlers);
    }
  }

  @Test
  void best_isWithinFivePercentOfTheSimulatedBestOfOtherPlans() {
    Search search = new Search(KERNELS, 24, .95);
    Plan best = search.best(Goal.MEAN, pool -> pool.classes().size() == 1).orElseThrow();
    double simulated = simulate(best);
    assertEquals(best.predict(Goal.MEAN, KERNELS), simulated, .05 * simulated);
    for (String rival : List.of("P(4,3,10,7)A(1,1,1,1)", "P1A(3,3,10,6)", "P1A(4,3,10,7)")) {
      assertTrue(simulated <= 1.05 * simulate(Sizes.parse(rival)), best + " against " + rival);
    }
  }

  private static double simulate(Plan plan) {
    return simulate(Sizes.parse(plan.toString()));
  }

  private static double simulate(Sizes sizes) {
    Workload workload =
        Workload.poisson(KERNELS.stream().map(Handler::load).toList(), 1_000_000, 20260101);
    FlowTimes flows =
        Simulation.pools(workload, KERNELS.stream().map(Handler::curve).toList(), sizes);
    return flows.settled(.05).mean();
  }

  @Test
  void ruleOfThumb_isThePapersRule_notItsTable() {
    Search search = new Search(KERNELS, 64, .8);
    assertEquals("P1A(3,3,10,6)", search.ruleOfThumb(.8).toString());
  }

  @Test
  void proposals_areOfEveryKindAndSize_theBestFirst() {
    Search search = new Search(KERNELS, 64, .8);
    List<Plan> plans = search.proposals(Goal.MEAN, 50);
    assertEquals(search.best(Goal.MEAN), plans.getFirst());
    assertTrue(plans.size() > 20 && plans.size() <= 50, plans.toString());
    assertTrue(plans.stream().allMatch(plan -> plan.cores(KERNELS) <= 64), plans.toString());
    assertTrue(plans.stream().anyMatch(plan -> plan.cores(KERNELS) <= 40), plans.toString());
    assertTrue(plans.stream().anyMatch(plan -> plan.pools().size() == 1), plans.toString());
    assertTrue(plans.stream().anyMatch(plan -> plan.toString().startsWith("P1A(")));
  }

  @Test
  void moreCores_areNeverWorse() {
    for (Goal goal : List.of(Goal.MEAN, Goal.OVER_100_MS)) {
      double previous = Double.POSITIVE_INFINITY;
      for (int cores : new int[] {24, 32, 48, 64}) {
        double value = new Search(KERNELS, cores, .8).best(goal).predict(goal, KERNELS);
        assertTrue(value <= previous, goal + " on " + cores);
        previous = value;
      }
    }
  }

  @Test
  void handlerThatDoesNotScale_getsNoThreads() {
    Handler serial = new Handler("serial", new Load(5, .5, 1), new SpeedUp.Amdahl(1));
    assertEquals(1, serial.fastestWidth(64));
    assertEquals(1, serial.worthwhileWidth(.8, 64));
    Handler half = new Handler("half", new Load(5, .5, 1), new SpeedUp.Amdahl(.05));
    // ε(n)/n = 1/(1 + .05 (n − 1)) is .8 at n = 6.
    assertEquals(6, half.worthwhileWidth(.8, 64));
    Handler worse = new Handler("worse", new Load(5, .5, 1), new SpeedUp.Usl(0, .01));
    assertEquals(10, worse.fastestWidth(64));
  }

  @Test
  void loadThatTheCoresCannotCarry_isRefusedWithNumbers() {
    IllegalArgumentException refusal =
        assertThrows(IllegalArgumentException.class, () -> new Search(KERNELS, 16, .8));
    assertTrue(
        refusal
            .getMessage()
            .startsWith("the handlers need 16.24 cores, more than 80 % of the 16 there are."),
        refusal.getMessage());
    List<Handler> idle = List.of(new Handler("idle", new Load(0, 1, 1), new SpeedUp.Amdahl(0)));
    assertThrows(IllegalArgumentException.class, () -> new Search(idle, 4, .8));
    assertThrows(IllegalArgumentException.class, () -> new Search(List.of(), 4, .8));
    List<Handler> four = KERNELS.stream().map(k -> scaled(k, 1e-3)).toList();
    // Four pools need four cores; two cores do when pools are shared.
    assertTrue(new Search(four, 2, .8).best(Goal.MEAN).pools().size() <= 2);
  }

  private static Handler scaled(Handler handler, double factor) {
    Load load = handler.load();
    return new Handler(
        handler.name(),
        new Load(load.arrivalsPerSecond() * factor, load.serviceSeconds(), 0),
        handler.curve());
  }

  @Test
  void sharedPools_areWrittenWithTheirClasses() {
    Plan plan =
        new Plan(
            List.of(
                new Pool(List.of(1), 3, List.of(1)), new Pool(List.of(0, 2), 2, List.of(4, 2))));
    assertEquals("P(4,2)A2 for [1, 3] + P1A3 for [2]", plan.toString());
    assertEquals(11, plan.cores(KERNELS));
  }
}
