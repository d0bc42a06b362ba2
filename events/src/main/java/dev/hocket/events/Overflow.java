package dev.hocket.events;

/** The behaviour of an asynchronous send when the limit on pending sends is reached. */
public enum Overflow {
  /**
   * The creation waits for room. Senders that wait are served in the order of arrival, and no
   * asynchronous send that arrives later overtakes them; a synchronous send, which needs no room,
   * may. A choice keeps its place too: while it checks its branches again, the others wait.
   */
  WAIT,

  /** The creation throws a {@link ChannelFullException}. */
  FAIL
}
