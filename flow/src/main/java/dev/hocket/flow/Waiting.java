package dev.hocket.flow;

/** The way in which a section waits for a packet. */
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
