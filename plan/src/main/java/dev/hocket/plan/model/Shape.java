package dev.hocket.plan.model;

import java.util.Arrays;
import java.util.List;
import org.apache.commons.numbers.gamma.RegularizedGamma;

/**
 * The shape of a distribution of service times: times are in units of their mean. Two numbers, mean
 * and variation, do not determine how long events wait where many threads serve handlers of very
 * unlike run times; the shape does.
 */
public sealed interface Shape {

  /**
   * Share of the runs that take longer than a time.
   *
   * @param means a time in units of the mean, 0 or more
   * @return 0 to 1
   */
  double over(double means);

  /**
   * Probability that a run, from a random moment in it on, lasts longer than a time: the integral
   * of {@link #over} from that time on.
   *
   * @param means a time in units of the mean, 0 or more
   * @return 0 to 1
   */
  double restOver(double means);

  /**
   * Mean time from a random moment until the first of several runs ends. An event that finds all
   * threads busy and an empty queue waits this long.
   *
   * @param runs the number of runs, 1 or more
   * @return the time in units of the mean service time
   */
  default double firstRest(int runs) {
    // Simpson's rule on a logarithmic scale: the rests may be of any order of magnitude.
    int steps = 200;
    double from = Math.log(1e-6 / runs);
    double width = (Math.log(1e6) - from) / steps;
    double sum = 0;
    for (int i = 0; i <= steps; i++) {
      double x = Math.exp(from + i * width);
      double weight = i == 0 || i == steps ? 1 : i % 2 == 1 ? 4 : 2;
      sum += weight * x * Math.pow(restOver(x), runs);
    }
    return Math.exp(from) + sum * width / 3;
  }

  /**
   * A gamma distribution, which is assumed where only the variation is known: all run times are
   * equal at 0, exponential at 1.
   *
   * @param squaredVariation squared coefficient of variation, 0 or more
   */
  record Gamma(double squaredVariation) implements Shape {
    @Override
    public double over(double means) {
      return squaredVariation == 0
          ? means < 1 ? 1 : 0
          : RegularizedGamma.Q.value(1 / squaredVariation, means / squaredVariation);
    }

    @Override
    public double restOver(double means) {
      if (squaredVariation == 0) {
        return Math.max(0, 1 - means);
      }
      double k = 1 / squaredVariation;
      double rest = RegularizedGamma.Q.value(k + 1, means * k) - means * over(means);
      return Math.max(0, rest);
    }
  }

  /**
   * A recorded distribution of run times.
   *
   * @param times run times in units of their mean, ascending
   * @param over share of the runs that take longer than each of them
   * @param rest the integral of that share from each of them on
   */
  record Recorded(double[] times, double[] over, double[] rest) implements Shape {

    /**
     * Makes the shape of recorded run times.
     *
     * @param times run times in any unit, ascending
     * @param counts the number of runs that took each of them
     * @return their shape
     */
    public static Recorded of(double[] times, long[] counts) {
      int last = times.length - 1;
      double all = Arrays.stream(counts).sum();
      double[] over = new double[times.length];
      double[] rest = new double[times.length];
      for (int i = last - 1; i >= 0; i--) {
        over[i] = over[i + 1] + counts[i + 1] / all;
        rest[i] = rest[i + 1] + over[i] * (times[i + 1] - times[i]);
      }
      double mean = rest[0] + times[0];
      return new Recorded(
          Arrays.stream(times).map(time -> time / mean).toArray(),
          over,
          Arrays.stream(rest).map(time -> time / mean).toArray());
    }

    /** The index of the last time that is not later, or −1. */
    private int before(double means) {
      int found = Arrays.binarySearch(times, means);
      return found >= 0 ? found : -found - 2;
    }

    @Override
    public double over(double means) {
      int before = before(means);
      return before < 0 ? 1 : over[before];
    }

    @Override
    public double restOver(double means) {
      int before = before(means);
      return before < 0
          ? rest[0] + times[0] - means
          : Math.max(0, rest[before] - over[before] * (means - times[before]));
    }
  }

  /**
   * A mixture of several classes.
   *
   * @param parts the classes
   * @param shares the share of each class in all runs
   * @param means their mean service times, in units of the mean of all
   */
  record Mixed(List<Shape> parts, double[] shares, double[] means) implements Shape {
    @Override
    public double over(double time) {
      double sum = 0;
      for (int i = 0; i < shares.length; i++) {
        sum += shares[i] * (means[i] == 0 ? 0 : parts.get(i).over(time / means[i]));
      }
      return sum;
    }

    @Override
    public double restOver(double time) {
      double sum = 0;
      for (int i = 0; i < shares.length; i++) {
        sum += shares[i] * means[i] * (means[i] == 0 ? 0 : parts.get(i).restOver(time / means[i]));
      }
      return sum;
    }
  }
}
