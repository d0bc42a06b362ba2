package dev.hocket.plan.simulate;

import java.util.Arrays;
import java.util.Comparator;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;

/**
 * Says whether recorded runs on pools took longer while more of them ran: they wait for a lock, for
 * connections, or for memory, which more workers do not bring. A replay takes run times as they
 * were, so it would promise too much of more workers.
 *
 * <pre>{@code
 * Hindrance seen = Hindrance.of(workload, flows, new int[] {0, 0, 1});
 * boolean trust = !seen.isFound() && workers <= seen.atOnce();
 * }</pre>
 *
 * @param atOnce the most that ran at once, on all pools
 * @param few how many at once count as few; 0 unless a hindrance was found
 * @param longer how many times as long a run took that began while more than {@code few} ran; 1
 *     unless a hindrance was found
 */
public record Hindrance(int atOnce, int few, double longer) {
  /** Runs of each kind that are enough to compare them. */
  private static final int LEAST_RUNS = 20;

  /** A smaller factor changes no decision. */
  private static final double NOTABLE = 1.15;

  /** By how many standard errors the logarithms of run times must differ by more than this. */
  private static final double STANDARD_ERRORS = 4;

  private static final double NOTABLE_LOGARITHM = 0.05;

  /** Waking a thread takes some 50 µs, which says nothing about other runs. */
  private static final double WAKING_SECONDS = 5e-5;

  private static final double LATE = 1e-6;

  private static final double STEP = Math.sqrt(2);

  /**
   * Compares the runs of each pool, and those of all pools.
   *
   * @param workload the recorded events
   * @param flows how long they took when they were recorded
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
   * Whether runs took longer while more of them ran.
   *
   * @return false also if there are too few to tell
   */
  public boolean isFound() {
    return few > 0;
  }

  /** The runs of one pool, in the order in which they began. */
  private static final class Comparing {
    private final int[] beside;

    /** Run times divided by the mean of their class. */
    private final double[] lengths;

    /** Logarithms of run times without the mean of their class's. */
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

    /** Runs that began at once count each other, in whatever order the recording has them. */
    private static int[] beside(double[] begins, double[] ends) {
      int[] beside = Crowding.beside(begins, ends);
      for (int i = beside.length - 2; i >= 0; i--) {
        if (begins[i + 1] - begins[i] <= LATE) {
          beside[i] = Math.max(beside[i], beside[i + 1]);
        }
      }
      return beside;
    }

    /** A little late, so that the run before it on the same thread has ended, despite rounding. */
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

    /** How many times as long runs beside more than {@code few} took; 1 if that may be chance. */
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

  /** Sums over runs. */
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
