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
    descend(FRAMES, 0, 0, 0, 0, 0, 0, 0, 0);
  }

  /**
   * The parameters, which are used again after the call, make the frames as large as those of
   * interpreted methods, even if the JIT has compiled this one.
   */
  private static long descend(
      int left, long a, long b, long c, long d, long e, long f, long g, long h) {
    return left == 0
        ? a
        : (descend(left - 1, b, c, d, e, f, g, h, a) ^ a ^ b ^ c) + (d ^ e ^ f ^ g ^ h);
  }
}
