package dev.hocket.flow.mapping;

import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A division of {@link Units} into sections: some units are alone, the others form groups of
 * neighbours.
 *
 * @param sections the number of each unit's section, from 0; the groups of neighbours come first
 * @param groups the number of groups of neighbours
 * @param blocking the units that block, which are alone and take no processor
 * @param copies the number of copies of each unit that has several, which is alone, too; its other
 *     copies have the sections after those of all units, unit by unit
 */
public record Division(
    List<Integer> sections, int groups, Set<Integer> blocking, Map<Integer, Integer> copies) {
  /**
   * The cost of handing a packet to another section, in nanoseconds, both sides together. Four
   * sections of trivial functions took 120 per packet on two idle processors, which is 80 for each
   * hand-over; sections that find no packet, sleep and are woken take more.
   */
  private static final double HAND_OVER = 300;

  /** The cost of a section that does not limit the flow: this share of a hand-over. */
  private static final double SHARE_OF_WORK = 0.1;

  private static final int BISECTIONS = 40;

  /** At most this many units have several copies. */
  private static final int MOST_COPIED = 8;

  /** Another copy must promise to shorten the time between two packets to this share. */
  private static final double WORTH_COPIES = 0.9;

  /**
   * The costs of units for each packet.
   *
   * @param nanos the time of the units' calls
   * @param visits the number of times that a packet comes to each unit
   * @param alone the units that must be alone
   * @param blocking the units that block, which are alone, too
   * @param copyable the units of which there may be several copies
   */
  public record Loads(
      double[] nanos,
      double[] visits,
      Set<Integer> alone,
      Set<Integer> blocking,
      Set<Integer> copyable) {
    /** Makes the loads of units whose costs are not known. */
    public static Loads unknown(int units, Set<Integer> alone, Set<Integer> blocking) {
      return new Loads(new double[units], new double[units], alone, blocking, Set.of());
    }

    private boolean isAlone(int unit) {
      return alone.contains(unit) || blocking.contains(unit);
    }
  }

  /**
   * Divides the units into groups so that the most expensive group costs as little as possible.
   *
   * @param most the largest number of groups
   */
  private static Division of(Loads loads, Map<Integer, Integer> copies, int most) {
    double low = 0;
    double high = Arrays.stream(loads.nanos()).sum();
    for (int i = 0; i < BISECTIONS; i++) {
      double middle = (low + high) / 2;
      if (within(loads, copies, middle).groups() <= most) {
        high = middle;
      } else {
        low = middle;
      }
    }
    return within(loads, copies, high);
  }

  /** Begins another group where one would cost more than the limit. */
  private static Division within(Loads loads, Map<Integer, Integer> copies, double limit) {
    int[] sections = new int[loads.nanos().length];
    int groups = 0;
    double sum = Double.POSITIVE_INFINITY;
    for (int i = 0; i < sections.length; i++) {
      if (loads.isAlone(i) || copies.containsKey(i)) {
        continue;
      }
      if (sum + loads.nanos()[i] > limit) {
        groups++;
        sum = 0;
      }
      sum += loads.nanos()[i];
      sections[i] = groups - 1;
    }
    int next = groups;
    for (int i = 0; i < sections.length; i++) {
      if (loads.isAlone(i) || copies.containsKey(i)) {
        sections[i] = next++;
      }
    }
    return new Division(
        Arrays.stream(sections).boxed().toList(),
        groups,
        Set.copyOf(loads.blocking()),
        Map.copyOf(copies));
  }

  /**
   * Finds the division with the shortest time between two packets. All work of a packet counts a
   * little, so that there is no useless section.
   */
  public static Division best(Loads loads, int processors) {
    Division best = best(loads, Map.of(), processors);
    // Adds copies of one more unit at a time, the costliest first, while that helps.
    List<Integer> costliest =
        loads.copyable().stream()
            .filter(unit -> !loads.isAlone(unit))
            .sorted(Comparator.comparingDouble(unit -> -loads.nanos()[unit]))
            .limit(MOST_COPIED)
            .toList();
    for (int unit : costliest) {
      Division without = best;
      for (int copies = 2; copies <= processors; copies++) {
        Map<Integer, Integer> more = new HashMap<>(without.copies());
        more.put(unit, copies);
        Division other = best(loads, more, processors);
        if (other.nanos(loads, processors) < WORTH_COPIES * best.nanos(loads, processors)) {
          best = other;
        }
      }
    }
    return best;
  }

  private static Division best(Loads loads, Map<Integer, Integer> copies, int processors) {
    Division best = of(loads, copies, 1);
    for (int groups = 2; groups <= Math.min(processors, loads.nanos().length); groups++) {
      Division other = of(loads, copies, groups);
      if (other.weighed(loads, processors) < best.weighed(loads, processors)) {
        best = other;
      }
    }
    return best;
  }

  private double weighed(Loads loads, int processors) {
    double handedOver = copies.isEmpty() && count() == 1 ? 0 : count() * HAND_OVER;
    return nanos(loads, processors) + SHARE_OF_WORK * handedOver;
  }

  /**
   * Estimates the time between two packets in nanoseconds: that of the slowest section, or of all
   * work shared among the processors if that is longer.
   */
  public double nanos(Loads loads, int processors) {
    int count = count();
    double[] work = new double[count];
    double[] handedOver = new double[count];
    int[] times = new int[count];
    double blocked = 0;
    boolean isOne = count == 1 && copies.isEmpty();
    for (int i = 0; i < sections.size(); i++) {
      int section = sections.get(i);
      work[section] += loads.nanos()[i];
      blocked += loads.blocking().contains(i) ? loads.nanos()[i] : 0;
      times[section] = copies.getOrDefault(i, 1);
      // A packet that reaches a unit several times is handed over each time.
      boolean isBorder = i == 0 || !sections.get(i - 1).equals(section);
      double visits = isBorder ? Math.max(1, loads.visits()[i]) : 1;
      handedOver[section] = Math.max(handedOver[section], isOne ? 0 : HAND_OVER * visits);
    }
    double most = 0;
    double all = -blocked;
    for (int i = 0; i < count; i++) {
      most = Math.max(most, (work[i] + handedOver[i]) / times[i]);
      all += work[i] + handedOver[i];
    }
    return Math.max(most, all / processors);
  }

  /** Counts the sections, apart from those of further copies. */
  public int count() {
    return sections.stream().mapToInt(section -> section + 1).max().orElse(0);
  }
}
