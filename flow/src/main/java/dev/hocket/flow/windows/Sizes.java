package dev.hocket.flow.windows;

/** Checks the sizes of windows. */
final class Sizes {
  private Sizes() {}

  static void check(long size, long step) {
    if (size < 1 || step < 1) {
      throw new IllegalArgumentException(
          "a window of size " + size + " and step " + step + "; both are 1 or more");
    }
  }
}
