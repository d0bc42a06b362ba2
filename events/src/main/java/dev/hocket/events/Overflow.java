package dev.hocket.events;

/** The behaviour of an asynchronous send when the limit on pending sends is reached. */
public enum Overflow {
  /**
   * Its creation waits for room. Senders that wait are served in the order of arrival, and no
   * asynchronous send that arrives later goes before them; a synchronous send, which needs no room,
   * may. A choice keeps its place too: while it looks at its branches once more, the others wait.
   */
  WAIT,

  /** Its creation throws a {@link ChannelFullException}. */
  FAIL
}
