package dev.hocket.bench.nas;

/**
 * The problem of EP for one size, and its published result.
 *
 * @param blocks the number of blocks of pairs
 * @param sumX the published sum of the first deviates
 * @param sumY the published sum of the second ones
 */
public record EpProblem(int blocks, double sumX, double sumY) {
  /** The seed of the random numbers. */
  public static final long SEED = 271_828_183;

  /** The number of pairs in a block. */
  public static final int PAIRS_OF_BLOCK = 1 << 16;

  /** The number of square annuli in which deviates are counted. */
  public static final int ANNULI = 10;

  /**
   * Returns the problem.
   *
   * @param size the size
   * @return the problem
   */
  public static EpProblem of(Size size) {
    return switch (size) {
      case S -> new EpProblem(1 << 8, -3.247834652034740e+3, -6.958407078382297e+3);
      case W -> new EpProblem(1 << 9, -2.863319731645753e+3, -6.320053679109499e+3);
      case A -> new EpProblem(1 << 12, -4.295875165629892e+3, -1.580732573678431e+4);
    };
  }

  /**
   * Compares results with the published ones.
   *
   * @param x the sum of the first deviates
   * @param y the sum of the second ones
   */
  public void verify(double x, double y) {
    NasKernel.verify("EP, sum of x", x, sumX, 1e-8);
    NasKernel.verify("EP, sum of y", y, sumY, 1e-8);
  }
}
