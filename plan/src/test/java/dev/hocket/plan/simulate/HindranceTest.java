package dev.hocket.plan.simulate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hocket.plan.model.Load;
import dev.hocket.plan.model.SpeedUp;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HindranceTest {
  private static final List<SpeedUp> ONE_THREAD = List.of(new SpeedUp.Amdahl(1));
  private static final int[] ONE_POOL = {0};

  /** Poisson arrivals that keep two servers busy. */
  private static Workload asked(double variation, int events) {
    return Workload.poisson(List.of(new Load(200, .01, variation)), events, 11);
  }

  private static FlowTimes on(Workload workload, int workers) {
    return Simulation.pools(workload, ONE_THREAD, List.of(1), List.of(workers), new int[] {0});
  }

  /** Lengthens each run by its wait for one of {@code connections}. */
  private static Workload behind(Workload asked, int connections) {
    return Workload.replayed(
        asked.arrivals, on(asked, connections).inOrder(), asked.classes, asked.classCount);
  }

  @ParameterizedTest
  @CsvSource({"0, 2_000", "1, 2_000", "4, 20_000"})
  void runsThatWaitForConnections_areRecognised(double variation, int events) {
    Workload runs = behind(asked(variation, events), 3);
    Hindrance seen = Hindrance.of(runs, runs.withoutWaits(), ONE_POOL);
    assertTrue(seen.isFound(), seen.toString());
    assertTrue(seen.longer() > 1.15, seen.toString());
    assertTrue(seen.few() < seen.atOnce(), seen.toString());
  }

  @ParameterizedTest
  @CsvSource({"0, 3", "1, 3", "1, 40"})
  void runsThatWaitOnlyForAWorker_areNot(double variation, int workers) {
    Workload runs = asked(variation, 5_000);
    Hindrance seen = Hindrance.of(runs, on(runs, workers), ONE_POOL);
    assertFalse(seen.isFound(), seen.toString());
    assertTrue(seen.atOnce() <= workers, seen.toString());
    assertTrue(seen.atOnce() > 1, seen.toString());
  }

  @Test
  void veryUnlikeRuns_areNoHindrance() {
    Workload runs = asked(16, 20_000);
    Hindrance seen = Hindrance.of(runs, on(runs, 3), ONE_POOL);
    assertFalse(seen.isFound(), seen.toString());
  }

  /**
   * While the machine was full, runs took longer, but the recording shows their waits for a
   * processor.
   */
  @Test
  void waitsForAProcessor_areNotCounted() {
    Workload asked = asked(1, 3_000);
    Workload longer = behind(asked, 3);
    double[] ready = new double[asked.events()];
    Arrays.setAll(ready, i -> longer.service[i] - asked.service[i]);
    Workload recorded = longer.computing(asked.service, ready);
    assertTrue(Hindrance.of(longer, longer.withoutWaits(), ONE_POOL).isFound());
    assertFalse(Hindrance.of(recorded, recorded.withoutWaits(), ONE_POOL).isFound());
  }

  /** Of runs that began at once, a recording has the short ones first. */
  @Test
  void orderOfRunsThatBeginAtOnce_saysNothing() {
    int events = 2_000;
    double[] arrivals = new double[events];
    double[] service = new double[events];
    for (int i = 0; i < events; i++) {
      arrivals[i] = i / 4;
      service[i] = .01 * (1 + i % 4);
    }
    Workload runs = Workload.replayed(arrivals, service, new int[events], 1);
    assertEquals(new Hindrance(4, 0, 1), Hindrance.of(runs, runs.withoutWaits(), ONE_POOL));
  }

  /** One pool's runs hinder each other; the other's, which take most of the load, do not. */
  @Test
  void hindranceOfOnePool_isSeenBesideAnotherPool() {
    Workload hindered = behind(asked(1, 3_000), 3);
    int events = 2 * hindered.events();
    double[] arrivals = new double[events];
    double[] service = new double[events];
    int[] classes = new int[events];
    for (int i = 0; i < events; i++) {
      arrivals[i] = hindered.arrivals[i / 2];
      service[i] = i % 2 == 0 ? hindered.service[i / 2] : .02;
      classes[i] = i % 2;
    }
    Workload both = Workload.replayed(arrivals, service, classes, 2);
    Hindrance seen = Hindrance.of(both, both.withoutWaits(), new int[] {0, 1});
    assertTrue(seen.isFound(), seen.toString());
  }

  @Test
  void fewRuns_orNone_sayNothing() {
    Workload none = Workload.replayed(new double[0], new double[0], new int[0], 1);
    assertEquals(new Hindrance(0, 0, 1), Hindrance.of(none, none.withoutWaits(), ONE_POOL));
    Workload few = behind(asked(1, 30), 1);
    assertFalse(Hindrance.of(few, few.withoutWaits(), ONE_POOL).isFound());
  }
}
