package dev.hocket.events;

/** Tells that none of a run of branches was chosen. */
final class Nack {
  private final IVar<Void> lost = new IVar<>();

  /** Made by {@code aWithNack}: choosing it for its creation is enough. */
  final boolean ofCreation;

  private final int from;
  private int to = Integer.MAX_VALUE;

  Nack(int from, boolean ofCreation) {
    this.from = from;
    this.ofCreation = ofCreation;
  }

  Event<Void> event() {
    return lost.getEvt();
  }

  /** The run ends before this branch. */
  void end(int branch) {
    to = branch;
  }

  boolean covers(int branch) {
    return from <= branch && branch < to;
  }

  boolean isApartFrom(int begin, int end) {
    return end <= from || to <= begin;
  }

  boolean contains(int begin, int end) {
    return from <= begin && end <= to;
  }

  /** Fires, at most once. */
  void fire(Wakes wakes) {
    lost.put(null, wakes);
  }
}
