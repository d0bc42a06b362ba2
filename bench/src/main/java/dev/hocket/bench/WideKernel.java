package dev.hocket.bench;

import java.util.function.Supplier;

/**
 * Runs a kernel several times on a number of threads. Hocket compiles the program that implements
 * this interface.
 */
public interface WideKernel {
  /** As many threads as the budget has for it at every moment. */
  int SHARED_WIDTH = 0;

  /**
   * Computes.
   *
   * @param kernel what to compute
   * @param rounds how many times
   * @param threads the number of threads that share the items of all rounds, or {@link
   *     #SHARED_WIDTH}
   * @return the kernel's result, the same for each round
   */
  long compute(Kernel kernel, int rounds, int threads);

  /**
   * Runs requests, as the tasks of one parallel region if the program has one.
   *
   * @param threads the number of threads of the region
   * @param requests waits for the next request, and returns null after the last
   */
  default void serve(int threads, Supplier<Runnable> requests) {
    for (Runnable next = requests.get(); next != null; next = requests.get()) {
      next.run();
    }
  }
}
