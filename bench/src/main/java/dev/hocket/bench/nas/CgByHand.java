package dev.hocket.bench.nas;

import java.util.Arrays;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** CG written without directives: a part for each thread of a fixed pool, and a barrier. */
public final class CgByHand implements NasKernel {
  @Override
  public long run(Size size, int threads) {
    CgProblem problem = CgProblem.of(size);
    Vectors vectors = new Vectors(problem.matrix(), problem.rows());
    try (ExecutorService pool = Executors.newFixedThreadPool(threads)) {
      iterate(pool, threads, vectors, 1);
      Arrays.fill(vectors.x, 1);
      long start = System.nanoTime();
      double zeta = problem.shift() + iterate(pool, threads, vectors, problem.iterations());
      long nanos = System.nanoTime() - start;
      problem.verify(zeta);
      return nanos;
    }
  }

  private static double iterate(
      ExecutorService pool, int threads, Vectors vectors, int iterations) {
    CyclicBarrier barrier = new CyclicBarrier(threads);
    double[] sums = new double[threads];
    Future<?>[] parts = new Future<?>[threads];
    double[] results = new double[threads];
    for (int t = 0; t < threads; t++) {
      int self = t;
      Part part = new Part(vectors, self, threads, barrier, sums);
      parts[t] =
          pool.submit(() -> {
            for (int i = 0; i < iterations; i++) {
              results[self] = part.iterate();
            }
            return null;
          });
    }
    try {
      for (Future<?> part : parts) {
        part.get();
      }
    } catch (InterruptedException | ExecutionException failed) {
      throw new AssertionError(failed);
    }
    return results[0];
  }

  /** The vectors that all parts share. */
  private static final class Vectors {
    final SparseMatrix matrix;
    final double[] x;
    final double[] z;
    final double[] p;
    final double[] q;
    final double[] r;

    Vectors(SparseMatrix matrix, int rows) {
      this.matrix = matrix;
      x = new double[rows];
      z = new double[rows];
      p = new double[rows];
      q = new double[rows];
      r = new double[rows];
      Arrays.fill(x, 1);
    }
  }

  /** The rows that one thread computes. */
  private static final class Part {
    private final Vectors v;
    private final int self;
    private final int from;
    private final int to;
    private final CyclicBarrier barrier;
    private final double[] sums;

    Part(Vectors vectors, int self, int threads, CyclicBarrier barrier, double[] sums) {
      v = vectors;
      this.self = self;
      from = (int) ((long) v.x.length * self / threads);
      to = (int) ((long) v.x.length * (self + 1) / threads);
      this.barrier = barrier;
      this.sums = sums;
    }

    /**
     * Runs one step of the inverse iteration; returns the difference between the estimate and the
     * shift.
     */
    double iterate() throws InterruptedException, BrokenBarrierException {
      CgProblem.verifyResidual(Math.sqrt(solve()));
      double xz = 0;
      double zz = 0;
      for (int i = from; i < to; i++) {
        xz += v.x[i] * v.z[i];
        zz += v.z[i] * v.z[i];
      }
      xz = sum(xz);
      double scale = 1 / Math.sqrt(sum(zz));
      for (int i = from; i < to; i++) {
        v.x[i] = scale * v.z[i];
      }
      return 1 / xz;
    }

    private double solve() throws InterruptedException, BrokenBarrierException {
      double rho = 0;
      for (int i = from; i < to; i++) {
        v.z[i] = 0;
        v.r[i] = v.x[i];
        v.p[i] = v.x[i];
        rho += v.x[i] * v.x[i];
      }
      rho = sum(rho);
      for (int step = 0; step < CgProblem.STEPS_OF_SOLVER; step++) {
        double pq = 0;
        for (int i = from; i < to; i++) {
          double product = v.matrix.row(i, v.p);
          v.q[i] = product;
          pq += v.p[i] * product;
        }
        double alpha = rho / sum(pq);
        double nextRho = 0;
        for (int i = from; i < to; i++) {
          v.z[i] += alpha * v.p[i];
          v.r[i] -= alpha * v.q[i];
          nextRho += v.r[i] * v.r[i];
        }
        nextRho = sum(nextRho);
        double beta = nextRho / rho;
        rho = nextRho;
        for (int i = from; i < to; i++) {
          v.p[i] = v.r[i] + beta * v.p[i];
        }
        barrier.await();
      }
      double left = 0;
      for (int i = from; i < to; i++) {
        double difference = v.x[i] - v.matrix.row(i, v.z);
        left += difference * difference;
      }
      return sum(left);
    }

    /** Returns the sum of all threads' parts. */
    private double sum(double part) throws InterruptedException, BrokenBarrierException {
      sums[self] = part;
      barrier.await();
      double all = 0;
      for (double each : sums) {
        all += each;
      }
      barrier.await();
      return all;
    }
  }
}
