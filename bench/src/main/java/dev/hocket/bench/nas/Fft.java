package dev.hocket.bench.nas;

/**
 * The Fourier transform of several lines of complex numbers at once, by Stockham's algorithm of
 * radix 2, without a scaling factor.
 *
 * <p>Objects are immutable; each thread that uses one has its own {@link Scratch}.
 */
public final class Fft {
  /** The memory that one thread needs for a transform. */
  public static final class Scratch {
    private final double[] first;
    private final double[] second;

    /**
     * Allocates the memory.
     *
     * @param length the length of the longest line
     * @param lines the number of lines that are transformed at once
     */
    public Scratch(int length, int lines) {
      first = new double[2 * length * lines];
      second = new double[2 * length * lines];
    }
  }

  private final int length;
  private final int lines;

  /** exp(sign · 2πi m / length). */
  private final double[] roots;

  /**
   * Creates a transform.
   *
   * @param length the length of a line, a power of two
   * @param sign the sign of the exponent, 1 or -1
   * @param lines the number of lines that are transformed at once
   */
  public Fft(int length, int sign, int lines) {
    this.length = length;
    this.lines = lines;
    roots = new double[length];
    for (int m = 0; m < length / 2; m++) {
      double angle = sign * 2 * Math.PI * m / length;
      roots[2 * m] = Math.cos(angle);
      roots[2 * m + 1] = Math.sin(angle);
    }
  }

  /**
   * Transforms lines in place.
   *
   * @param values pairs of a real and an imaginary part
   * @param base the index of the first complex number of the first line
   * @param step the distance between consecutive numbers of a line
   * @param lineStep the distance between consecutive lines
   * @param scratch the memory of this thread
   */
  public void transform(double[] values, int base, int step, int lineStep, Scratch scratch) {
    double[] in = scratch.first;
    double[] out = scratch.second;
    for (int p = 0; p < length; p++) {
      for (int l = 0; l < lines; l++) {
        int from = 2 * (base + p * step + l * lineStep);
        int to = 2 * (p * lines + l);
        in[to] = values[from];
        in[to + 1] = values[from + 1];
      }
    }
    for (int half = length / 2; half >= 1; half /= 2) {
      pass(in, out, half);
      double[] swap = in;
      in = out;
      out = swap;
    }
    for (int p = 0; p < length; p++) {
      for (int l = 0; l < lines; l++) {
        int to = 2 * (base + p * step + l * lineStep);
        int from = 2 * (p * lines + l);
        values[to] = in[from];
        values[to + 1] = in[from + 1];
      }
    }
  }

  private void pass(double[] in, double[] out, int half) {
    int stride = length / 2 / half;
    int width = 2 * stride * lines;
    int far = half * width;
    for (int j = 0; j < half; j++) {
      double rootReal = roots[2 * j * stride];
      double rootImaginary = roots[2 * j * stride + 1];
      int from = j * width;
      int to = 2 * j * width;
      for (int k = 0; k < width; k += 2) {
        double a = in[from + k];
        double b = in[from + k + 1];
        double c = in[from + far + k];
        double d = in[from + far + k + 1];
        out[to + k] = a + c;
        out[to + k + 1] = b + d;
        out[to + width + k] = (a - c) * rootReal - (b - d) * rootImaginary;
        out[to + width + k + 1] = (a - c) * rootImaginary + (b - d) * rootReal;
      }
    }
  }
}
