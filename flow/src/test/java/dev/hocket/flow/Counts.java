package dev.hocket.flow;

/** Code with a static field, in the same folder as functions in no package. */
public final class Counts {
  private static int count;

  private Counts() {}

  /** Returns how often it was called. */
  public static int next() {
    return ++count;
  }
}
