package dev.hocket.plan.simulate;

import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * Whole stretches of a workload. A bootstrap draws them with repetition, and so shows how much a
 * figure depends on the chance of the recording (Künsch, "The jackknife and the bootstrap for
 * general stationary observations", Annals of Statistics 17, 1989). Single events would lose the
 * bursts, so a stretch ends at the longest pause near its due end.
 *
 * <pre>{@code
 * Workload workload = Workload.poisson(List.of(new Load(10, 0.05, 1)), 10_000, 42);
 * List<SpeedUp> none = List.of(new SpeedUp.Amdahl(1));
 * FlowTimes flows = Simulation.pools(workload, none, Sizes.parse("P1A1"));
 * double[] means = Stretches.of(workload).means(flows); // of others that might have been drawn
 * }</pre>
 *
 * <p>All plans see the same draws, so the figures of two plans can be compared draw by draw.
 */
public final class Stretches {
  /** The number of times that the stretches are drawn. */
  public static final int DRAWS = 200;

  private static final int MOST = 40;
  private static final int LEAST_EVENTS = 10;
  private static final long SEED = 20180704;

  /** The lowest bits of a flow time, which hold the number of its stretch where it is sorted. */
  private static final long STRETCH_BITS = 63;

  /** The first event of each stretch, and the number of events. */
  private final int[] bounds;

  private Stretches(int[] bounds) {
    this.bounds = bounds;
  }

  /**
   * Cuts a workload into at most {@value #MOST} stretches.
   *
   * @param workload the events
   * @return the stretches: one for the whole if there are few events
   */
  public static Stretches of(Workload workload) {
    int events = workload.events();
    int count = Math.clamp(events / LEAST_EVENTS, 1, MOST);
    int[] bounds = new int[count + 1];
    for (int i = 1; i < count; i++) {
      int due = (int) ((long) i * events / count);
      bounds[i] = afterLongestPause(workload.arrivals, due, events / count / 3);
    }
    bounds[count] = events;
    return new Stretches(bounds);
  }

  private static int afterLongestPause(double[] arrivals, int due, int near) {
    int best = due;
    for (int i = Math.max(1, due - near); i <= Math.min(arrivals.length - 1, due + near); i++) {
      if (arrivals[i] - arrivals[i - 1] > arrivals[best] - arrivals[best - 1]) {
        best = i;
      }
    }
    return best;
  }

  /**
   * The number of stretches.
   *
   * @return 1 or more; draws of a single one are all alike
   */
  public int count() {
    return bounds.length - 1;
  }

  /**
   * Computes the mean flow times of draws.
   *
   * @param flows flow times of the workload, in order of arrival
   * @return one mean for each draw
   */
  public double[] means(FlowTimes flows) {
    return ratios(flows, flow -> flow);
  }

  /**
   * Computes the shares of events over a limit, for each draw.
   *
   * @param flows flow times of the workload, in order of arrival
   * @param seconds the limit
   * @return one share for each draw
   */
  public double[] sharesOver(FlowTimes flows, double seconds) {
    return ratios(flows, flow -> flow > seconds ? 1 : 0);
  }

  private interface Amount {
    double of(double flow);
  }

  private double[] ratios(FlowTimes flows, Amount amount) {
    double[] sums = new double[count()];
    for (int i = 0; i < count(); i++) {
      for (int event = bounds[i]; event < bounds[i + 1]; event++) {
        sums[i] += amount.of(flows.at(event));
      }
    }
    return draws(drawn -> {
      double sum = 0;
      long events = 0;
      for (int i : drawn) {
        sum += sums[i];
        events += bounds[i + 1] - bounds[i];
      }
      return sum / events;
    });
  }

  /**
   * Computes the flow times that a share of the events does not exceed. Takes time proportional to
   * the events beyond them, for each draw.
   *
   * @param flows flow times of the workload, in order of arrival
   * @param share between 0 and 1
   * @return one quantile for each draw; not a number without events
   */
  public double[] quantiles(FlowTimes flows, double share) {
    if (flows.count() == 0) {
      return draws(drawn -> Double.NaN);
    }
    long[] sorted = new long[flows.count()];
    for (int i = 0; i < count(); i++) {
      for (int event = bounds[i]; event < bounds[i + 1]; event++) {
        sorted[event] = Double.doubleToRawLongBits(flows.at(event)) & ~STRETCH_BITS | i;
      }
    }
    Arrays.sort(sorted);
    return draws(drawn -> quantile(sorted, drawn, share));
  }

  /** Counts from the longest flow time downwards; each counts as often as its stretch was drawn. */
  private double quantile(long[] sorted, int[] drawn, double share) {
    int[] times = new int[count()];
    long events = 0;
    for (int i : drawn) {
      times[i]++;
      events += bounds[i + 1] - bounds[i];
    }
    long beyond = events - (long) Math.ceil(share * events);
    int at = sorted.length - 1;
    for (; at > 0; at--) {
      beyond -= times[(int) (sorted[at] & STRETCH_BITS)];
      if (beyond < 0) {
        break;
      }
    }
    return Double.longBitsToDouble(sorted[at] & ~STRETCH_BITS);
  }

  private interface Figure {
    double of(int[] drawn);
  }

  private double[] draws(Figure figure) {
    SplittableRandom random = new SplittableRandom(SEED);
    double[] figures = new double[DRAWS];
    for (int draw = 0; draw < DRAWS; draw++) {
      int[] drawn = new int[count()];
      Arrays.setAll(drawn, i -> random.nextInt(count()));
      figures[draw] = figure.of(drawn);
    }
    return figures;
  }
}
