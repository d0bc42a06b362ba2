package dev.hocket.bench.kernels;

import java.util.function.Supplier;

/**
 * Runs a kernel several times on a number of threads. Hocket compiles the program that implements
 * this interface.
 */
public interface WideKernel {
  /** The number of threads that stands for as many as the budget has at every moment. */
  int SHARED_WIDTH = 0;

  /**
   * Runs a kernel.
   *
   * @param kernel the kernel
   * @param rounds the number of runs
   * @param threads the number of threads that share the items of all rounds, or {@link
   *     #SHARED_WIDTH}
   * @return the kernel's result, the same for each round
   */
  long compute(Kernel kernel, int rounds, int threads);

  /**
   * Runs requests, as the tasks of one parallel region if the program has one.
   *
   * @param threads the number of threads of the region
   * @param requests waits for the next request and returns it; returns null after the last one
   */
  default void serve(int threads, Supplier<Runnable> requests) {
    for (Runnable next = requests.get(); next != null; next = requests.get()) {
      next.run();
    }
  }
}
