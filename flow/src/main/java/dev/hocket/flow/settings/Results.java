package dev.hocket.flow.settings;

/** The result of a flow with a source. */
public enum Results {
  /** The list of the values of all packets, in {@link Order#KEPT} in their order. */
  ALL,
  /** The value of the last packet, null if there was none. */
  LAST,
  /** No value: the result is null. */
  NONE
}
