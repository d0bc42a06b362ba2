package dev.hocket.flow.windows;

import java.util.Collections;
import java.util.List;

/**
 * The values of a period.
 *
 * @param start the first time in the window
 * @param end the first time behind the window
 * @param values the values, in the order in which they came; they are known to be immutable
 * @param isLate whether the window has one late value, whose windows had been closed before
 */
@Immutable
public record Window(long start, long end, List<Object> values, boolean isLate) {
  /** Takes the list as one that cannot change. */
  public Window {
    values = Collections.unmodifiableList(values);
  }
}
