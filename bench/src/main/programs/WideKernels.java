import dev.hocket.bench.kernels.Kernel;
import dev.hocket.bench.kernels.WideKernel;
import java.util.function.Supplier;

/** Kernels on a given number of threads; {@code hocket bench pxay} runs it. */
public final class WideKernels implements WideKernel {
  @Override
  public long compute(Kernel kernel, int rounds, int threads) {
    return threads == SHARED_WIDTH ? shared(kernel, rounds) : fixed(kernel, rounds, threads);
  }

  private static long fixed(Kernel kernel, int rounds, int threads) {
    int items = kernel.items();
    int all = rounds * items;
    long sum = 0;
    //#omp parallel for num_threads(threads) schedule(dynamic) reduction(+: sum)
    for (int i = 0; i < all; i++) {
      sum += kernel.part(i % items, i % items + 1);
    }
    return kernel.result(sum / rounds);
  }

  private static long shared(Kernel kernel, int rounds) {
    int items = kernel.items();
    int all = rounds * items;
    long sum = 0;
    //#omp parallel for schedule(dynamic) reduction(+: sum)
    for (int i = 0; i < all; i++) {
      sum += kernel.part(i % items, i % items + 1);
    }
    return kernel.result(sum / rounds);
  }

  @Override
  public void serve(int threads, Supplier<Runnable> requests) {
    //#omp parallel num_threads(threads)
    //#omp single
    for (Runnable next = requests.get(); next != null; next = requests.get()) {
      Runnable request = next;
      //#omp task
      request.run();
    }
  }
}
