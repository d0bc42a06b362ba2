package dev.hocket.plan.model;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * A speed-up curve fitted to measured run times, with a confidence band.
 *
 * <pre>{@code
 * var runs = List.of(new SpeedUpFit.Run(1, 0.40), new SpeedUpFit.Run(4, 0.11));
 * SpeedUpFit fit = SpeedUpFit.usl(runs, 42);
 * double likely = fit.curve().at(8);
 * SpeedUpFit.Band band = fit.bandAt(8);
 * }</pre>
 *
 * <p>The band is a 95 % interval from bootstrapping: the runs of each number of threads are drawn
 * again with replacement and the curve is fitted again. With one run per number of threads the band
 * has no width, because the spread is unknown.
 */
public final class SpeedUpFit {
  private static final int RESAMPLINGS = 400;
  private static final double LOW = 0.025;
  private static final double HIGH = 0.975;

  /** Quantile of the normal distribution that leaves 2.5 % above it. */
  private static final double NORMAL = 1.959964;

  /** A drawn speed-up is at least this share of the measured one, because it must be above 0. */
  private static final double LEAST = 0.01;

  private final SpeedUp curve;
  private final List<SpeedUp> resampled;

  private SpeedUpFit(SpeedUp curve, List<SpeedUp> resampled) {
    this.curve = curve;
    this.resampled = resampled;
  }

  /**
   * One measured run of a handler.
   *
   * @param threads the number of threads of the run, 1 or more
   * @param seconds the duration of the run, above 0
   */
  public record Run(int threads, double seconds) {

    /** Checks the arguments. */
    public Run {
      Check.between("the number of threads", 1, Integer.MAX_VALUE, threads);
      Check.positive("the run time", seconds);
    }
  }

  /**
   * An interval.
   *
   * @param low its lower end
   * @param high its upper end
   */
  public record Band(double low, double high) {}

  /**
   * Fits Amdahl's law.
   *
   * @param runs at least one run on one thread and one on more
   * @param seed the seed of the resampling
   * @return the fit
   * @throws IllegalArgumentException if there are too few runs
   */
  public static SpeedUpFit amdahl(List<Run> runs, long seed) {
    return fit(runs, seed, means -> new SpeedUp.Amdahl(Math.min(1, contentionAlone(means))));
  }

  /**
   * Fits the universal scalability law, by least squares on n/ε(n) − 1 = σ(n − 1) + κn(n − 1) with
   * neither below 0.
   *
   * @param runs at least one run on one thread and one on more
   * @param seed the seed of the resampling
   * @return the fit
   * @throws IllegalArgumentException if there are too few runs
   */
  public static SpeedUpFit usl(List<Run> runs, long seed) {
    return fit(runs, seed, SpeedUpFit::usl);
  }

  /**
   * Uses the measured speed-ups without a model.
   *
   * @param runs at least one run on one thread and one on more
   * @param seed the seed of the resampling
   * @return the fit
   * @throws IllegalArgumentException if there are too few runs
   */
  public static SpeedUpFit measured(List<Run> runs, long seed) {
    return fit(runs, seed, SpeedUp.Measured::new);
  }

  /**
   * Makes a fit of a curve that is known without any uncertainty.
   *
   * @param curve the curve
   * @return a fit whose bands have no width
   */
  public static SpeedUpFit exact(SpeedUp curve) {
    return new SpeedUpFit(curve, List.of(curve));
  }

  /**
   * Makes a fit of measured speed-ups with the half-widths of their 95 % bands. The errors for
   * different numbers of threads are taken to be independent of each other.
   *
   * @param bySize speed-up for each number of threads
   * @param halfWidths the half-widths of some of them, 0 or more; the others are exact
   * @param seed the seed of the random errors
   * @return the fit
   */
  public static SpeedUpFit within(
      NavigableMap<Integer, Double> bySize, Map<Integer, Double> halfWidths, long seed) {
    return drawn(
        new SpeedUp.Measured(bySize),
        seed,
        random -> {
          TreeMap<Integer, Double> again = new TreeMap<>();
          bySize.forEach((threads, value) -> {
            double halfWidth = Check.nonNegative("a band", halfWidths.getOrDefault(threads, 0.0));
            double error = random.nextGaussian() * halfWidth / NORMAL;
            again.put(threads, Math.max(LEAST * value, value + error));
          });
          return new SpeedUp.Measured(again);
        });
  }

  /**
   * Makes a fit of Amdahl's law with an uncertain share.
   *
   * @param serialShare the share that runs on one thread, between 0 and 1
   * @param halfWidth half the width of the share's 95 % band, 0 or more
   * @param seed the seed of the random errors
   * @return the fit
   */
  public static SpeedUpFit amdahlWithin(double serialShare, double halfWidth, long seed) {
    Check.nonNegative("a band", halfWidth);
    return drawn(
        new SpeedUp.Amdahl(serialShare),
        seed,
        random ->
            new SpeedUp.Amdahl(
                Math.clamp(serialShare + random.nextGaussian() * halfWidth / NORMAL, 0, 1)));
  }

  /**
   * Makes the same fit for a handler that other cores slow down while they are busy.
   *
   * @param slowdown how many times as long a run on so many threads takes while all other cores are
   *     busy
   * @return another fit
   */
  public SpeedUpFit crowded(NavigableMap<Integer, Double> slowdown) {
    return new SpeedUpFit(
        new SpeedUp.Crowded(curve, slowdown),
        resampled.stream().<SpeedUp>map(one -> new SpeedUp.Crowded(one, slowdown)).toList());
  }

