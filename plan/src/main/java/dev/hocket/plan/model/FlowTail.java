package dev.hocket.plan.model;

import java.util.Arrays;
import org.apache.commons.statistics.distribution.ContinuousDistribution;

/**
 * The probability that a wait and a service time together are longer than some time: the integral
 * of the service time's tail over the distribution of the wait. The points of the integral are
 * close together where either of the two changes: at equal steps of the wait, and around the
 * service time before the end.
 */
final class FlowTail {
  private static final int STEPS = 160;

  /** Number of the wait's decay times that the integral covers; later ones do not count. */
  private static final double DECAYS = 40;

  /** Octaves of the service time to both sides of its mean, and points in each. */
  private static final int OCTAVES = 8;

  private static final int IN_AN_OCTAVE = 6;

  private final Station station;
  private final ContinuousDistribution service;

  FlowTail(Station station, ContinuousDistribution service) {
    this.station = station;
    this.service = service;
  }

  double over(double seconds) {
    double[] points = points(seconds);
    double sum = service.survivalProbability(seconds) * (1 - station.waitOver(0));
    double before = station.waitOver(0);
    double tailBefore = service.survivalProbability(seconds);
    for (int i = 1; i < points.length && before > 0; i++) {
      double after = station.waitOver(points[i]);
      double tailAfter = service.survivalProbability(seconds - points[i]);
      sum += (before - after) * (tailBefore + tailAfter) / 2;
      before = after;
      tailBefore = tailAfter;
    }
    return Math.min(1, sum + before);
  }

  /** Chooses the points of the integral, from 0 to the time, ascending. */
  private double[] points(double seconds) {
    double mean = station.meanWait() / station.waitOver(0);
    double last = Math.min(seconds, DECAYS * mean);
    double[] points = new double[STEPS + 2 * OCTAVES * IN_AN_OCTAVE + 2];
    for (int i = 0; i < STEPS; i++) {
      points[i] = last * i / STEPS;
    }
    points[STEPS] = last;
    for (int i = STEPS + 1; i < points.length - 1; i++) {
      double octave = (double) (i - STEPS) / IN_AN_OCTAVE - OCTAVES;
      points[i] = Math.clamp(seconds - service.getMean() * Math.pow(2, octave), 0, seconds);
    }
    points[points.length - 1] = seconds;
    Arrays.sort(points);
    return points;
  }
}
