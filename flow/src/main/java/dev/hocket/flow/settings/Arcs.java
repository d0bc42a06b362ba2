package dev.hocket.flow.settings;

import java.util.HashMap;
import java.util.Map;

/**
 * Settings of the arcs between sections, and of those inside one.
 *
 * @param capacity the most packets that an arc holds
 * @param waiting the action of a section that finds no packet
 * @param batch the number of packets that a section handles before it gives its thread back
 * @param inside the number of packets that an arc inside a section holds: its sender handles that
 *     many before its receiver begins; 1 makes the arc a call
 * @param byInput settings of single arcs, named by function or id, a dot and the number of the
 *     input from 0, as in {@code load.0}
 */
public record Arcs(
    int capacity, Waiting waiting, int batch, int inside, Map<String, Arcs> byInput) {
  /** Checks the numbers. */
  public Arcs {
    if (capacity < 1) {
      throw new IllegalArgumentException(
          "an arc of capacity " + capacity + "; it must be 1 or more");
    }
    if (batch < 1) {
      throw new IllegalArgumentException("batches of " + batch + " packets; 1 or more make one");
    }
    if (inside < 1) {
      throw new IllegalArgumentException(
          "an arc inside a section for " + inside + " packets; it must be 1 or more");
    }
    byInput = Map.copyOf(byInput);
  }

  /**
   * Makes settings for 256 packets, batches of 64, and no spinning.
   *
   * @return the settings
   */
  public static Arcs defaults() {
    return new Arcs(256, Waiting.BLOCKING, 64, 1, Map.of());
  }

  /**
   * Changes how many packets an arc holds.
   *
   * @param packets the capacity
   * @return changed settings
   */
  public Arcs capacity(int packets) {
    return new Arcs(packets, waiting, batch, inside, byInput);
  }

  /**
   * Changes what a section does when it finds no packet.
   *
   * @param how the action of such a section
   * @return changed settings
   */
  public Arcs waiting(Waiting how) {
    return new Arcs(capacity, how, batch, inside, byInput);
  }

  /**
   * Changes how many packets a section handles before it gives its thread back.
   *
   * @param packets the size of a batch
   * @return changed settings
   */
  public Arcs batch(int packets) {
    return new Arcs(capacity, waiting, packets, inside, byInput);
  }

  /**
   * Lets a function of a section handle several packets before the section's next function runs.
   * Each function then finds its code and data in the processor's caches, but a packet takes longer
   * from end to end. A function with fewer packets handles those and does not wait for more. A
   * branch or loop that is wholly in one section counts as one function here.
   *
   * @param packets their number; 1, the default, makes arcs inside a section calls
   * @return changed settings
   */
  public Arcs inside(int packets) {
    return new Arcs(capacity, waiting, batch, packets, byInput);
  }

  /**
   * Changes the settings of one arc: its capacity, how its receiver waits, and how many packets it
   * holds inside a section.
   *
   * @param input as in {@code load.0} or {@code load#2.0}
   * @param settings the settings of this arc
   * @return changed settings
   */
  public Arcs arc(String input, Arcs settings) {
    Map<String, Arcs> more = new HashMap<>(byInput);
    more.put(input, settings);
    return new Arcs(capacity, waiting, batch, inside, more);
  }
}
