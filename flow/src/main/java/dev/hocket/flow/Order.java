package dev.hocket.flow;

/** In which order packets pass. */
public enum Order {
  /**
   * The order of their beginning, everywhere: a flow does what the program does that handles one
   * packet after the other, state included.
   */
  KEPT,
  /**
   * Packets may overtake one another where they take different branches, turns of loops or copies:
   * a slow one holds up no other. Each packet for itself is treated as by the program.
   */
  FREE
}
