package dev.hocket.bench.nas;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** EP written without directives: a range of blocks for each thread of a fixed pool. */
public final class EpByHand implements NasKernel {
  /** What one thread has computed. */
  private record Part(double x, double y, long[] counts) {}

  @Override
  public long run(Size size, int threads) {
    EpProblem problem = EpProblem.of(size);
    try (ExecutorService pool = Executors.newFixedThreadPool(threads)) {
      // Starts the threads, as a region before the first one does for a team.
      compute(pool, threads, 0);
      long start = System.nanoTime();
      Part all = compute(pool, threads, problem.blocks());
      long nanos = System.nanoTime() - start;
      problem.verify(all.x, all.y);
      return nanos;
    }
  }

  private static Part compute(ExecutorService pool, int threads, int blocks) {
    List<Future<Part>> parts = new ArrayList<>();
    for (int t = 0; t < threads; t++) {
      int from = (int) ((long) blocks * t / threads);
      int to = (int) ((long) blocks * (t + 1) / threads);
      parts.add(pool.submit(() -> part(from, to)));
    }
    double x = 0;
    double y = 0;
    long[] counts = new long[EpProblem.ANNULI];
    try {
      for (Future<Part> future : parts) {
        Part part = future.get();
        x += part.x;
        y += part.y;
        for (int i = 0; i < counts.length; i++) {
          counts[i] += part.counts[i];
        }
      }
    } catch (InterruptedException | ExecutionException failed) {
      throw new AssertionError(failed);
    }
    return new Part(x, y, counts);
  }

  private static Part part(int from, int to) {
    double sumX = 0;
    double sumY = 0;
    long[] counts = new long[EpProblem.ANNULI];
    double[] numbers = new double[2 * EpProblem.PAIRS_OF_BLOCK];
    for (int block = from; block < to; block++) {
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
          counts[(int) Math.max(Math.abs(gaussX), Math.abs(gaussY))]++;
          sumX += gaussX;
          sumY += gaussY;
        }
      }
    }
    return new Part(sumX, sumY, counts);
  }
}
