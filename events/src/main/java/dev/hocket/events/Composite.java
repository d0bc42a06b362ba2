package dev.hocket.events;

import java.util.List;

/** An event that is made of others, which its {@code toString} names. */
interface Composite {
  /** The depth below which only the combinator is named. */
  int DEEPEST = 6;

  /** The longest description, in characters. */
  int LONGEST = 200;

  /** Returns the name of the combinator. */
  String combinator();

  /**
   * Returns the events that this one is made of, and words; empty if only the program knows them.
   */
  List<?> parts();

  /**
   * Describes a composed event in words, as in {@code choose(receive from channel a, guard)}.
   * Limited in length and depth; runs no code of the program.
   */
  static String words(Composite event) {
    StringBuilder text = new StringBuilder();
    add(event, DEEPEST, text);
    return text.length() <= LONGEST ? text.toString() : text.substring(0, LONGEST - 1) + "…";
  }

  private static void add(Object part, int deepest, StringBuilder text) {
    if (!(part instanceof Composite composed)) {
      text.append(part);
      return;
    }
    Composite event = innermostOfRepeated(composed);
    text.append(event.combinator());
    List<?> parts = event.parts();
    if (parts.isEmpty()) {
      return;
    }
    if (deepest == 0) {
      text.append("(…)");
      return;
    }
    for (int i = 0; i < parts.size() && text.length() <= LONGEST; i++) {
      text.append(i == 0 ? "(" : ", ");
      add(parts.get(i), deepest - 1, text);
    }
    text.append(')');
  }

  /** Returns the innermost of a row of nested wraps, so that it is named once. */
  private static Composite innermostOfRepeated(Composite event) {
    Composite innermost = event;
    while (innermost.parts().size() == 1
        && innermost.parts().get(0) instanceof Composite inner
        && inner.combinator().equals(innermost.combinator())
        && inner.parts().size() == 1) {
      innermost = inner;
    }
    return innermost;
  }
}
