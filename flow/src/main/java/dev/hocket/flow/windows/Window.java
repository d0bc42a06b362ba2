package dev.hocket.flow.windows;

import java.util.Collections;
import java.util.List;

/**
 * The values of a period of time.
 *
 * @param start the first time in the window
 * @param end the first time after the window
 * @param values the values, in the order in which they came; they are known to be immutable
 * @param isLate whether the window has a single late value, whose own windows were already closed
 */
@Immutable
public record Window(long start, long end, List<Object> values, boolean isLate) {
  /** Makes the list immutable. */
  public Window {
    values = Collections.unmodifiableList(values);
  }
}
