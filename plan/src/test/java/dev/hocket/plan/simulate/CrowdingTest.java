package dev.hocket.plan.simulate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hocket.plan.model.Load;
import dev.hocket.plan.model.Sizes;
import dev.hocket.plan.model.SpeedUp;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CrowdingTest {
  private static final List<SpeedUp> ONE_THREAD = List.of(new SpeedUp.Amdahl(1));

  /** Makes runs with a thread each that need one of {@code connections}. */
  private static Workload asRecorded(Workload asked, int connections) {
    double[] flows =
        Simulation.pools(asked, ONE_THREAD, Sizes.parse("P1A" + connections)).inOrder();
    return Workload.replayed(asked.arrivals, flows, asked.classes, 1);
  }

  private static Workload inBursts(double rate, double variation, int size) {
    Workload single = Workload.poisson(List.of(new Load(rate, .01, variation)), 20_000, 5);
    double[] arrivals = single.arrivals.clone();
    Arrays.setAll(arrivals, i -> single.arrivals[i / size * size]);
    return Workload.replayed(arrivals, single.service, single.classes, 1);
  }

  @ParameterizedTest
  @CsvSource({"10, 0, 600, 100", "10, 1, 600, 100", "3, 0, 150, 40", "40, 1, 2000, 400"})
  void connections_showInRunsThatOnlyTakeLonger(
      int connections, double variation, double rate, int burst) {
    Workload asked = inBursts(rate, variation, burst);
    // Some runs must have been uncrowded to show how long a run takes by itself.
    Workload all =
        together(Workload.poisson(List.of(new Load(50, .01, variation)), 5_000, 7), asked);
    Crowding crowding = Crowding.of(asRecorded(all, connections));
    assertTrue(crowding.isHindered(), crowding.levels().toString());
    assertEquals(connections, crowding.useful(), Math.max(1, .15 * connections));
  }

  /** Joins two workloads, one after the other. */
  private static Workload together(Workload first, Workload second) {
    double gap = first.lastArrival() + 1;
    double[] arrivals = Arrays.copyOf(first.arrivals, first.events() + second.events());
    double[] service = Arrays.copyOf(first.service, arrivals.length);
    for (int i = 0; i < second.events(); i++) {
      arrivals[first.events() + i] = gap + second.arrivals[i];
      service[first.events() + i] = second.service[i];
    }
    return Workload.replayed(arrivals, service, new int[arrivals.length], 1);
  }

  @Test
  void independentRuns_areNotHindered_inAnyNumber() {
    Crowding crowding = Crowding.of(inBursts(1_000, 1, 50));
    assertFalse(crowding.isHindered(), crowding.levels().toString());
    assertEquals(crowding.atOnce(), crowding.useful());
    assertTrue(crowding.atOnce() > 50);
  }

  /** The waits for a connection are subtracted from the runs, as far as their spread allows. */
  @Test
  void relievedRuns_takeAboutAsLongAsUncrowdedOnes() {
    Workload all =
        together(Workload.poisson(List.of(new Load(50, .01, 0)), 5_000, 7), inBursts(600, 0, 100));
    Workload relieved = Crowding.of(asRecorded(all, 10)).relieved();
    double mean = Arrays.stream(relieved.service).average().orElseThrow();
    assertEquals(.01, mean, .002);
  }

  @Test
  void noEvents_areNotCrowded() {
    Crowding none = Crowding.of(Workload.replayed(new double[0], new double[0], new int[0], 1));
    assertEquals(0, none.atOnce());
    assertFalse(none.isHindered());
    assertEquals(List.of(), none.levels());
  }
}
