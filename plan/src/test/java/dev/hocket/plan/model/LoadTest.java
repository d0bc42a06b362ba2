package dev.hocket.plan.model;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LoadTest {
  private static final Load SOME = new Load(2, .1, 1);

  @Test
  void mixtureWithAClassThatNeverArrives_isTheOtherClass() {
    Load none = new Load(0, 5, 0);
    assertEquals(SOME, SOME.mixedWith(none));
    assertEquals(SOME, none.mixedWith(SOME));
  }

  @Test
  void mixture_isWeightedByTheRates_andVariesMoreThanItsParts() {
    // Three of four events take 1 s, the fourth 5 s: mean 2, mean of the squares 7.
    Load mixed = new Load(3, 1, 0).mixedWith(new Load(1, 5, 0));
    assertEquals(4, mixed.arrivalsPerSecond());
    assertEquals(2, mixed.serviceSeconds(), 1e-12);
    assertEquals((7 - 4) / 4., mixed.squaredVariation(), 1e-12);
    assertEquals(8, mixed.offered(), 1e-12);
  }

  @Test
  void staffing_isAtLeastOneThread_andRoundsUp() {
    assertEquals(1, Staffing.byUtilisation(new Load(0, 1, 0), .8));
    assertEquals(1, Staffing.byUtilisation(new Load(.8, 1, 0), .8));
    assertEquals(2, Staffing.byUtilisation(new Load(.81, 1, 0), .8));
  }

  /**
   * An exponential time to wake has no memory: whenever an event comes, the rest is as long as the
   * whole.
   */
  @ParameterizedTest
  @ValueSource(doubles = {.1, 1, 5})
  void anExponentialTimeToWake_delaysEventsByItsMean(double rate) {
    Station station = Station.of(new Load(rate, .1, 1), 1);
    double delayed = new ParkingThread(station, .02, 1).meanFlow();
    assertEquals(station.meanFlow() + .02, delayed, 1e-12);
  }
}
