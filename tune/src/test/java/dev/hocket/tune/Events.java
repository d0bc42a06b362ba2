package dev.hocket.tune;

import java.util.SplittableRandom;
import java.util.function.DoubleUnaryOperator;
import java.util.function.IntToDoubleFunction;

/** Events: their arrivals, ascending, and their run times, both in nanoseconds. */
record Events(long[] arrivals, long[] services) {
  private static final double SECOND = 1e9;

  int count() {
    return arrivals.length;
  }

  /**
   * Makes Poisson arrivals.
   *
   * @param rate the events a second, by the number of the event
   * @param service run time in seconds, from a number that is even between 0 and 1
   */
  static Events poisson(
      int count, IntToDoubleFunction rate, DoubleUnaryOperator service, long seed) {
    SplittableRandom gaps = new SplittableRandom(seed);
    SplittableRandom works = gaps.split();
    long[] arrivals = new long[count];
    long[] services = new long[count];
    double now = 0;
    for (int i = 0; i < count; i++) {
      now -= Math.log1p(-gaps.nextDouble()) / rate.applyAsDouble(i) * SECOND;
      arrivals[i] = (long) now;
      services[i] = (long) (SECOND * service.applyAsDouble(works.nextDouble()));
    }
    return new Events(arrivals, services);
  }

  static DoubleUnaryOperator exponential(double mean) {
    return u -> -Math.log1p(-u) * mean;
  }

  /** Makes events with the same run times, and arrivals in bursts of {@code size}. */
  Events inBursts(int size) {
    long[] times = arrivals.clone();
    for (int i = 0; i < times.length; i++) {
      times[i] = arrivals[i / size * size];
    }
    return new Events(times, services);
  }
}
