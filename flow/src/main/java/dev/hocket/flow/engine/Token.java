package dev.hocket.flow.engine;

import dev.hocket.core.Span;
import dev.hocket.flow.code.Packet;

/**
 * A packet in flight: beside the values, its number, and its entry number and way at each {@link
 * Control}. Arcs carry whole tokens, so a function always gets values of one packet (an explicit
 * token store, as in Papadopoulos and Culler, "Monsoon", 1990).
 */
// A token may be in several sections at a time. Each slot is written by one section, before an arc
// takes the token to those that read it. `arrived`, `entry` and `choice` have a place for each step
// and each control; only the section of that step reads or writes it, until an arc hands the token
// on.
public final class Token extends Packet {
  /** The packet's number, from 1. */
  public final long packet;

  /** The number of arcs that have brought the packet, for each step that waits for several. */
  final int[] arrived;

  /** The packet's number among those that came into each control. */
  final long[] entry;

  /** The branch or copy that the packet takes in each control. */
  final int[] choice;

  /** The packet with the collection, if this packet is one of its elements; else null. */
  final Token parent;

  /** The message or connection that has become the packet, if a recording follows it; else null. */
  final Span span;

  /**
   * The time at which an arc last took the packet to another section; kept only if it has a span.
   * Racy on purpose: the packet may be in several sections. The receiving step reads it at once.
   */
  long sentAt;

  /** The index of this packet in its collection, if it is an element. */
  final int element;

  Token(long packet, int slots, int steps, int controls, Span span) {
    super(new Object[slots]);
    this.span = span;
    this.packet = packet;
    this.arrived = steps == 0 ? null : new int[steps];
    this.entry = controls == 0 ? null : new long[controls];
    this.choice = controls == 0 ? null : new int[controls];
    this.parent = null;
    this.element = -1;
  }

  /**
   * A packet for one element of a collection; it has all values of the packet with the collection.
   */
  Token(Token parent, int element) {
    super(parent.slots.clone());
    this.packet = parent.packet;
    this.span = parent.span;
    this.arrived = parent.arrived == null ? null : new int[parent.arrived.length];
    this.entry = parent.entry.clone();
    this.choice = parent.choice.clone();
    this.parent = parent;
    this.element = element;
    this.dead = parent.dead;
  }
}
