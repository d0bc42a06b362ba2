import dev.hocket.bench.nas.EpProblem;
import dev.hocket.bench.nas.NasKernel;
import dev.hocket.bench.nas.Sequence;
import dev.hocket.bench.nas.Size;

/**
 * EP, "embarrassingly parallel": pairs of Gaussian deviates by the acceptance-rejection method,
 * counted in square annuli.
 */
public final class Ep implements NasKernel {
  @Override
  public long run(Size size, int threads) {
    EpProblem problem = EpProblem.of(size);
    int blocks = problem.blocks();
    long[] counts = new long[EpProblem.ANNULI];
    double sumX = 0;
    double sumY = 0;
    long start = System.nanoTime();
    //#omp parallel num_threads(threads) reduction(+: sumX, sumY)
    {
      double[] numbers = new double[2 * EpProblem.PAIRS_OF_BLOCK];
      long[] own = new long[EpProblem.ANNULI];
      //#omp for nowait
      for (int block = 0; block < blocks; block++) {
        new Sequence(EpProblem.SEED)
            .skip((long) block * numbers.length)
            .fill(numbers, 0, numbers.length);
        for (int i = 0; i < numbers.length; i += 2) {
          double x = 2 * numbers[i] - 1;
          double y = 2 * numbers[i + 1] - 1;
          double t = x * x + y * y;
          if (t <= 1) {
            double scale = Math.sqrt(-2 * Math.log(t) / t);
            double gaussX = x * scale;
            double gaussY = y * scale;
            own[(int) Math.max(Math.abs(gaussX), Math.abs(gaussY))]++;
            sumX += gaussX;
            sumY += gaussY;
          }
        }
      }
      //#omp critical
      for (int i = 0; i < EpProblem.ANNULI; i++) {
        counts[i] += own[i];
      }
    }
    long nanos = System.nanoTime() - start;
    problem.verify(sumX, sumY);
    return nanos;
  }
}
