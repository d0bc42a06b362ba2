package dev.hocket.flow.settings;

/** The order in which packets pass. */
public enum Order {
  /**
   * Packets pass everywhere in the order in which they began: the results and the state are those
   * of the sequential program, which handles one packet after the other.
   */
  KEPT,
  /**
   * Packets may overtake one another where they take different branches, turns of loops or copies,
   * so a slow packet delays no other. Each single packet is handled as in the sequential program.
   */
  FREE
}
