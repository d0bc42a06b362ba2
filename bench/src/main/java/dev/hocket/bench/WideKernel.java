package dev.hocket.bench;

/** Runs a kernel some times over on a number of threads; Hocket compiles the program that does. */
public interface WideKernel {
  /**
   * Computes.
   *
   * @param kernel what to compute
   * @param rounds how many times
   * @param threads that share the items of all rounds
   * @return the kernel's result, the same for each round
   */
  long compute(Kernel kernel, int rounds, int threads);
}
