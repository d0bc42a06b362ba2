package dev.hocket.flow.engine;

/**
 * The cost of the calls of a function at one place, or of the evaluations of plain code.
 *
 * @param calls the number of calls
 * @param timed the number of timed calls among them
 * @param nanos the time that the timed calls took
 */
public record Cost(String id, long calls, long timed, long nanos) {
  /** The mean time of a call; 0 if none has been timed. */
  public double nanosOfOne() {
    return timed == 0 ? 0 : (double) nanos / timed;
  }

  /** The time of all calls, extrapolated from the timed ones; -1 if none was timed. */
  long nanosOfAll() {
    return timed == 0 ? -1 : (long) (nanosOfOne() * calls);
  }

  /** The difference to an earlier cost. */
  public Cost since(Cost before) {
    return new Cost(id, calls - before.calls, timed - before.timed, nanos - before.nanos);
  }
}
