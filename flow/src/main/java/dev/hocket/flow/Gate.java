package dev.hocket.flow;

import java.util.function.IntSupplier;

/** Limits the packets in a part of the graph, by counting them. Used by one section only. */
final class Gate {
  private final IntSupplier limit;
  private int inside;

  Gate(int limit) {
    this(() -> limit);
  }

  Gate(IntSupplier limit) {
    this.limit = limit;
  }

  boolean isOpen() {
    return inside < limit.getAsInt();
  }

  void enter() {
    inside++;
  }

  void leave() {
    inside--;
  }
}
