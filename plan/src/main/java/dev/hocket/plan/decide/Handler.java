package dev.hocket.plan.decide;

import dev.hocket.plan.model.Load;
import dev.hocket.plan.model.SpeedUp;
import java.util.Objects;

/**
 * A class of handlers, as measured.
 *
 * @param name its name in reports, for example its position in the source
 * @param load its arrivals and its service time on one thread
 * @param curve the speed-up on several threads
 * @param processorShare share of its service time for which it needs a processor, above 0 and at
 *     most 1: waits for disks and networks occupy a thread, but no core
 * @param pauseSeconds mean time for which it waits or is suspended within a run, and takes neither:
 *     a part of its flow time that no size of a pool changes
 */
public record Handler(
    String name, Load load, SpeedUp curve, double processorShare, double pauseSeconds) {

  /** Checks the arguments. */
  public Handler {
    Objects.requireNonNull(name, "name");
    Objects.requireNonNull(load, "load");
    Objects.requireNonNull(curve, "curve");
    if (!(processorShare > 0 && processorShare <= 1)) {
      throw new IllegalArgumentException(
          "the share of processor time must be above 0 and at most 1, not " + processorShare);
    }
    if (!(pauseSeconds >= 0 && Double.isFinite(pauseSeconds))) {
      throw new IllegalArgumentException(
          "the time of pauses must be 0 or more and finite, not " + pauseSeconds);
    }
  }

  /**
   * Makes a class of handlers that never pause.
   *
   * @param name the name in reports
   * @param load its arrivals and its service time on one thread
   * @param curve the speed-up on several threads
   * @param processorShare share of its service time for which it needs a processor
   */
  public Handler(String name, Load load, SpeedUp curve, double processorShare) {
    this(name, load, curve, processorShare, 0);
  }

  /**
   * Makes a class of handlers that compute all the time.
   *
   * @param name its name in reports
   * @param load its arrivals and its service time on one thread
   * @param curve the speed-up on several threads
   */
  public Handler(String name, Load load, SpeedUp curve) {
    this(name, load, curve, 1);
  }

  /** Returns the same class while a share of the other cores is busy. */
  Handler beside(double othersBusy) {
    return curve.dependsOnOthers()
        ? new Handler(
            name, load, new SpeedUp.Beside(curve, othersBusy), processorShare, pauseSeconds)
        : this;
  }

  /**
   * Returns the number of threads, up to a limit, on which the handler runs fastest.
   *
   * @param most the limit, 1 or more
   * @return 1 to {@code most}; the fewest if several are equally fast
   */
  public int fastestWidth(int most) {
    int best = 1;
    for (int threads = 2; threads <= Math.min(most, curve.most()); threads++) {
      if (curve.at(threads) > curve.at(best)) {
        best = threads;
      }
    }
    return best;
  }

  /**
   * Returns the most threads on which the handler's efficiency is high enough: further threads
   * would delay the other handlers more than they speed up this one (paper 2, section 2.4.2, for a
   * machine of a given size).
   *
   * @param efficiency the required speed-up per thread, in general the load per core
   * @param most the limit, 1 or more
   * @return 1 to {@code most}
   */
  public int worthwhileWidth(double efficiency, int most) {
    for (int threads = Math.min(most, curve.most()); threads > 1; threads--) {
      if (curve.efficiency(threads) >= efficiency) {
        return threads;
      }
    }
    return 1;
  }
}
