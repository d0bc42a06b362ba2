package dev.hocket.flow.settings;

/**
 * The way in which a section waits for a packet. A section that has found no packet in several
 * waits with {@link #SPINNING} or {@link #YIELDING}, since the sections that send to it have no
 * processor or take longer, waits as with {@link #BLOCKING} most times, until a try pays again.
 */
public enum Waiting {
  /** The section gives its thread back at once; the sender of the next packet submits it again. */
  BLOCKING,
  /** The section spins for some microseconds before it gives its thread back. */
  SPINNING,
  /**
   * The section yields the processor a few times, looking for a packet each time, before it gives
   * its thread back.
   */
  YIELDING
}
