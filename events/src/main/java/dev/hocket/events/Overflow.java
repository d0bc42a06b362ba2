package dev.hocket.events;

/** What an asynchronous send does when a channel has as many pending as it may have. */
public enum Overflow {
  /** Its creation waits for room; those that wait are served in order. */
  WAIT,
  /** Its creation throws a {@link ChannelFullException}. */
  FAIL
}
