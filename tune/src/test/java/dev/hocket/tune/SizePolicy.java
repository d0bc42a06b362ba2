package dev.hocket.tune;

/** Sizes a simulated pool. All times are in nanoseconds. */
interface SizePolicy {
  /** The present size: how many runs at once are allowed. */
  int size();

  default void arrives(long now) {}

  /**
   * A run has ended; {@code running} is how many ran just before, and {@code atOnce} how many when
   * it began.
   */
  default void ends(long queued, long began, long now, int running, int atOnce) {}

  /** A policy that changes nothing. */
  static SizePolicy fixed(int size) {
    return () -> size;
  }
}
