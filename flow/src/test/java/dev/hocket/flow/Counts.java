package dev.hocket.flow;

/** A class with a static field, in the same folder as functions in no package. */
public final class Counts {
  private static int count;

  private Counts() {}

  /** Counts its calls. */
  public static int next() {
    return ++count;
  }
}
