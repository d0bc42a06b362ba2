package dev.hocket.plan.model;

/** Computes the number of threads that a load needs. */
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
}
