package dev.hocket.bench.nas;

/**
 * A kernel of the NAS Parallel Benchmarks, after their specification (Bailey et al., RNR-94-007).
 *
 * <p>A run computes for one size and compares the result with the published checksums.
 */
public interface NasKernel {
  /**
   * Runs the kernel on a team of threads.
   *
   * @param size the size of the problem
   * @param threads how many threads a parallel region has
   * @return the nanoseconds of the part that the specification times
   * @throws AssertionError if the result is not the published one
   */
  long run(Size size, int threads);

  /**
   * Compares a result with the published one.
   *
   * @param what the name of the result, for the message
   * @param result what was computed
   * @param published what the specification says
   * @param tolerance the greatest relative difference that passes
   * @throws AssertionError if they differ by more; also if the result is no number
   */
  static void verify(String what, double result, double published, double tolerance) {
    if (!(Math.abs((result - published) / published) <= tolerance)) {
      throw new AssertionError(what + " is " + result + "; the published value is " + published);
    }
  }
}
