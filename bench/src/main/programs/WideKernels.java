import dev.hocket.bench.Kernel;
import dev.hocket.bench.WideKernel;

/** Kernels on a given number of threads; {@code hocket bench pxay} runs it. */
public final class WideKernels implements WideKernel {
  @Override
  public long compute(Kernel kernel, int rounds, int threads) {
    int items = kernel.items();
    int all = rounds * items;
    long sum = 0;
    //#omp parallel for num_threads(threads) schedule(dynamic) reduction(+: sum)
    for (int i = 0; i < all; i++) {
      sum += kernel.part(i % items, i % items + 1);
    }
    return kernel.result(sum / rounds);
  }
}
