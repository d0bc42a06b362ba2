package dev.hocket.events.model;

/**
 * The kind of a channel: its buffer and its limit.
 *
 * @param capacity the most values that the channel holds
 * @param limit the most asynchronous sends that may be pending
 * @param waits whether a send beyond the limit waits for room; if not, it fails
 */
record Kind(int capacity, int limit, boolean waits) {
  static final Kind PLAIN = new Kind(0, Integer.MAX_VALUE, true);

  boolean isLimited() {
    return limit != Integer.MAX_VALUE;
  }
}
