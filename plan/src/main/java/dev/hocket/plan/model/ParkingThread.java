package dev.hocket.plan.model;

/**
 * A thread that parks when it is idle, so that the first event of a busy period waits for it to
 * wake, and all later events of that period are delayed, too: M/G/1 with set-up times (Welch, "On a
 * generalized M/G/1 queueing process in which the first customer of each busy period receives
 * exceptional service", Operations Research 12, 1964). It matters where a handler takes less than
 * some milliseconds.
 *
 * @param station the thread, as if it never parked
 * @param wakeSeconds mean time from an event that finds it parked to the start of its handler
 * @param squaredVariation squared coefficient of variation of that time
 */
public record ParkingThread(Station station, double wakeSeconds, double squaredVariation) {

  /** Checks that it is one thread. */
  public ParkingThread {
    Check.between("the number of threads", 1, 1, station.servers());
    Check.nonNegative("the time to wake", wakeSeconds);
    Check.nonNegative("the squared coefficient of variation", squaredVariation);
  }

  /**
   * Mean time from an event's arrival to the end of its handler.
   *
   * @return seconds; infinite at a utilisation of 1 or more
   */
  public double meanFlow() {
    return station.meanFlow() + meanDelay();
  }

  /**
   * The flow time that a share of all events does not exceed, taking all of them to be delayed
   * alike.
   *
   * @param share between 0 and 1, as in 0.95
   * @return seconds; infinite for a share of 1 and at a utilisation of 1 or more
   */
  public double flowQuantile(double share) {
    return station.flowQuantile(share) + meanDelay();
  }

  /** The delay that waking adds: (2E[D] + λE[D²]) / (2(1 + λE[D])), whatever the service time. */
  private double meanDelay() {
    double rate = station.load().arrivalsPerSecond();
    double second = wakeSeconds * wakeSeconds * (1 + squaredVariation);
    return (2 * wakeSeconds + rate * second) / (2 * (1 + rate * wakeSeconds));
  }
}
