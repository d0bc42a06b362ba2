package dev.hocket.flow;

/**
 * A packet in flight: a slot for the value of each node, and the packet's entry number and way at
 * each {@link Control}. Arcs carry whole frames, so a function always gets values of one packet (an
 * explicit token store, as in Papadopoulos and Culler, "Monsoon", 1990).
 */
// A frame may be in several sections at a time. Each slot is written by one section, before an arc
// takes the frame to those that read it. `arrived`, `entry` and `choice` have a place for each step
// and each control; only the section of that step reads or writes it, until an arc hands the frame
// on.
final class Frame {
  /** From 1. */
  final long packet;

  final Object[] slots;

  /** For each step that waits for several arcs: how many have brought the packet. */
  final int[] arrived;

  /** For each control: the number of the packet among those that came in. */
  final long[] entry;

  /** For each control: the branch or copy that the packet takes. */
  final int[] choice;

  /** The packet with the collection, if this packet is one of its elements; else null. */
  final Frame parent;

  /** The index of this packet in its collection, if it is an element. */
  final int element;

  /**
   * Whether a function has failed on the packet. It then travels to the end of the flow, but no
   * function is called with it.
   */
  // Racy on purpose: functions that do not depend on the failed call may or may not be called.
  boolean dead;

  Frame(long packet, int slots, int steps, int controls) {
    this.packet = packet;
    this.slots = new Object[slots];
    this.arrived = steps == 0 ? null : new int[steps];
    this.entry = controls == 0 ? null : new long[controls];
    this.choice = controls == 0 ? null : new int[controls];
    this.parent = null;
    this.element = -1;
  }

  /**
   * A packet for one element of a collection; it has all values of the packet with the collection.
   */
  Frame(Frame parent, int element) {
    this.packet = parent.packet;
    this.slots = parent.slots.clone();
    this.arrived = parent.arrived == null ? null : new int[parent.arrived.length];
    this.entry = parent.entry.clone();
    this.choice = parent.choice.clone();
    this.parent = parent;
    this.element = element;
    this.dead = parent.dead;
  }
}
