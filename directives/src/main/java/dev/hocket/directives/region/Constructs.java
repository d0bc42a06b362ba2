package dev.hocket.directives.region;

import java.util.Arrays;

/**
 * The stack of constructs that a thread is in, within its region, so that a misplaced construct is
 * reported with both positions. Only the thread itself uses it.
 */
public final class Constructs {
  private String[] names = new String[4];
  private String[] labels = new String[4];
  private int depth;

  public void push(String name, String label) {
    if (depth == names.length) {
      names = Arrays.copyOf(names, 2 * depth);
      labels = Arrays.copyOf(labels, 2 * depth);
    }
    names[depth] = name;
    labels[depth++] = label;
  }

  public void pop() {
    depth--;
  }

  /** Refuses an ordered statement whose thread would wait for its turn inside another construct. */
  public void checkInLoop(String label) {
    if (!names[depth - 1].equals("for")) {
      throw new IllegalStateException(
          "the ordered at "
              + label
              + " is inside the "
              + names[depth - 1]
              + " at "
              + labels[depth - 1]
              + ", where it would wait for its turn and keep others from theirs; move the "
              + names[depth - 1]
              + " into the ordered statement");
    }
  }

  /** Refuses a construct that every thread of the team must reach, where only some threads can. */
  public void checkNone(String name, String label) {
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
              + ", so not all threads of the team reach it; move it behind that");
    }
  }
}
