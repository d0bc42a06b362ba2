import static dev.hocket.bench.nas.NasKernel.verify;

import dev.hocket.bench.nas.Fft;
import dev.hocket.bench.nas.NasKernel;
import dev.hocket.bench.nas.Sequence;
import dev.hocket.bench.nas.Size;

/**
 * FT: a partial differential equation solved by Fourier transforms in three dimensions, six steps.
 *
 * <p>Complex numbers are pairs of neighbours in an array.
 */
public final class Ft implements NasKernel {
  private static final long SEED = 314_159_265;
  private static final double ALPHA = 1e-6;
  private static final int STEPS = 6;
  private static final int SUMMED = 1024;

  /** The number of lines that are transformed together: those in one stretch of memory. */
  private static final int LINES = 16;

  private record Problem(int nx, int ny, int nz, double[] sums) {
    static Problem of(Size size) {
      return switch (size) {
        case S -> new Problem(64, 64, 64, new double[] {
          5.546087004964e+02, 4.845363331978e+02, 5.546385409189e+02, 4.865304269511e+02,
          5.546148406171e+02, 4.883910722336e+02, 5.545423607415e+02, 4.901273169046e+02,
          5.544255039624e+02, 4.917475857993e+02, 5.542683411902e+02, 4.932597244941e+02
        });
        case W -> new Problem(128, 128, 32, new double[] {
          5.673612178944e+02, 5.293246849175e+02, 5.631436885271e+02, 5.282149986629e+02,
          5.594024089970e+02, 5.270996558037e+02, 5.560698047020e+02, 5.260027904925e+02,
          5.530898991250e+02, 5.249400845633e+02, 5.504159734538e+02, 5.239212247086e+02
        });
        case A -> new Problem(256, 256, 128, new double[] {
          5.046735008193e+02, 5.114047905510e+02, 5.059412319734e+02, 5.098809666433e+02,
          5.069376896287e+02, 5.098144042213e+02, 5.077892868474e+02, 5.101336130759e+02,
          5.085233095391e+02, 5.104914655194e+02, 5.091487099959e+02, 5.107917842803e+02
        });
      };
    }
  }

  private int threads;
  private int nx;
  private int ny;
  private int nz;

  @Override
  public long run(Size size, int threads) {
    Problem problem = Problem.of(size);
    this.threads = threads;
    nx = problem.nx();
    ny = problem.ny();
    nz = problem.nz();
    double[] spectrum = new double[2 * nx * ny * nz];
    double[] state = new double[spectrum.length];
    double[] decay = new double[nx * ny * nz];
    double[] sums = new double[2 * STEPS];
    // All memory is touched before the measured time begins.
    decay(decay);
    initial(spectrum);
    evolve(spectrum, decay, state);
    transform(state, 1);
    long start = System.nanoTime();
    decay(decay);
    initial(spectrum);
    transform(spectrum, 1);
    for (int step = 0; step < STEPS; step++) {
      evolve(spectrum, decay, state);
      transform(state, -1);
      sum(state, sums, step);
    }
    long nanos = System.nanoTime() - start;
    for (int i = 0; i < sums.length; i++) {
      verify("FT, checksum " + i, sums[i], problem.sums()[i], 1e-12);
    }
    return nanos;
  }

  /** Computes how much each frequency decays in one step. */
  private void decay(double[] decay) {
    double factor = -4 * ALPHA * Math.PI * Math.PI;
    //#omp parallel for num_threads(threads)
    for (int k = 0; k < nz; k++) {
      for (int j = 0; j < ny; j++) {
        int squares = square(k, nz) + square(j, ny);
        for (int i = 0; i < nx; i++) {
          decay[(k * ny + j) * nx + i] = Math.exp(factor * (squares + square(i, nx)));
        }
      }
    }
  }

  private static int square(int index, int length) {
    int frequency = (index + length / 2) % length - length / 2;
    return frequency * frequency;
  }

  private void initial(double[] values) {
    int plane = 2 * nx * ny;
    //#omp parallel for num_threads(threads)
    for (int k = 0; k < nz; k++) {
      new Sequence(SEED).skip((long) k * plane).fill(values, k * plane, (k + 1) * plane);
    }
  }

  private void evolve(double[] spectrum, double[] decay, double[] state) {
    //#omp parallel for num_threads(threads)
    for (int k = 0; k < nz; k++) {
      for (int at = k * nx * ny; at < (k + 1) * nx * ny; at++) {
        spectrum[2 * at] *= decay[at];
        spectrum[2 * at + 1] *= decay[at];
        state[2 * at] = spectrum[2 * at];
        state[2 * at + 1] = spectrum[2 * at + 1];
      }
    }
  }

  /** Transforms in place along all three axes; the sign is that of the exponent. */
  private void transform(double[] values, int sign) {
    Fft alongX = new Fft(nx, sign, LINES);
    Fft alongY = new Fft(ny, sign, LINES);
    Fft alongZ = new Fft(nz, sign, LINES);
    //#omp parallel num_threads(threads)
    {
      Fft.Scratch scratch = new Fft.Scratch(Math.max(nx, Math.max(ny, nz)), LINES);
      //#omp for
      for (int k = 0; k < nz; k++) {
        for (int j = 0; j < ny; j += LINES) {
          alongX.transform(values, (k * ny + j) * nx, 1, nx, scratch);
        }
        for (int i = 0; i < nx; i += LINES) {
          alongY.transform(values, k * ny * nx + i, nx, 1, scratch);
        }
      }
      //#omp for
      for (int j = 0; j < ny; j++) {
        for (int i = 0; i < nx; i += LINES) {
          alongZ.transform(values, j * nx + i, nx * ny, 1, scratch);
        }
      }
    }
  }

  private void sum(double[] state, double[] sums, int step) {
    double real = 0;
    double imaginary = 0;
    //#omp parallel for num_threads(threads) reduction(+: real, imaginary)
    for (int m = 1; m <= SUMMED; m++) {
      int at = ((5 * m % nz) * ny + 3 * m % ny) * nx + m % nx;
      real += state[2 * at];
      imaginary += state[2 * at + 1];
    }
    double points = (double) nx * ny * nz;
    sums[2 * step] = real / points;
    sums[2 * step + 1] = imaginary / points;
  }
}
