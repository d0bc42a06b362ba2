package dev.hocket.plan.measure;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

class ArrivalsTest {
  private static final long MILLISECOND = 1_000_000;

  /** Four and six events by turns in 12 whole milliseconds, with one event before and one after. */
  private static Arrivals fourAndSix() {
    Arrivals arrivals = new Arrivals();
    arrivals.add(0);
    for (int window = 1; window <= 12; window++) {
      for (int event = 0; event < (window % 2 == 0 ? 4 : 6); event++) {
        arrivals.add(window * MILLISECOND + event);
      }
    }
    arrivals.add(13 * MILLISECOND);
    return arrivals;
  }

  @Test
  void dispersion_isTheVarianceOfTheWindowsOverTheirMean() {
    // The mean is 5, and each window is one event away from it.
    assertEquals(12 / 11. / 5, fourAndSix().dispersion(), 1e-12);
  }

  @Test
  void arrivalsThatAreTooEven_areHardlyPoisson() {
    assertTrue(fourAndSix().poissonProbability() < .01);
  }

  @Test
  void rate_isThatFromTheFirstToTheLast() {
    assertEquals(61 / .013, fourAndSix().perSecond().value(), 1e-6);
    assertEquals(62, fourAndSix().count());
  }

  @Test
  void withFewWindows_dispersionAndProbabilityAreUnknown() {
    Arrivals arrivals = new Arrivals();
    List.of(0L, MILLISECOND, 2 * MILLISECOND, 3 * MILLISECOND).forEach(arrivals::add);
    assertTrue(Double.isNaN(arrivals.dispersion()));
    assertTrue(Double.isNaN(arrivals.poissonProbability()));
  }
}
