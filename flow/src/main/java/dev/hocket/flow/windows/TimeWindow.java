package dev.hocket.flow.windows;

import dev.hocket.flow.functions.Function;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A function that collects packets in windows of time: either the time of events, whose watermarks
 * close windows, or the time of a clock. Times are in any unit; windows begin at multiples of their
 * step.
 */
public final class TimeWindow {
  /** The values of open windows, by the begin of the window. */
  private final TreeMap<Long, List<Kept>> open = new TreeMap<>();

  private long watermark = Long.MIN_VALUE;

  /** Makes a function without open windows. */
  public TimeWindow() {}

  /**
   * Collects events in windows that follow one another; ignores late events.
   *
   * @param event an event
   * @param size the length of a window
   * @return the windows that this event's watermark closes, by their ends; often none
   */
  @Function
  public List<Window> timeWindow(Event event, long size) {
    return timeWindow(event, size, size, Late.DROP);
  }

  /**
   * Collects events in windows.
   *
   * @param event an event
   * @param size the length of a window
   * @param step the time from the begin of one window to the begin of the next
   * @param late the policy for an event all of whose windows are closed
   * @return the windows that this event's watermark closes, by their ends; often none
   */
  @Function
  public List<Window> timeWindow(Event event, long size, long step, Late late) {
    Sizes.check(size, step);
    List<Window> closed = new ArrayList<>();
    if (!event.isMark() && !add(event.value(), event.time(), size, step)) {
      switch (late) {
        case DROP -> {}
        case ALONE -> closed.add(alone(event.value(), event.time(), size, step));
        case FAIL -> throw new LateException(event.time(), watermark);
      }
    }
    close(event.watermark(), size, closed);
    return closed;
  }

  /**
   * Collects packets in windows by their time of arrival, as a clock gives it. A window is returned
   * with the first packet after its end.
   *
   * @param value the value of a packet
   * @param millis the length of a window
   * @param clock the clock; tests pass one that they control
   * @return the windows that have ended before this packet; often none
   */
  @Function
  public List<Window> clockWindow(Object value, long millis, InstantSource clock) {
    Sizes.check(millis, millis);
    // A clock that is set back does not make packets late.
    long now = Math.max(clock.millis(), watermark);
    List<Window> closed = new ArrayList<>();
    close(now, millis, closed);
    add(value, now, millis, millis);
    return closed;
  }

  /** Adds a value to its open windows; returns false if it has windows, and all are closed. */
  private boolean add(Object value, long time, long size, long step) {
    Kept kept = new Kept(value);
    boolean late = false;
    boolean added = false;
    for (long start = lastStart(time, step); time - start < size; start -= step) {
      if (end(start, size) > watermark) {
        open.computeIfAbsent(start, any -> new ArrayList<>()).add(kept);
        added = true;
      } else {
        late = true;
      }
    }
    return added || !late;
  }

  /** Returns the begin of the last window that begins at a time or before. */
  private static long lastStart(long time, long step) {
    return Math.multiplyExact(Math.floorDiv(time, step), step);
  }

  private static long end(long start, long size) {
    long end = start + size;
    return start > 0 && end < 0 ? Long.MAX_VALUE : end;
  }

  private void close(long mark, long size, List<Window> closed) {
    watermark = Math.max(watermark, mark);
    while (!open.isEmpty() && end(open.firstKey(), size) <= watermark) {
      Map.Entry<Long, List<Kept>> first = open.pollFirstEntry();
      long start = first.getKey();
      closed.add(new Window(start, end(start, size), Kept.values(first.getValue()), false));
    }
  }

  private static Window alone(Object value, long time, long size, long step) {
    long start = lastStart(time, step);
    return new Window(start, end(start, size), Kept.values(List.of(new Kept(value))), true);
  }
}
