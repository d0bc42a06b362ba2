package dev.hocket.casestudies.logs;

/**
 * Whole lines of one log, the packets of the flow.
 *
 * @param log the log's name
 * @param text the lines
 * @param from the position before them
 * @param to the position behind them
 * @param mark whether everything up to here is to be stored
 */
record Batch(String log, String text, Position from, Position to, boolean mark) {
  /** A mark without lines. */
  static Batch onlyMark() {
    return new Batch("", "", null, null, true);
  }

  Batch marked(boolean isMark) {
    return new Batch(log, text, from, to, isMark);
  }
}
