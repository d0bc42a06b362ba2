import dev.hocket.bench.kernels.Kernel;
import java.util.function.ToLongFunction;

/** The computations of handlers on every core; {@code hocket bench teams} runs it. */
public final class ParallelKernels implements ToLongFunction<Kernel> {
  @Override
  public long applyAsLong(Kernel kernel) {
    int items = kernel.items();
    long sum = 0;
    //#omp parallel for schedule(dynamic) reduction(+: sum)
    for (int i = 0; i < items; i++) {
      sum += kernel.part(i, i + 1);
    }
    return kernel.result(sum);
  }
}
