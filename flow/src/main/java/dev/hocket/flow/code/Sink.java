package dev.hocket.flow.code;

import dev.hocket.flow.settings.Results;

/** Takes the values of packets at the end of a flow, on the thread of one section. */
public interface Sink {
  /** Returns which values it keeps; null if it passes each value to a subscriber. */
  Results keeps();

  /** Counts a packet, and takes its value. */
  void collect(Object value);

  /** Counts a packet on which a function has failed. */
  void drop();

  /**
   * Counts packets that ended in the loop that began them; the loop calls {@link #take} or {@link
   * #skip} for each of them, unless only the last value is kept or none.
   *
   * @param lastValue the value of the last packet that was not skipped
   */
  void collected(int packets, int skippedOfThem, Object lastValue);

  /** Takes the value of a packet that {@link #collected} counts. */
  void take(Object value);

  /** Notes that a packet which {@link #collected} counts has no value. */
  void skip();
}
