package dev.hocket.plan.simulate;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hocket.plan.model.Load;
import dev.hocket.plan.model.Sizes;
import dev.hocket.plan.model.SpeedUp;
import dev.hocket.plan.model.Station;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class StretchesTest {
  private static final SpeedUp NONE = new SpeedUp.Amdahl(1);
  private static final Load LOAD = new Load(.8, 1, 1);

  private static FlowTimes flows(Workload workload) {
    return Simulation.pools(workload, List.of(NONE), Sizes.parse("P1A1"));
  }

  private static double[] middle(double[] drawn) {
    double[] sorted = drawn.clone();
    Arrays.sort(sorted);
    return new double[] {
      sorted[sorted.length / 40], sorted[sorted.length - 1 - sorted.length / 40]
    };
  }

  /** A band of 95 % should hold the true mean nineteen times in twenty. */
  @Test
  void band_containsTheTrueMean_asOftenAsItClaims() {
    double exact = Station.of(LOAD, 1).meanFlow();
    int inside = 0;
    for (int seed = 0; seed < 100; seed++) {
      Workload workload = Workload.poisson(List.of(LOAD), 20_000, seed);
      double[] band = middle(Stretches.of(workload).means(flows(workload)));
      inside += band[0] <= exact && exact <= band[1] ? 1 : 0;
    }
    assertTrue(inside >= 85, inside + " of 100");
  }

  @Test
  void stretch_endsOutsideOfBursts() {
    // 50 events at once, every second: each burst ends before the next, and all are alike.
    double[] arrivals = new double[4000];
    Arrays.setAll(arrivals, i -> i / 50);
    double[] service = new double[arrivals.length];
    Arrays.fill(service, .001);
    Workload workload = Workload.replayed(arrivals, service, new int[arrivals.length], 1);
    Stretches stretches = Stretches.of(workload);
    assertEquals(40, stretches.count());
    double mean = flows(workload).mean();
    for (double drawn : stretches.means(flows(workload))) {
      assertEquals(mean, drawn, 1e-9);
    }
  }

  @Test
  void quantilesAndShares_areThoseOfTheDraws() {
    Workload workload = Workload.poisson(List.of(LOAD), 50_000, 7);
    FlowTimes flows = flows(workload);
    Stretches stretches = Stretches.of(workload);
    double[] quantiles = middle(stretches.quantiles(flows, .95));
    assertTrue(quantiles[0] < flows.quantile(.95) && flows.quantile(.95) < quantiles[1]);
    double[] shares = middle(stretches.sharesOver(flows, 10));
    assertTrue(shares[0] < flows.shareOver(10) && flows.shareOver(10) < shares[1]);
    assertArrayEquals(stretches.means(flows), Stretches.of(workload).means(flows));
  }

  /** When flow times were put into bins, the band of such events did not contain them. */
  @Test
  void quantilesOfEventsThatAreAllAlike_areTheirFlowTime() {
    double[] arrivals = new double[1000];
    Arrays.setAll(arrivals, i -> i);
    double[] service = new double[arrivals.length];
    Arrays.fill(service, .110);
    Workload workload = Workload.replayed(arrivals, service, new int[arrivals.length], 1);
    for (double quantile : Stretches.of(workload).quantiles(flows(workload), .95)) {
      assertEquals(.110, quantile, 1e-12);
    }
  }

  @Test
  void quantileOfADraw_isTheOneOfItsEvents() {
    Workload workload = Workload.poisson(List.of(LOAD), 5, 3);
    FlowTimes flows = flows(workload);
    assertEquals(1, Stretches.of(workload).count());
    for (double share : new double[] {0, .2, .5, .81, .95, 1}) {
      assertEquals(flows.quantile(share), Stretches.of(workload).quantiles(flows, share)[0], 1e-12);
    }
  }

  @Test
  void quantileOfNoEvents_isNoNumber() {
    Workload none = Workload.replayed(new double[0], new double[0], new int[0], 1);
    assertTrue(Double.isNaN(Stretches.of(none).quantiles(flows(none), .95)[0]));
  }
}
