package dev.hocket.casestudies.logs;

/**
 * The place in the statistics where a line counts.
 *
 * @param service the program that has written the line
 * @param minute the line's time in minutes since 1970; 0 if it has none
 */
record Tally(String service, Level level, long minute) {
  /** A line of no known format counts for its log. */
  static Tally other(String log) {
    return new Tally(log, Level.OTHER, 0);
  }
}
