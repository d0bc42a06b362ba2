package dev.hocket.core;

/**
 * Those who want to know of a block's end, the latest first. The lists do not change, so that a
 * block can exchange one for another in one step and its end never waits for who comes to listen.
 */
record Listener(Runnable action, Listener earlier) {
  /** In place of the list of a block that has told all its listeners. */
  static final Listener TOLD = new Listener(null, null);

  static Listener without(Listener list, Runnable action) {
    Listener later = null;
    Listener found = list;
    while (found != null && found.action != action) {
      later = new Listener(found.action, later);
      found = found.earlier;
    }
    if (found == null) {
      return list;
    }
    Listener rest = found.earlier;
    for (; later != null; later = later.earlier) {
      rest = new Listener(later.action, rest);
    }
    return rest;
  }

  /** In the order in which they came. */
  static Listener reversed(Listener list) {
    Listener reversed = null;
    for (Listener l = list; l != null; l = l.earlier) {
      reversed = new Listener(l.action, reversed);
    }
    return reversed;
  }
}
