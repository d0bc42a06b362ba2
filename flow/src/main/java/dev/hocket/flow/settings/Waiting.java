package dev.hocket.flow.settings;

/**
 * The way in which a section waits for a packet. A section with {@link #SPINNING} or {@link
 * #YIELDING} may find no packet in several waits, because its senders have no processor or take
 * longer. It then usually waits as with {@link #BLOCKING}, until an occasional try succeeds.
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
