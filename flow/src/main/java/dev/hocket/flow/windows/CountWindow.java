package dev.hocket.flow.windows;

import dev.hocket.flow.functions.Function;
import java.util.ArrayList;
import java.util.List;

/** A function that collects packets in windows of a fixed number of packets. */
public final class CountWindow {
  /** The latest values; packet n is at index n modulo the size. */
  private Kept[] ring;

  private long came;

  /** Makes a function that has seen no packet. */
  public CountWindow() {}

  /**
   * Collects packets in windows that follow one another.
   *
   * @param value the value of a packet
   * @param size the number of packets in a window, the same for all packets
   * @return the values of the window if it is full, else null
   */
  @Function
  public List<Object> countWindow(Object value, int size) {
    return countWindow(value, size, size);
  }

  /**
   * Collects packets in windows that overlap, or that omit packets between them.
   *
   * @param value the value of a packet
   * @param size the number of packets in a window, the same for all packets
   * @param step the number of packets from the begin of one window to the begin of the next
   * @return the values of the window if it is full, else null
   */
  @Function
  public List<Object> countWindow(Object value, int size, int step) {
    Sizes.check(size, step);
    if (ring == null) {
      ring = new Kept[size];
    }
    if (ring.length != size) {
      throw new IllegalArgumentException(
          "a count window of " + ring.length + " packets cannot become one of " + size);
    }
    ring[(int) (came++ % size)] = new Kept(value);
    if (came < size || (came - size) % step != 0) {
      return null;
    }
    List<Object> values = new ArrayList<>(size);
    for (long n = came - size; n < came; n++) {
      values.add(ring[(int) (n % size)].value());
    }
    return values;
  }
}
