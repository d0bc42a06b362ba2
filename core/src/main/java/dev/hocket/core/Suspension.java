package dev.hocket.core;

import java.util.List;

/** All objects that a wait of a coroutine needs, allocated before the wait begins. */
final class Suspension {
  private static final Listener[] NONE = {};

  private final Awaited awaited;
  private final Frame first;
  private final Listener[] listeners;

  /** Makes the suspension; the coroutine continues with {@code first} when the wait is over. */
  Suspension(Awaited awaited, Frame first) {
    this.awaited = awaited;
    this.first = first;
    int blocks = awaited.all().size();
    this.listeners = blocks == 0 ? NONE : new Listener[blocks];
    for (int i = 0; i < listeners.length; i++) {
      listeners[i] = new Listener(awaited);
    }
  }

  Awaited awaited() {
    return awaited;
  }

  Frame first() {
    return first;
  }

  /**
   * Wakes the coroutine once all blocks have ended; at once if they already have. Needs no memory.
   */
  void listen() {
    List<Block> blocks = awaited.all();
    for (int i = 0; i < listeners.length; i++) {
      if (!blocks.get(i).listen(listeners[i])) {
        awaited.run();
      }
    }
  }
}
