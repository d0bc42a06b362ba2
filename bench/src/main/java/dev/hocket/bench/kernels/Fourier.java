package dev.hocket.bench.kernels;

/** The Fourier series of (x + 1)^x on [0, 2], by the trapezium rule. */
final class Fourier {
  private static final int INTERVALS = 2_000;

  private Fourier() {}

  /** The n-th coefficient of the sines or cosines. */
  static double coefficient(int n, boolean sine) {
    double step = 2.0 / INTERVALS;
    double sum = (term(0, n, sine) + term(2, n, sine)) / 2;
    for (int i = 1; i < INTERVALS; i++) {
      sum += term(i * step, n, sine);
    }
    return sum * step;
  }

  private static double term(double x, int n, boolean sine) {
    double wave = sine ? Math.sin(n * Math.PI * x) : Math.cos(n * Math.PI * x);
    return Math.pow(x + 1, x) * wave;
  }
}
