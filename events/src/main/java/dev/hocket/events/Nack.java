package dev.hocket.events;

/** An event that happens if none of a run of branches was chosen. */
final class Nack {
  private final IVar<Void> lost = new IVar<>();

  private final int from;
  private int to = Integer.MAX_VALUE;

  Nack(int from) {
    this.from = from;
  }

  Event<Void> event() {
    return lost.getEvt();
  }

  /** The first branch after the run. */
  void end(int branch) {
    to = branch;
  }

  boolean covers(int branch) {
    return from <= branch && branch < to;
  }

  boolean isApartFrom(int begin, int end) {
    return end <= from || to <= begin;
  }

  /** Fires, at most once. */
  void fire(Wakes wakes) {
    lost.tryPut(null, wakes);
  }
}
