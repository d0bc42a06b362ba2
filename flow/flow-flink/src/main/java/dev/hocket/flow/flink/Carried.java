package dev.hocket.flow.flink;

/** A packet on its way between two operators, with the values that later operators use. */
final class Carried {
  /** The number of the packet, from 1 in the order of the sources. */
  final long number;

  /** Selects the copy that the packet goes to; meaningless unless copies follow. */
  final int route;

  /** Whether a function has failed on the packet, so that no further function is called on it. */
  final boolean dead;

  /** The values, in the order of {@link Stage#out}. */
  final Object[] values;

  Carried(long number, int route, boolean dead, Object[] values) {
    this.number = number;
    this.route = route;
    this.dead = dead;
    this.values = values;
  }
}
