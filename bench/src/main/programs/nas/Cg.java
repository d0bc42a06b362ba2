import dev.hocket.bench.nas.CgProblem;
import dev.hocket.bench.nas.NasKernel;
import dev.hocket.bench.nas.Size;
import dev.hocket.bench.nas.SparseMatrix;
import java.util.Arrays;

/**
 * CG, "conjugate gradient": the smallest eigenvalue of a large sparse matrix by inverse iteration,
 * with a solver of 25 steps.
 */
public final class Cg implements NasKernel {
  private int threads;
  private SparseMatrix matrix;
  private double[] x;
  private double[] z;
  private double[] p;
  private double[] q;
  private double[] r;

  @Override
  public long run(Size size, int threads) {
    CgProblem problem = CgProblem.of(size);
    this.threads = threads;
    matrix = problem.matrix();
    x = new double[problem.rows()];
    z = new double[problem.rows()];
    p = new double[problem.rows()];
    q = new double[problem.rows()];
    r = new double[problem.rows()];
    Arrays.fill(x, 1);
    iterate(problem.shift());
    Arrays.fill(x, 1);
    double zeta = 0;
    long start = System.nanoTime();
    for (int i = 0; i < problem.iterations(); i++) {
      zeta = iterate(problem.shift());
    }
    long nanos = System.nanoTime() - start;
    problem.verify(zeta);
    return nanos;
  }

  /** Runs one step of the inverse iteration; returns the estimate of the eigenvalue. */
  private double iterate(double shift) {
    double left = solve();
    int rows = x.length;
    double xz = 0;
    double zz = 0;
    //#omp parallel for num_threads(threads) reduction(+: xz, zz)
    for (int i = 0; i < rows; i++) {
      xz += x[i] * z[i];
      zz += z[i] * z[i];
    }
    double scale = 1 / Math.sqrt(zz);
    CgProblem.verifyResidual(left);
    //#omp parallel for num_threads(threads)
    for (int i = 0; i < rows; i++) {
      x[i] = scale * z[i];
    }
    return shift + 1 / xz;
  }

  /** Solves A z = x approximately, and returns the norm of x - A z. */
  private double solve() {
    double[] x = this.x;
    double[] z = this.z;
    double[] p = this.p;
    double[] q = this.q;
    double[] r = this.r;
    int rows = x.length;
    double rho = 0;
    double nextRho = 0;
    double pq = 0;
    double left = 0;
    //#omp parallel num_threads(threads)
    {
      //#omp for reduction(+: rho)
      for (int i = 0; i < rows; i++) {
        z[i] = 0;
        r[i] = x[i];
        p[i] = x[i];
        rho += x[i] * x[i];
      }
      for (int step = 0; step < CgProblem.STEPS_OF_SOLVER; step++) {
        //#omp for reduction(+: pq)
        for (int i = 0; i < rows; i++) {
          double product = matrix.row(i, p);
          q[i] = product;
          pq += p[i] * product;
        }
        double alpha = rho / pq;
        //#omp for reduction(+: nextRho)
        for (int i = 0; i < rows; i++) {
          z[i] += alpha * p[i];
          r[i] -= alpha * q[i];
          nextRho += r[i] * r[i];
        }
        double beta = nextRho / rho;
        //#omp for
        for (int i = 0; i < rows; i++) {
          p[i] = r[i] + beta * p[i];
        }
        //#omp single
        {
          rho = nextRho;
          nextRho = 0;
          pq = 0;
        }
      }
      //#omp for reduction(+: left)
      for (int i = 0; i < rows; i++) {
        double difference = x[i] - matrix.row(i, z);
        left += difference * difference;
      }
    }
    return Math.sqrt(left);
  }
}
