package dev.hocket.bench;

/**
 * Runs a kernel several times on a number of threads. Hocket compiles the program that implements
 * this interface.
 */
public interface WideKernel {
  /**
   * Computes.
   *
   * @param kernel what to compute
   * @param rounds how many times
   * @param threads the number of threads that share the items of all rounds
   * @return the kernel's result, the same for each round
   */
  long compute(Kernel kernel, int rounds, int threads);
}
