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
   * @param threads the number of threads of a parallel region
   * @return the time, in nanoseconds, of the part that the specification measures
   * @throws AssertionError if the result differs from the published one
   */
  long run(Size size, int threads);

  /**
   * Compares a result with the published one.
   *
   * @param what the name of the result, for the message
   * @param result the computed result
   * @param published the result in the specification
   * @param tolerance the greatest relative difference that is accepted
   * @throws AssertionError if the difference is larger, or the result is not a number
   */
  static void verify(String what, double result, double published, double tolerance) {
    if (!(Math.abs((result - published) / published) <= tolerance)) {
      throw new AssertionError(what + " is " + result + "; the published value is " + published);
    }
  }
}