  private static SpeedUpFit drawn(
      SpeedUp curve, long seed, Function<SplittableRandom, SpeedUp> again) {
    SplittableRandom random = new SplittableRandom(seed);
    List<SpeedUp> resampled = new ArrayList<>();
    for (int i = 0; i < RESAMPLINGS; i++) {
      resampled.add(again.apply(random));
    }
    return new SpeedUpFit(curve, Collections.unmodifiableList(resampled));
  }

  /**
   * Returns whether the curve is known without any uncertainty.
   *
   * @return true if so; then all draws are the curve itself
   */
  public boolean isExact() {
    return resampled.stream().allMatch(curve::equals);
  }

  /**
   * Draws the curve as other measurements of the same handler might have shown it.
   *
   * @param random the source of randomness
   * @return one of the resampled curves
   */
  public SpeedUp drawn(SplittableRandom random) {
    return resampled.get(random.nextInt(resampled.size()));
  }

  /**
   * The most likely curve.
   *
   * @return the curve of all runs
   */
  public SpeedUp curve() {
    return curve;
  }

  /**
   * Returns the 95 % confidence interval of the speed-up.
   *
   * @param threads number of threads, 1 or more
   * @return the interval
   */
  public Band bandAt(int threads) {
    double[] values = resampled.stream().mapToDouble(one -> one.at(threads)).sorted().toArray();
    return new Band(
        values[(int) (LOW * (values.length - 1))],
        values[(int) Math.ceil(HIGH * (values.length - 1))]);
  }

  private static SpeedUpFit fit(
      List<Run> runs, long seed, Function<TreeMap<Integer, Double>, SpeedUp> law) {
    TreeMap<Integer, double[]> bySize = new TreeMap<>();
    for (Run run : runs) {
      double[] more = bySize.getOrDefault(run.threads(), new double[0]);
      more = Arrays.copyOf(more, more.length + 1);
      more[more.length - 1] = run.seconds();
      bySize.put(run.threads(), more);
    }
    if (!bySize.containsKey(1) || bySize.size() < 2) {
      throw new IllegalArgumentException(
          "a speed-up needs runs on 1 thread and on at least one other number of threads; there are"
              + " runs on "
              + bySize.keySet());
    }
    SplittableRandom random = new SplittableRandom(seed);
    List<SpeedUp> resampled = new ArrayList<>();
    for (int i = 0; i < RESAMPLINGS; i++) {
      TreeMap<Integer, double[]> drawn = new TreeMap<>();
      bySize.forEach((threads, seconds) -> drawn.put(threads, drawAgain(seconds, random)));
      resampled.add(law.apply(speedUps(drawn)));
    }
    return new SpeedUpFit(law.apply(speedUps(bySize)), Collections.unmodifiableList(resampled));
  }

  private static double[] drawAgain(double[] values, SplittableRandom random) {
    double[] drawn = new double[values.length];
    for (int i = 0; i < drawn.length; i++) {
      drawn[i] = values[random.nextInt(values.length)];
    }
    return drawn;
  }

  /** Computes the mean time on one thread divided by the mean time on {@code threads}. */
  private static TreeMap<Integer, Double> speedUps(TreeMap<Integer, double[]> seconds) {
    double one = Arrays.stream(seconds.get(1)).average().orElseThrow();
    TreeMap<Integer, Double> speedUps = new TreeMap<>();
    seconds.forEach((threads, times) ->
        speedUps.put(threads, one / Arrays.stream(times).average().orElseThrow()));
    return speedUps;
  }

  private static SpeedUp usl(TreeMap<Integer, Double> speedUps) {
    // Normal equations of y = σ x1 + κ x2 with x1 = n − 1 and x2 = n (n − 1).
    double s11 = 0;
    double s12 = 0;
    double s22 = 0;
    double s1 = 0;
    double s2 = 0;
    for (var entry : speedUps.entrySet()) {
      double n = entry.getKey();
      double y = n / entry.getValue() - 1;
      double x1 = n - 1;
      double x2 = n * x1;
      s11 += x1 * x1;
      s12 += x1 * x2;
      s22 += x2 * x2;
      s1 += x1 * y;
      s2 += x2 * y;
    }
    double determinant = s11 * s22 - s12 * s12;
    // Two numbers of threads cannot distinguish σ from κ; all loss then counts as contention.
    boolean together = determinant > 1e-12 * s11 * s22;
    double contention = together ? (s1 * s22 - s2 * s12) / determinant : s1 / s11;
    double coherency = together ? (s2 * s11 - s1 * s12) / determinant : 0;
    if (contention < 0) {
      return new SpeedUp.Usl(0, Math.max(0, s2 / s22));
    }
    if (coherency < 0) {
      return new SpeedUp.Usl(Math.max(0, s1 / s11), 0);
    }
    return new SpeedUp.Usl(contention, coherency);
  }

  /** Fits n/ε(n) − 1 = σ(n − 1), σ not below 0, by least squares: Amdahl's serial share. */
  private static double contentionAlone(TreeMap<Integer, Double> speedUps) {
    double xx = 0;
    double xy = 0;
    for (var entry : speedUps.entrySet()) {
      double x = entry.getKey() - 1.0;
      xx += x * x;
      xy += x * (entry.getKey() / entry.getValue() - 1);
    }
    return Math.max(0, xy / xx);
  }
}
