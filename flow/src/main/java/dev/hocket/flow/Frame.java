package dev.hocket.flow;

/**
 * A packet on its way: the values it has so far, in a place for each node, and what control needs
 * to know of it. What travels on arcs is frames, so that a function always gets values of one
 * packet (an explicit token store, as in Papadopoulos and Culler, "Monsoon", 1990).
 */
// A frame may be in several sections at a time. Each slot is written by one section, before an arc
// takes the frame to those that read it. `arrived`, `entry` and `choice` have a place for each step
// and each piece of control, which only the section of that step touches, or hands on by an arc.
final class Frame {
  /** From 1. */
  final long packet;

  final Object[] slots;

  /** How many arcs have brought it to a step that waits for several. */
  final int[] arrived;

  /** For each piece of control, as the how manieth packet it came in. */
  final long[] entry;

  /** For each piece of control, the branch or copy it takes. */
  final int[] choice;

  /** Of an element of a collection, the packet with the collection; null of any other. */
  final Frame parent;

  /** Of an element of a collection, its place there. */
  final int element;

  /** Whether a function has failed on it: it goes on to the end, but no function is called. */
  // Racy on purpose: functions that do not depend on the failed one may be called or not.
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

  /** One element of a collection, which sees all values that the packet has. */
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
