package dev.hocket.plan.model;

/**
 * A handler that holds its thread while it waits for something that is not a processor (a disk, a
 * network). It may have more threads than there are cores: the load of the processors is limited,
 * not Na × Np.
 *
 * @param arrivalsPerSecond arrival rate
 * @param processorSeconds mean processor time of a run
 * @param blockedSeconds mean time a run is blocked
 * @param squaredVariation squared coefficient of variation of both together
 */
public record BlockingHandler(
    double arrivalsPerSecond,
    double processorSeconds,
    double blockedSeconds,
    double squaredVariation) {

  /** Checks the arguments. */
  public BlockingHandler {
    Check.nonNegative("the arrival rate", arrivalsPerSecond);
    Check.nonNegative("the processor time", processorSeconds);
    Check.nonNegative("the blocked time", blockedSeconds);
    Check.nonNegative("the squared coefficient of variation", squaredVariation);
  }

  /**
   * The load of the handler on the threads of its pool.
   *
   * @return the load on threads
   */
  public Load onThreads() {
    return new Load(arrivalsPerSecond, processorSeconds + blockedSeconds, squaredVariation);
  }

  /**
   * The share of the cores' time that it needs, which must be below 1 for any number of threads.
   *
   * @param cores number of cores, 1 or more
   * @return 0 or more
   */
  public double processorUtilisation(int cores) {
    Check.between("the number of cores", 1, Integer.MAX_VALUE, cores);
    return arrivalsPerSecond * processorSeconds / cores;
  }
}
