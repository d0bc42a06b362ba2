package dev.hocket.plan.model;

/**
 * Computes the speed-up from which on it is better to run one handler on many threads than many
 * handlers on one thread each (paper 2, section 2.4.2 and figure 5).
 *
 * <p>The paper compares at equal utilisation and reads about 5 (exponential) and 2.5 (deterministic
 * service) at 80 %. The first is right; the second comes from formula (4) as printed, the exact
 * value is 3. For a machine of a given size use {@link #onSameCores}, which answers a different
 * question.
 */
public final class Threshold {
  private Threshold() {}

  /**
   * The speed-up at which one parallel worker has the mean flow time of any number of sequential
   * workers, that is the service time alone: 1/(1 − ρ) for exponential service, (2 − ρ)/(2(1 − ρ))
   * for deterministic, in general 1 + (1 + cs²)ρ/(2(1 − ρ)) (Pollaczek and Khinchine).
   *
   * @param utilisation ρ of the parallel worker, 0 to 1
   * @param squaredVariation of the service time
   * @return 1 or more; infinite at a utilisation of 1
   */
  public static double overUnlimited(double utilisation, double squaredVariation) {
    Check.share("the utilisation", utilisation);
    Check.nonNegative("the squared coefficient of variation", squaredVariation);
    return utilisation == 1
        ? Double.POSITIVE_INFINITY
        : 1 + (1 + squaredVariation) * utilisation / (2 * (1 - utilisation));
  }

  /**
   * The speed-up at which one parallel worker has the mean flow time of {@code workers} sequential
   * workers of the same utilisation.
   *
   * @param utilisation ρ of both, at least 0 and below 1
   * @param squaredVariation of the service time
   * @param workers number of sequential workers, Na
   * @return 1 or more
   */
  public static double overWorkers(double utilisation, double squaredVariation, int workers) {
    if (!(utilisation >= 0 && utilisation < 1)) {
      throw new IllegalArgumentException(
          "the utilisation must be at least 0 and below 1, not " + utilisation);
    }
    Load perWorker = new Load(utilisation * workers, 1, squaredVariation);
    double sequential = Station.of(perWorker, workers).meanFlow();
    return overUnlimited(utilisation, squaredVariation) / sequential;
  }

  /**
   * The speed-up that a handler must reach on all of some cores so that one worker with all of them
   * has the mean flow time of as many sequential workers under the same arrivals. As cores grow,
   * its share of the cores comes down to the utilisation: a handler is worth parallelising up to
   * the number of threads whose efficiency is above the load of a core.
   *
   * @param sequential the load when each handler runs on one thread
   * @param cores number of cores
   * @return above 0; not a number if the cores cannot carry the load
   */
  public static double onSameCores(Load sequential, int cores) {
    double flow = Station.of(sequential, cores).meanFlow();
    if (Double.isInfinite(flow)) {
      return Double.NaN;
    }
    // The mean flow time of one worker falls as its speed-up grows, so an inverse search finds the
    // speed-up.
    return Inverse.of(
        speedUp -> -Station.of(sequential.dividedBy(speedUp), 1).meanFlow(),
        -flow,
        Math.max(sequential.offered(), Double.MIN_NORMAL),
        1);
  }
}
