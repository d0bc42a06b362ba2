package dev.hocket.tune;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hocket.tune.Decision.Action;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntToDoubleFunction;
import org.junit.jupiter.api.Test;

/** Tests two pools that may have 24 threads together, on one virtual clock. */
class BudgetTest {
  private static final IntToDoubleFunction ALIKE = running -> 1;
  private static final int WINDOW = 500;
  private static final int THREADS = 24;

  private final Map<String, Tuned> pools = new HashMap<>();

  private List<PoolSimulation.Outcome> run(Events first, Events second) {
    Budget budget = new Budget(THREADS, TuningGoal.MEAN, List.of("first", "second"));
    return PoolSimulation.together(
        List.of(
            new PoolSimulation(
                first, Tuned.sharing("first", 2, WINDOW, THREADS, budget, pools), ALIKE),
            new PoolSimulation(
                second, Tuned.sharing("second", 2, WINDOW, THREADS, budget, pools), ALIKE)));
  }

  private static Events events(int count, IntToDoubleFunction rate, long seed) {
    return Events.poisson(count, rate, Events.exponential(0.01), seed);
  }

  /** The load moves from one pool to the other: 16 threads busy in the one, 2 in the other. */
  @Test
  void threadsFollowTheLoad() {
    Events first = events(180_000, i -> i < 160_000 ? 1_600 : 200, 11);
    Events second = events(180_000, i -> i < 20_000 ? 200 : 1_600, 12);
    List<PoolSimulation.Outcome> outcomes = run(first, second);
    assertNeverMoreThanTheBudget();
    double alone = PoolSimulation.of(first, SizePolicy.fixed(20), ALIKE).mean(5_000, 150_000);
    assertTrue(outcomes.get(0).mean(5_000, 150_000) < 1.1 * alone, "first");
    double later = PoolSimulation.of(second, SizePolicy.fixed(20), ALIKE).mean(30_000, 180_000);
    assertTrue(outcomes.get(1).mean(30_000, 180_000) < 1.1 * later, "second");
    assertTrue(
        outcomes.stream().allMatch(one -> one.changes() < 60),
        outcomes.get(0).changes() + " and " + outcomes.get(1).changes() + " changes");
    Decision given =
        pools.get("first").decisions().stream()
            .filter(d -> d.action() == Action.GIVE)
            .findFirst()
            .orElseThrow();
    assertEquals("the threads are worth more to target second", given.reason());
  }

  /** Two equal pools could both use more than half: neither starves, and nothing oscillates. */
  @Test
  void equalPools_getHalfEach() {
    List<PoolSimulation.Outcome> outcomes =
        run(events(300_000, i -> 1_000, 13), events(300_000, i -> 1_000, 14));
    assertNeverMoreThanTheBudget();
    double half =
        PoolSimulation.of(events(300_000, i -> 1_000, 13), SizePolicy.fixed(12), ALIKE)
            .mean(5_000, 300_000);
    for (PoolSimulation.Outcome outcome : outcomes) {
      assertTrue(outcome.mean(5_000, 300_000) < 1.2 * half, outcome.mean(5_000, 300_000) + "");
      assertTrue(outcome.changes() < 60, outcome.changes() + " changes");
    }
  }

  private void assertNeverMoreThanTheBudget() {
    List<Decision> all = new ArrayList<>();
    pools.values().forEach(pool -> all.addAll(pool.decisions()));
    assertTrue(all.stream().anyMatch(Decision::isChange));
    assertTrue(pools.values().stream().mapToInt(Tuned::size).sum() <= THREADS);
    all.forEach(d -> assertTrue(d.to() <= THREADS - 1, d.toString()));
  }
}
