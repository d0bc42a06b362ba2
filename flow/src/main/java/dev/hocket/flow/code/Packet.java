package dev.hocket.flow.code;

/**
 * A packet as the code of sections sees it: a slot for each value that leaves the method which
 * computes it. Engines extend it with their own data about a packet.
 */
public abstract class Packet {
  public final Object[] slots;

  /**
   * Whether a function has failed on the packet. It then travels to the end of the flow, but no
   * function is called with it.
   */
  // Racy on purpose: functions that do not depend on the failed call may or may not be called.
  public boolean dead;

  public Packet(Object[] slots) {
    this.slots = slots;
  }
}
