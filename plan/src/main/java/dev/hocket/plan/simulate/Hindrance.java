package dev.hocket.plan.simulate;

import java.util.Arrays;
import java.util.Comparator;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;

/**
 * Compares recorded runs on pools: did they take longer while more of them ran? Then they wait for
 * a lock, for connections, or for memory, which more workers do not add. A replay uses the recorded
 * run times, so it would promise too much of more workers.
 *
 * <pre>{@code
 * interface Advice {
 *   static boolean isTrusted(Workload workload, FlowTimes flows, int workers) {
 *     Hindrance seen = Hindrance.of(workload, flows, new int[] {0, 0, 1});
 *     return !seen.isFound() && workers <= seen.atOnce();
 *   }
 * }
 * }</pre>
 *
 * @param atOnce the largest number of runs at once, on all pools
 * @param few the largest number of runs at once that counts as few; 0 unless a hindrance was found
 * @param longer the factor by which runs took longer that began while more than {@code few} ran; 1
 *     unless a hindrance was found
 */
public record Hindrance(int atOnce, int few, double longer) {
  /** The number of runs of each kind that is enough to compare them. */
  private static final int LEAST_RUNS = 20;

  /** A smaller factor changes no decision. */
  private static final double NOTABLE = 1.15;

  /** The difference of the logarithms of run times, in standard errors, that is no chance. */
  private static final double STANDARD_ERRORS = 4;

  private static final double NOTABLE_LOGARITHM = 0.05;

  /** The time of waking a thread, some 50 µs, which depends on no other run. */
  private static final double WAKING_SECONDS = 5e-5;

  private static final double LATE = 1e-6;

  private static final double STEP = Math.sqrt(2);

  /**
   * Compares the runs of each pool, and those of all pools.
   *
   * @param workload the recorded events
   * @param flows the flow times of these events as recorded
   * @param poolOf the pool of each class
   * @return the clearest hindrance, if any
   */
  public static Hindrance of(Workload workload, FlowTimes flows, int[] poolOf) {
    int pools = Arrays.stream(poolOf).max().orElse(0) + 1;
    Hindrance all = new Comparing(workload, flows, one -> 0, 0).hindrance();
    return IntStream.range(0, pools)
        .mapToObj(pool -> new Comparing(workload, flows, one -> poolOf[one], pool).hindrance())
        .filter(one -> one.longer > all.longer)
        .max(Comparator.comparingDouble(Hindrance::longer))
        .map(one -> new Hindrance(all.atOnce, one.few, one.longer))
        .orElse(all);
  }

  /**
   * Returns whether runs took longer while more of them ran.
   *
   * @return false also if there are too few runs to compare
   */
  public boolean isFound() {
    return few > 0;
  }

  /** The runs of one pool, in the order in which they began. */
  private static final class Comparing {
    private final int[] beside;

    /** Run times divided by the mean of their class. */
    private final double[] lengths;

    /** Logarithms of run times, minus the mean of their class's logarithms. */
    private final double[] logarithms;

    Comparing(Workload workload, FlowTimes flows, IntUnaryOperator poolOf, int pool) {
      double[] begins = new double[workload.events()];
      Arrays.setAll(begins, i -> begin(workload, flows, i));
      int[] order =
          IntStream.range(0, begins.length)
              .filter(i -> poolOf.applyAsInt(workload.classes[i]) == pool)
              .boxed()
              .sorted(Comparator.comparingDouble(i -> begins[i]))
              .mapToInt(i -> i)
              .toArray();
      beside =
          beside(
              Arrays.stream(order).mapToDouble(i -> begins[i]).toArray(),
              Arrays.stream(order).mapToDouble(i -> workload.arrivals[i] + flows.at(i)).toArray());
      int[] kinds = Arrays.stream(order).map(i -> workload.classes[i]).toArray();
      double[] times =
          Arrays.stream(order).mapToDouble(i -> WAKING_SECONDS + workload.undisturbed(i)).toArray();
      double[] means = means(times, kinds, workload.classCount);
      lengths = new double[times.length];
      Arrays.setAll(lengths, i -> times[i] / means[kinds[i]]);
      double[] logs = Arrays.stream(times).map(Math::log).toArray();
      double[] middles = means(logs, kinds, workload.classCount);
      logarithms = new double[logs.length];
      Arrays.setAll(logarithms, i -> logs[i] - middles[kinds[i]]);
    }

    private static double[] means(double[] values, int[] kinds, int classes) {
      double[] means = new double[classes];
      int[] counts = new int[classes];
      for (int i = 0; i < values.length; i++) {
        means[kinds[i]] += values[i];
        counts[kinds[i]]++;
      }
      Arrays.setAll(means, i -> means[i] / counts[i]);
      return means;
    }

    /** Counts the runs beside each run; runs that began at once count each other, in any order. */
    private static int[] beside(double[] begins, double[] ends) {
      int[] beside = Crowding.beside(begins, ends);
      for (int i = beside.length - 2; i >= 0; i--) {
        if (begins[i + 1] - begins[i] <= LATE) {
          beside[i] = Math.max(beside[i], beside[i + 1]);
        }
      }
      return beside;
    }

    /**
     * Returns a time just after the begin, so that the thread's previous run has ended despite
     * rounding.
     */
    private static double begin(Workload workload, FlowTimes flows, int i) {
      double length = Math.min(flows.at(i), workload.service[i] + workload.pause(i));
      return workload.arrivals[i] + flows.at(i) - length + Math.min(LATE, length / 2);
    }

    Hindrance hindrance() {
      int atOnce = Arrays.stream(beside).max().orElse(0);
      Hindrance clearest = new Hindrance(atOnce, 0, 1);
      for (double few = 1; few < atOnce; few = Math.max(few + 1, STEP * few)) {
        double longer = longer((int) few);
        if (longer > clearest.longer) {
          clearest = new Hindrance(atOnce, (int) few, longer);
        }
      }
      return clearest;
    }

    /**
     * Returns the factor by which runs beside more than {@code few} took longer; 1 if that may be
     * chance.
     */
    private double longer(int few) {
      Group low = new Group();
      Group high = new Group();
      for (int i = 0; i < beside.length; i++) {
        (beside[i] <= few ? low : high).add(lengths[i], logarithms[i]);
      }
      if (low.runs < LEAST_RUNS || high.runs < LEAST_RUNS) {
        return 1;
      }
      double ratio = high.sum / high.runs / (low.sum / low.runs);
      double error = Math.sqrt(low.variance() + high.variance());
      double sure = high.mean() - low.mean() - NOTABLE_LOGARITHM - STANDARD_ERRORS * error;
      return ratio > NOTABLE && sure > 0 ? ratio : 1;
    }
  }

  /** Sums over the runs of one kind. */
  private static final class Group {
    private int runs;
    private double sum;
    private double logarithms;
    private double squares;

    void add(double length, double logarithm) {
      runs++;
      sum += length;
      logarithms += logarithm;
      squares += logarithm * logarithm;
    }

    double mean() {
      return logarithms / runs;
    }

    /** The variance of the mean. */
    double variance() {
      return Math.max(0, squares / runs - mean() * mean()) / runs;
    }
  }
}
