package dev.hocket.plan.model;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ShapeTest {
  @ParameterizedTest
  @ValueSource(ints = {1, 2, 7, 64, 1000})
  void firstOfSomeRuns_endsAfterTheKnownTimes(int runs) {
    assertEquals(1.0 / (runs + 1), new Shape.Gamma(0).firstRest(runs), 1e-3 / runs);
    assertEquals(1.0 / runs, new Shape.Gamma(1).firstRest(runs), 1e-3 / runs);
  }

  /** From a random moment in it on, a run lasts (1 + cs²)/2 on average. */
  @ParameterizedTest
  @ValueSource(doubles = {0, .3, 1, 4, 16})
  void restOfOneRun_isThatOfItsVariation(double variation) {
    assertEquals(
        (1 + variation) / 2, new Shape.Gamma(variation).firstRest(1), 2e-3 * (1 + variation));
  }

  @Test
  void recordedRuns_haveTheirOwnShape() {
    Shape.Recorded shape = Shape.Recorded.of(new double[] {10, 30}, new long[] {3, 1});
    // The mean is 15; in its units the times are 2/3 and 2.
    assertEquals(1, shape.over(.5));
    assertEquals(.25, shape.over(1));
    assertEquals(0, shape.over(2));
    assertEquals(1, shape.restOver(0), 1e-12);
    assertEquals(.25 * (2 - 1), shape.restOver(1), 1e-12);
    double variation = 3 * (10 - 15) * (10 - 15) / 4.0 / 225 + (30 - 15) * (30 - 15) / 4.0 / 225;
    assertEquals((1 + variation) / 2, shape.firstRest(1), 1e-2);
  }

  @Test
  void unlikeClasses_areMixedByTheirRates() {
    Load mixed = new Load(3, 10, 0).mixedWith(new Load(1, 30, 0));
    Shape.Recorded same = Shape.Recorded.of(new double[] {10, 30}, new long[] {3, 1});
    for (double time : new double[] {0, .4, 1, 1.9, 3}) {
      assertEquals(same.over(time), mixed.shape().over(time), 1e-12);
      assertEquals(same.restOver(time), mixed.shape().restOver(time), 1e-12);
    }
    Load three = mixed.mixedWith(new Load(4, 10, 0));
    assertEquals(1 / 8.0, three.shape().over(29 / three.serviceSeconds()), 1e-12);
    assertEquals(List.of(8.0, 12.5), List.of(three.arrivalsPerSecond(), three.serviceSeconds()));
  }
}
