package dev.hocket.plan.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the error of the approximation for run times that differ much, as the guide states it. */
class GeneralStationTest {
  private static final double[] UTILISATIONS = {.3, .5, .8, .95};

  /**
   * The simulated means are from 12 million events, within 10 %; {@code hocket bench plan} prints
   * them.
   */
  @ParameterizedTest
  @CsvSource({
    "4, 2, .3, .2313",
    "4, 2, .5, .8034",
    "4, 2, .8, 4.404",
    "4, 2, .95, 24.01",
    "4, 4, .3, .02873",
    "4, 4, .5, .1995",
    "4, 4, .8, 1.816",
    "4, 4, .95, 11.53",
    "4, 16, .5, .002266",
    "4, 16, .8, .2200",
    "4, 16, .95, 2.509",
    "4, 64, .8, .009071",
    "4, 64, .95, .4668",
    "16, 2, .3, .7710",
    "16, 2, .5, 2.700",
    "16, 2, .8, 15.09",
    "16, 2, .95, 83.57",
    "16, 4, .3, .09117",
    "16, 4, .5, .6588",
    "16, 4, .8, 6.195",
    "16, 4, .95, 40.13",
    "16, 16, .8, .7485",
    "100, 2, .3, 4.616",
    "100, 2, .5, 16.26",
    "100, 2, .8, 90.56",
    "100, 4, .3, .5711",
    "100, 4, .5, 3.986",
    "100, 4, .8, 37.36",
    "100, 16, .8, 4.443"
  })
  void waitsOfGammaDistributedRuns_areRightTo15PerCent(
      double variation, int servers, double utilisation, double simulated) {
    double wait = Station.of(new Load(utilisation * servers, 1, variation), servers).meanWait();
    assertEquals(simulated, wait, .15 * simulated);
  }

  /**
   * Compares two exponential classes that take half of the time each with the exact solution. The
   * columns are the variation, the servers, and the bounds of the error in per cent.
   */
  @ParameterizedTest
  @CsvSource({
    "1.5, 1, 0, 0", "1.5, 2, 0, 2", "1.5, 4, 0, 2", "1.5, 16, 0, 2",
    "4, 1, 0, 0", "4, 2, 0, 4", "4, 4, -3, 0", "4, 16, -4, 0",
    "16, 1, 0, 0", "16, 2, 0, 7", "16, 4, -18, 0", "16, 16, -35, 0",
    "100, 1, 0, 0", "100, 2, 0, 8", "100, 4, -33, 0", "100, 16, -82, 0"
  })
  void waitsOfTwoUnlikeClasses_areTooLowWhereFewLongRunsHoldManyWorkers(
      double variation, int servers, double low, double high) {
    for (double utilisation : UTILISATIONS) {
      double error = error(variation, servers, utilisation);
      assertTrue(
          error >= low - .1 && error <= high + .1, "at " + utilisation + ": " + error + " %");
    }
  }

  @ParameterizedTest
  @CsvSource({"4, -2", "16, -31", "100, -77"})
  void waitsOfTwoUnlikeClasses_onManyWorkers(double variation, double low) {
    double error = error(variation, 64, .8);
    assertTrue(error >= low && error <= 0, error + " %");
  }

  /** Checks the reference solution: two equal classes behave as one. */
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 16, 64})
  void exactSolution_ofTwoClassesThatAreAlike_isErlangs(int servers) {
    double[] share = {.3, .7};
    double exact =
        new HyperexponentialQueue(servers, .8 * servers, share, new double[] {1, 1}).meanWait();
    assertEquals(Station.of(new Load(.8 * servers, 1, 1), servers).meanWait(), exact, 1e-9);
  }

  private static double error(double variation, int servers, double utilisation) {
    double most = (1 + Math.sqrt((variation - 1) / (variation + 1))) / 2;
    double[] share = {most, 1 - most};
    double[] means = {.5 / most, .5 / (1 - most)};
    Shape shape = new Shape.Mixed(List.of(new Shape.Gamma(1), new Shape.Gamma(1)), share, means);
    double arrivals = utilisation * servers;
    double exact = new HyperexponentialQueue(servers, arrivals, share, means).meanWait();
    double wait = Station.of(new Load(arrivals, 1, variation, shape), servers).meanWait();
    return 100 * (wait / exact - 1);
  }
}
