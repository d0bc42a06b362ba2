import dev.hocket.bench.kernels.Steps;
import java.util.function.ToLongFunction;

/** {@link SharedSteps} with a guided schedule. */
public final class GuidedSteps implements ToLongFunction<Steps> {
  @Override
  public long applyAsLong(Steps work) {
    long sum = 0;
    for (int i = 0; i < work.steps(); i++) {
      int step = i;
      int items = work.items(step);
      //#omp parallel for schedule(guided) reduction(+: sum)
      for (int item = 0; item < items; item++) {
        sum += work.item(step, item);
      }
    }
    return sum;
  }
}
