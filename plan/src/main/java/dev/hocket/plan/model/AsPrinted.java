package dev.hocket.plan.model;

/**
 * Formula (4) of paper 2 exactly as it is printed there, to reproduce its figures. The formula is
 * wrong in two places, so no decision uses it.
 *
 * <ol>
 *   <li>Cosmetatos's factor belongs to the waiting time only; the paper multiplies the whole flow
 *       time, service included, by about one half.
 *   <li>Its bracket has 1 − ρ, not 1 + ρ: the correction must vanish as the load grows.
 * </ol>
 *
 * <p>So it predicts that a handler that runs 177 ms ends 143 ms after its arrival (paper 2, table
 * 4: Crypt on 3 workers). {@link Station} has the exact value, 203 ms.
 */
public final class AsPrinted {
  private AsPrinted() {}

  /**
   * Mean flow time in M/D/Na/Np by the formula as printed.
   *
   * @param load the arriving load; its variation is ignored
   * @param servers number of threads, Na
   * @return seconds; infinite at a utilisation of 1 or more, not a number without arrivals
   */
  public static double meanFlow(Load load, int servers) {
    Station exponential = new ExponentialStation(load, servers);
    double utilisation = exponential.utilisation();
    double correction =
        (1 + utilisation)
            * (servers - 1)
            * (Math.sqrt(4 + 5.0 * servers) - 2)
            / (16.0 * servers * utilisation);
    return 0.5 * (1 + correction) * exponential.meanFlow();
  }
}
