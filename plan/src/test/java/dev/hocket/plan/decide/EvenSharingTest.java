package dev.hocket.plan.decide;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hocket.plan.model.SpeedUp;
import dev.hocket.plan.simulate.Simulation;
import dev.hocket.plan.simulate.Workload;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the gain of widths that follow the free cores, in the setting of paper 2, section 4.2. */
class EvenSharingTest {
  private static final List<Handler> HANDLERS = PaperKernels.handlers();
  private static final List<SpeedUp> CURVES = HANDLERS.stream().map(Handler::curve).toList();
  private static final double MOST = 0.9;
  private static final double WANTED = 0.85;

  @ParameterizedTest
  @ValueSource(ints = {24, 64})
  void evenSharing_isAtLeast15PerCentBetterThanTheBestFixedSizes_alsoBetweenChunks(int cores) {
    Workload workload = Workload.poisson(HANDLERS.stream().map(Handler::load).toList(), 60_000, 42);
    Contest contest = new Contest(workload, HANDLERS, cores, MOST, Goal.MEAN, plans -> {});
    contest.enter(new Search(HANDLERS, cores, MOST).proposals(Goal.MEAN, 50));
    contest.climb();
    // PxAy has one pool for all, or one for each. The planner also finds better plans of other
    // kinds.
    Plan best =
        contest.ranking().stream()
            .filter(plan -> plan.pools().size() == 1 || plan.pools().size() == HANDLERS.size())
            .findFirst()
            .orElseThrow();
    Plan any = contest.ranking().getFirst();
    double fixed = best.simulate(workload, HANDLERS).mean();
    double even = Simulation.malleable(workload, CURVES, cores).mean();
    double chunked = Simulation.chunked(workload, CURVES, cores, 64).mean();
    String found =
        String.format(
            Locale.ROOT,
            "%d cores: %s %.1f ms, %s %.1f ms; shared evenly %.1f ms, between 64 chunks %.1f ms",
            cores,
            best,
            1e3 * fixed,
            any,
            1e3 * any.simulate(workload, HANDLERS).mean(),
            1e3 * even,
            1e3 * chunked);
    System.out.println(found);
    assertTrue(even < WANTED * fixed, found);
    assertTrue(chunked < WANTED * fixed, found);
    assertTrue(even < chunked, found);
  }
}
