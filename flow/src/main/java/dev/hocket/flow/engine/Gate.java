package dev.hocket.flow.engine;

import java.util.function.IntSupplier;

/** Limits the packets in a part of the graph, by counting them. Used by one section only. */
public final class Gate {
  private final IntSupplier limit;
  private int inside;

  public Gate(int limit) {
    this(() -> limit);
  }

  public Gate(IntSupplier limit) {
    this.limit = limit;
  }

  boolean isOpen() {
    return inside < limit.getAsInt();
  }

  void enter() {
    inside++;
  }

  public void leave() {
    inside--;
  }
}
