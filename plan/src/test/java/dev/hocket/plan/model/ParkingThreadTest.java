package dev.hocket.plan.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ParkingThreadTest {
  private static final int EVENTS = 2_000_000;

  /** Simulates flow times; the first event of each busy period waits for the thread to wake. */
  private static double[] simulated(double rate, double service, double wake) {
    SplittableRandom random = new SplittableRandom(1);
    double[] flows = new double[EVENTS];
    double now = 0;
    double free = 0;
    for (int i = 0; i < EVENTS; i++) {
      now -= Math.log1p(-random.nextDouble()) / rate;
      free = (free <= now ? now + wake : free) + service;
      flows[i] = free - now;
    }
    return flows;
  }

  @ParameterizedTest
  @ValueSource(doubles = {.3, .5, .8})
  void meanAndQuantile_areThoseOfASimulation(double utilisation) {
    double wake = .05;
    Station station = Station.of(new Load(utilisation, 1, 0), 1);
    ParkingThread thread = new ParkingThread(station, wake, 0);
    double[] flows = simulated(utilisation, 1, wake);
    // At 80 % the mean of two million events is known to about half a per cent.
    double mean = Arrays.stream(flows).average().orElseThrow();
    assertEquals(mean, thread.meanFlow(), .01 * mean);
    Arrays.sort(flows);
    double p95 = flows[(int) (.95 * EVENTS)];
    assertEquals(p95, thread.flowQuantile(.95), .02 * p95);
  }

  @Test
  void threadThatNeverParks_isTheStationAlone() {
    Station station = Station.of(new Load(.7, 1, 1), 1);
    assertEquals(station.meanFlow(), new ParkingThread(station, 0, 0).meanFlow());
    assertEquals(station.flowQuantile(.9), new ParkingThread(station, 0, 0).flowQuantile(.9));
  }

  @Test
  void poolsOfSeveralThreads_andTimesBelowZero_areRefused() {
    Station one = Station.of(new Load(1, .5, 0), 1);
    assertThrows(IllegalArgumentException.class, () -> new ParkingThread(one, -1, 0));
    assertThrows(IllegalArgumentException.class, () -> new ParkingThread(one, Double.NaN, 0));
    assertThrows(
        IllegalArgumentException.class,
        () -> new ParkingThread(Station.of(new Load(1, .5, 0), 2), 0, 0));
  }
}
