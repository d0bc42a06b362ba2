package dev.hocket.plan.model;

/** The discrete Fourier transform, in place, by Cooley and Tukey's halving. */
final class Fourier {
  private Fourier() {}

  /**
   * Computes the values of a polynomial at the roots of unity from its coefficients.
   *
   * @param re real parts, as many as a power of two
   * @param im imaginary parts, the same number
   */
  static void values(double[] re, double[] im) {
    transform(re, im, 1);
  }

  /**
   * Computes the coefficients of a polynomial from its values at the roots of unity.
   *
   * @param re real parts, as many as a power of two
   * @param im imaginary parts, the same number
   */
  static void coefficients(double[] re, double[] im) {
    transform(re, im, -1);
    for (int i = 0; i < re.length; i++) {
      re[i] /= re.length;
      im[i] /= re.length;
    }
  }

  private static void transform(double[] re, double[] im, int sign) {
    int n = re.length;
    reorder(re, im);
    double[] cos = new double[n / 2];
    double[] sin = new double[n / 2];
    for (int k = 0; k < n / 2; k++) {
      cos[k] = Math.cos(2 * Math.PI * k / n);
      sin[k] = sign * Math.sin(2 * Math.PI * k / n);
    }
    for (int half = 1; half < n; half *= 2) {
      int step = n / (2 * half);
      for (int from = 0; from < n; from += 2 * half) {
        for (int k = 0; k < half; k++) {
          int even = from + k;
          int odd = even + half;
          double c = cos[k * step];
          double s = sin[k * step];
          double x = re[odd] * c - im[odd] * s;
          double y = re[odd] * s + im[odd] * c;
          re[odd] = re[even] - x;
          im[odd] = im[even] - y;
          re[even] += x;
          im[even] += y;
        }
      }
    }
  }

  /** Puts each number where the bits of its index, read backwards, point to. */
  private static void reorder(double[] re, double[] im) {
    int shift = Integer.numberOfLeadingZeros(re.length) + 1;
    for (int i = 0; i < re.length; i++) {
      int j = shift == 32 ? 0 : Integer.reverse(i) >>> shift;
      if (i < j) {
        double r = re[i];
        re[i] = re[j];
        re[j] = r;
        double m = im[i];
        im[i] = im[j];
        im[j] = m;
      }
    }
  }
}
