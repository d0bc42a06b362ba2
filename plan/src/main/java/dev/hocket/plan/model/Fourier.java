package dev.hocket.plan.model;

import org.apache.commons.numbers.complex.Complex;

/** The discrete Fourier transform, by Cooley and Tukey's halving. */
final class Fourier {
  private Fourier() {}

  /**
   * The coefficients of a real polynomial from its values at the roots of unity.
   *
   * @param values values at e^{2πij/n}, j = 0 … n − 1; n is a power of two
   * @return the coefficients of z^0 … z^{n−1}
   */
  static double[] realCoefficients(Complex[] values) {
    Complex[] transformed = transform(values, 0, 1, values.length);
    double[] coefficients = new double[values.length];
    for (int n = 0; n < coefficients.length; n++) {
      coefficients[n] = transformed[n].getReal() / values.length;
    }
    return coefficients;
  }

  private static Complex[] transform(Complex[] values, int from, int stride, int count) {
    if (count == 1) {
      return new Complex[] {values[from]};
    }
    int half = count / 2;
    Complex[] even = transform(values, from, 2 * stride, half);
    Complex[] odd = transform(values, from + stride, 2 * stride, half);
    Complex[] result = new Complex[count];
    for (int k = 0; k < half; k++) {
      Complex turned = Complex.ofCis(-2 * Math.PI * k / count).multiply(odd[k]);
      result[k] = even[k].add(turned);
      result[k + half] = even[k].subtract(turned);
    }
    return result;
  }
}
