package dev.hocket.tune;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;
import java.util.Objects;

/**
 * The figure that the size of a worker is to minimise: the mean flow time (from being queued to the
 * end of a run), the flow time within which a share of the runs is done, or the share that takes
 * longer than a limit.
 *
 * <pre>{@code
 * Tuning.Options options = Tuning.Options.DEFAULT.goal(TuningGoal.over(Duration.ofMillis(100)));
 * }</pre>
 */
public abstract sealed class TuningGoal {
  /** The mean flow time. */
  public static final TuningGoal MEAN = new Mean();

  /** The fewest runs of a window beyond a quantile from which it is estimated. */
  private static final int LEAST_BEYOND = 10;

  private static final double NANOS = 1e9;

  private TuningGoal() {}

  /**
   * Makes the goal of a small flow time within which a share of the runs is done.
   *
   * @param share above 0 and below 1, as in 0.95; a window must have 10 runs beyond it
   * @return the goal
   * @throws IllegalArgumentException if the share is impossible
   */
  public static TuningGoal quantile(double share) {
    if (!(share > 0 && share < 1)) {
      throw new IllegalArgumentException(
          "a share of " + share + " of the runs; it must be above 0 and below 1");
    }
    return new Quantile(share);
  }

  /**
   * Makes the goal of a small share of runs whose flow time is longer than a limit. While more than
   * half of the runs are late on every size, the mean counts instead, because a limit that cannot
   * be met distinguishes no sizes.
   *
   * @param limit longer than 0
   * @return the goal
   * @throws IllegalArgumentException if the limit is not longer than 0
   */
  public static TuningGoal over(Duration limit) {
    if (limit.isNegative() || limit.isZero()) {
      throw new IllegalArgumentException("a limit of " + limit + "; it must be longer than 0");
    }
    return new Over(limit);
  }

  /** Computes the figure of some flow times in nanoseconds; smaller is better. */
  abstract double of(double[] flows);

  /**
   * Computes the figure that is {@code factor} times as bad as another one of {@code runs} runs.
   */
  double worse(double figure, double factor, int runs) {
    return factor * figure;
  }

  /**
   * Returns whether the figure of the largest size shows that the goal cannot be met, so that it
   * does not distinguish one size from another.
   */
  boolean isHopeless(double best) {
    return false;
  }

  /** The fewest runs of a window from which the figure is estimated. */
  int leastWindow() {
    return 1;
  }

  /** Formats a figure. */
  abstract String text(double figure);

  private static String milliseconds(double nanos) {
    return String.format(Locale.ROOT, "%,.3f ms", nanos / 1e6);
  }

  /** Formats a number without zeros at its end. */
  private static String number(double value) {
    return BigDecimal.valueOf(value)
        .setScale(6, RoundingMode.HALF_UP)
        .stripTrailingZeros()
        .toPlainString();
  }

  private static final class Mean extends TuningGoal {
    @Override
    double of(double[] flows) {
      return Arrays.stream(flows).average().orElse(0);
    }

    @Override
    String text(double figure) {
      return "a mean of " + milliseconds(figure);
    }

    @Override
    public String toString() {
      return "mean";
    }
  }

  private static final class Quantile extends TuningGoal {
    private final double share;

    Quantile(double share) {
      this.share = share;
    }

    @Override
    double of(double[] flows) {
      double[] sorted = flows.clone();
      Arrays.sort(sorted);
      return sorted[(int) Math.ceil(share * sorted.length) - 1];
    }

    @Override
    int leastWindow() {
      return (int) Math.min(Integer.MAX_VALUE, Math.ceil(LEAST_BEYOND / (1 - share) - 1e-6));
    }

    @Override
    String text(double figure) {
      return percent() + " % done in " + milliseconds(figure);
    }

    private String percent() {
      return number(100 * share);
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Quantile quantile && share == quantile.share;
    }

    @Override
    public int hashCode() {
      return Double.hashCode(share);
    }

    @Override
    public String toString() {
      return "time of " + percent() + " %";
    }
  }

  private static final class Over extends TuningGoal {
    private static final double MOST_LATE = 0.5;

    private final Duration limit;

    Over(Duration limit) {
      this.limit = Objects.requireNonNull(limit, "limit");
    }

    @Override
    double of(double[] flows) {
      double nanos = nanos();
      return (double) Arrays.stream(flows).filter(flow -> flow > nanos).count() / flows.length;
    }

    /** Also adds a constant: a share may be 0, and a single run more or less is chance. */
    @Override
    double worse(double figure, double factor, int runs) {
      return factor * figure + 100 * (factor - 1) / runs;
    }

    @Override
    boolean isHopeless(double best) {
      return best > MOST_LATE;
    }

    @Override
    String text(double figure) {
      return String.format(Locale.ROOT, "%.2f %% over %s", 100 * figure, inWords());
    }

    private double nanos() {
      return limit.getSeconds() * NANOS + limit.getNano();
    }

    private String inWords() {
      return number(nanos() / 1e6) + " ms";
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Over over && limit.equals(over.limit);
    }

    @Override
    public int hashCode() {
      return limit.hashCode();
    }

    @Override
    public String toString() {
      return "share over " + inWords();
    }
  }
}
