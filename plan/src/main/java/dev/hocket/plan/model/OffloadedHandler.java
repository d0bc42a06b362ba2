package dev.hocket.plan.model;

/**
 * A handler with one part on the event loop and the rest on a pool: t'F = tUI + tF (paper 2,
 * section 2.2). The event loop is a station with one thread; both are taken to be independent,
 * which is exact for exponential service and a good approximation otherwise.
 *
 * @param loop the event loop, with all that it handles
 * @param pool the pool
 */
public record OffloadedHandler(Station loop, Station pool) {

  /** Checks that the loop has one thread. */
  public OffloadedHandler {
    Check.between("the number of threads of an event loop", 1, 1, loop.servers());
  }

  /**
   * Mean time from the event to the end of its handler, in seconds.
   *
   * @return seconds; infinite if either of the two is overloaded
   */
  public double meanFlow() {
    return loop.meanFlow() + pool.meanFlow();
  }
}
