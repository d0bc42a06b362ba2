package dev.hocket.core;

/**
 * The listeners for a block's end, the latest first. A list does not change after the block has it,
 * so that a block can exchange one for another in one step and its end never waits for a new
 * listener.
 */
final class Listener {
  /** Replaces the list of a block that has ended: no listener can be added. */
  static final Listener CLOSED = new Listener(null);

  private final Runnable action;
  private Listener earlier;

  /** Makes a listener that is not in a list yet. */
  Listener(Runnable action) {
    this.action = action;
  }

  private Listener(Runnable action, Listener earlier) {
    this.action = action;
    this.earlier = earlier;
  }

  Runnable action() {
    return action;
  }

  Listener earlier() {
    return earlier;
  }

  /** Links this listener before a list; only before it is published in a block. */
  Listener after(Listener list) {
    earlier = list;
    return this;
  }

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

  /**
   * Returns the listeners in the order in which they were added; in reverse order if memory is
   * short.
   */
  static Listener inOrder(Listener list) {
    if (list == null || list.earlier == null) {
      return list;
    }
    Listener reversed = null;
    try {
      for (Listener l = list; l != null; l = l.earlier) {
        reversed = new Listener(l.action, reversed);
      }
    } catch (OutOfMemoryError noMemory) {
      return list;
    }
    return reversed;
  }
}
