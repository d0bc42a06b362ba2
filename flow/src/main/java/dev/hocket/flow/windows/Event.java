package dev.hocket.flow.windows;

/**
 * A packet with a time, as a source gives it to a {@link TimeWindow}; or a watermark alone.
 *
 * @param value the value, known to be immutable; null if the event is a watermark alone
 * @param time the time of the value, in any unit
 * @param watermark the promise of the source that no later event has an earlier time; {@code
 *     Long.MIN_VALUE} for none
 * @param isMark whether the event is a watermark alone
 */
@Immutable
public record Event(Object value, long time, long watermark, boolean isMark) {
  /**
   * Checks the value.
   *
   * @throws IllegalArgumentException if the value is not known to be immutable
   */
  public Event {
    Kept.check(value);
  }

  /**
   * Makes an event without a watermark.
   *
   * @param value the value
   * @param time its time
   * @return the event
   */
  public static Event at(Object value, long time) {
    return at(value, time, Long.MIN_VALUE);
  }

  /**
   * Makes an event with a watermark, which holds for the events after it.
   *
   * @param value the value
   * @param time its time
   * @param watermark the promise that no later event has an earlier time
   * @return the event
   */
  public static Event at(Object value, long time, long watermark) {
    return new Event(value, time, watermark, false);
  }

  /**
   * Makes a watermark alone. {@code Long.MAX_VALUE} closes all windows: a source gives it before it
   * ends.
   *
   * @param watermark the promise that no later event has an earlier time
   * @return the event
   */
  public static Event mark(long watermark) {
    return new Event(null, Long.MIN_VALUE, watermark, true);
  }
}
