package dev.hocket.core;

/** The place where a block runs that is handed to a target. */
public enum Place {
  /** On the target; in place if the calling thread belongs to it. */
  TARGET,
  /** On the calling thread, whatever target that belongs to, under the same failure rules. */
  HERE;

  /**
   * Returns the place that a condition selects.
   *
   * @param onTarget whether the block goes to the target
   * @return {@link #TARGET} or {@link #HERE}
   */
  public static Place onTargetIf(boolean onTarget) {
    return onTarget ? TARGET : HERE;
  }
}
