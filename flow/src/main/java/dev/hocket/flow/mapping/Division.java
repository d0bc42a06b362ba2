package dev.hocket.flow.mapping;

import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;

/**
 * A division of {@link Units} into sections: each unit that blocks is alone, the others form groups
 * of neighbours.
 *
 * @param sections the number of each unit's section, from 0; the groups of neighbours come first
 * @param groups how many groups of neighbours there are
 * @param blocking the units that are alone since they block
 */
public record Division(List<Integer> sections, int groups, Set<Integer> blocking) {
  /**
   * What it costs in nanoseconds to hand a packet over to another section, both sides together.
   * Four sections of trivial functions took 120 per packet on two idle processors, which is 80 for
   * each hand-over; sections that find no packet, sleep and are woken take more.
   */
  private static final double HAND_OVER = 300;

  private static final int BISECTIONS = 40;

  /**
   * Divides the units into groups so that the most expensive group costs as little as possible.
   *
   * @param costs nanoseconds for each packet, by unit
   * @param most how many groups at most
   */
  static Division of(double[] costs, Set<Integer> blocking, int most) {
    double low = 0;
    double high = IntStream.range(0, costs.length).mapToDouble(i -> costs[i]).sum();
    for (int i = 0; i < BISECTIONS; i++) {
      double middle = (low + high) / 2;
      if (within(costs, blocking, middle).groups() <= most) {
        high = middle;
      } else {
        low = middle;
      }
    }
    return within(costs, blocking, high);
  }

  /** Begins another group where one would cost more than the limit. */
  private static Division within(double[] costs, Set<Integer> blocking, double limit) {
    int[] sections = new int[costs.length];
    int groups = 0;
    double sum = Double.POSITIVE_INFINITY;
    for (int i = 0; i < costs.length; i++) {
      if (blocking.contains(i)) {
        continue;
      }
      if (sum + costs[i] > limit) {
        groups++;
        sum = 0;
      }
      sum += costs[i];
      sections[i] = groups - 1;
    }
    int next = groups;
    for (int unit : new TreeSet<>(blocking)) {
      sections[unit] = next++;
    }
    return new Division(Arrays.stream(sections).boxed().toList(), groups, Set.copyOf(blocking));
  }

  /** The division with the shortest time between two packets. */
  public static Division best(double[] costs, Set<Integer> blocking, int processors) {
    Division best = of(costs, blocking, 1);
    for (int groups = 2; groups <= Math.min(processors, costs.length); groups++) {
      Division other = of(costs, blocking, groups);
      if (other.nanos(costs, processors) < best.nanos(costs, processors)) {
        best = other;
      }
    }
    return best;
  }

  /**
   * Estimates the time between two packets in nanoseconds: that of the slowest section, or of all
   * work shared among the processors if that is longer.
   */
  public double nanos(double[] costs, int processors) {
    int count = groups + blocking.size();
    double handOver = count > 1 ? HAND_OVER : 0;
    double[] each = new double[count];
    Arrays.fill(each, handOver);
    double computing = count * handOver;
    for (int i = 0; i < costs.length; i++) {
      each[sections.get(i)] += costs[i];
      computing += blocking.contains(i) ? 0 : costs[i];
    }
    return Math.max(Arrays.stream(each).max().orElse(0), computing / processors);
  }
}
