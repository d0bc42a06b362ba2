package dev.hocket.tune;

/** Sizes a simulated pool. All times are in nanoseconds. */
interface SizePolicy {
  /** Returns the present size: the number of runs at once that are allowed. */
  int size();

  default void arrives(long now) {}

  /**
   * Notes that a run has ended; {@code running} is the number of runs just before, and {@code
   * atOnce} their number when it began.
   */
  default void ends(long queued, long began, long now, int running, int atOnce) {}

  /** Makes a policy that changes nothing. */
  static SizePolicy fixed(int size) {
    return () -> size;
  }
}
