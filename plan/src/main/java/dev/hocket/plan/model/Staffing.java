package dev.hocket.plan.model;

import java.util.function.ToDoubleFunction;

/** How many threads a load needs. */
public final class Staffing {
  private Staffing() {}

  /**
   * The paper's rule of thumb Na = ⌈λ/(μρ)⌉ (section 4.2.1): as many threads as keep the
   * utilisation at or below ρ. It limits the utilisation, not the waiting time: at ρ = 0.8 events
   * wait four service times for one thread, and a tenth of one for sixteen.
   *
   * <p>For table 4 of the paper it gives (3, 3, 10, 6), not the (4, 3, 10, 7) printed there.
   *
   * @param load the load
   * @param utilisation ρ, above 0 and at most 1
   * @return 1 or more
   */
  public static int byUtilisation(Load load, double utilisation) {
    Check.positive("the utilisation", Check.share("the utilisation", utilisation));
    double threads = Math.ceil(load.offered() / utilisation);
    Check.between("the number of threads", 0, Erlang.MOST_SERVERS, (int) threads);
    return Math.max(1, (int) threads);
  }

  /**
   * The fewest threads with which a measure of the station does not exceed a target.
   *
   * @param load the load
   * @param most the most threads there may be
   * @param measure the measure, as in {@code station -> station.flowQuantile(0.95)}; it must not
   *     grow with the threads
   * @param target its largest acceptable value
   * @return 1 to {@code most}, or 0 if even {@code most} miss the target
   */
  public static int byTarget(
      Load load, int most, ToDoubleFunction<Station> measure, double target) {
    Check.between("the most threads", 1, Erlang.MOST_SERVERS, most);
    if (measure.applyAsDouble(Station.of(load, most)) > target) {
      return 0;
    }
    int low = 1;
    int high = most;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (measure.applyAsDouble(Station.of(load, middle)) <= target) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    return high;
  }
}
