package dev.hocket.flow.windows;

import dev.hocket.flow.functions.ReadOnly;
import dev.hocket.flow.state.Constants;
import java.util.ArrayList;
import java.util.List;

/** A value in a window. Other functions may use it too, so it must never change. */
@Immutable
record Kept(Object value) {
  Kept {
    check(value);
  }

  /** Refuses a value that may change. */
  @ReadOnly
  static void check(Object value) {
    if (!Constants.isConstant(value)) {
      throw new IllegalArgumentException(
          "a "
              + value.getClass().getName()
              + " cannot be in a window, because it may change while the window is open; give the"
              + " window a string, a number, a vector or a record of these, or mark the class"
              + " @Immutable");
    }
  }

  /** Returns the values of a list of kept values. */
  static List<Object> values(List<Kept> all) {
    List<Object> values = new ArrayList<>(all.size());
    for (Kept kept : all) {
      values.add(kept.value());
    }
    return values;
  }
}
