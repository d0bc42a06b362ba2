package dev.hocket.directives;

import java.util.Arrays;

/**
 * The constructs a thread is in, within its region, so that a construct which is misplaced there is
 * reported with both places. Only the thread itself touches it.
 */
final class Constructs {
  private String[] names = new String[4];
  private String[] labels = new String[4];
  private int depth;

  void push(String name, String label) {
    if (depth == names.length) {
      names = Arrays.copyOf(names, 2 * depth);
      labels = Arrays.copyOf(labels, 2 * depth);
    }
    names[depth] = name;
    labels[depth++] = label;
  }

  void pop() {
    depth--;
  }

  /** Refuses what every thread of the team must come to where only some do. */
  void checkNone(String name, String label) {
    if (depth > 0) {
      throw new IllegalStateException(
          "the "
              + name
              + " at "
              + label
              + " is inside the "
              + names[depth - 1]
              + " at "
              + labels[depth - 1]
              + ", where not all threads of the team come to it; move it behind that");
    }
  }
}
