package dev.hocket.events.model;

/**
 * The kind of a channel: its buffer and its limit.
 *
 * @param capacity how many values it holds
 * @param limit how many asynchronous sends may be pending there
 * @param waits whether a send beyond the limit waits for room; if not, it fails
 */
record Kind(int capacity, int limit, boolean waits) {
  static final Kind PLAIN = new Kind(0, Integer.MAX_VALUE, true);

  boolean isLimited() {
    return limit != Integer.MAX_VALUE;
  }
}
