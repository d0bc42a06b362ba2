package dev.hocket.core.platform;

/** Checks that the calling thread's stack has room for code that an overflow must not cut short. */
public final class StackRoom {
  private static final int FRAMES = 100;

  private StackRoom() {}

  /**
   * Returns if there is room for some tens of calls.
   *
   * @throws StackOverflowError if there is not, before the code has begun
   */
  public static void check() {
    descend(FRAMES, 0, 0, 0);
  }

  /** The parameters make the frames as large as those of ordinary methods. */
  private static long descend(int left, long a, long b, long c) {
    return left == 0 ? a : 1 + descend(left - 1, b, c, a);
  }
}
