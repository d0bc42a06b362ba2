import static dev.hocket.bench.nas.NasKernel.verify;

import dev.hocket.bench.nas.NasKernel;
import dev.hocket.bench.nas.Sequence;
import dev.hocket.bench.nas.Size;

/**
 * EP, "embarrassingly parallel": pairs of Gaussian deviates by the acceptance-rejection method,
 * counted in square annuli.
 */
public final class Ep implements NasKernel {
  private static final long SEED = 271_828_183;
  private static final int PAIRS_OF_BLOCK = 1 << 16;
  private static final int ANNULI = 10;

  private record Problem(int blocks, double sumX, double sumY) {
    static Problem of(Size size) {
      return switch (size) {
        case S -> new Problem(1 << 8, -3.247834652034740e+3, -6.958407078382297e+3);
        case W -> new Problem(1 << 9, -2.863319731645753e+3, -6.320053679109499e+3);
        case A -> new Problem(1 << 12, -4.295875165629892e+3, -1.580732573678431e+4);
      };
    }
  }

  @Override
  public long run(Size size, int threads) {
    Problem problem = Problem.of(size);
    int blocks = problem.blocks();
    long[] counts = new long[ANNULI];
    double sumX = 0;
    double sumY = 0;
    long start = System.nanoTime();
    //#omp parallel num_threads(threads) reduction(+: sumX, sumY)
    {
      double[] numbers = new double[2 * PAIRS_OF_BLOCK];
      long[] own = new long[ANNULI];
      //#omp for nowait
      for (int block = 0; block < blocks; block++) {
        new Sequence(SEED).skip((long) block * numbers.length).fill(numbers, 0, numbers.length);
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
      for (int i = 0; i < ANNULI; i++) {
        counts[i] += own[i];
      }
    }
    long nanos = System.nanoTime() - start;
    verify("EP, sum of x", sumX, problem.sumX(), 1e-8);
    verify("EP, sum of y", sumY, problem.sumY(), 1e-8);
    return nanos;
  }
}
