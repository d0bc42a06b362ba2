package dev.hocket.plan.model;

import org.apache.commons.numbers.complex.Complex;

/**
 * The c − 1 roots inside the unit circle of z^c = e^{a(z−1)}, which an M/D/c queue of load a has.
 * They come in conjugate pairs: kept are those with k = 1 … ⌊c/2⌋ in z = e^{2πik/c} e^{ρ(z−1)}.
 */
final class DeterministicRoots {
  private static final int STEPS = 200;
  private static final double CLOSE = 1e-16;

  private final int servers;
  private final Complex[] upper;

  DeterministicRoots(int servers, double offered) {
    this.servers = servers;
    this.upper = new Complex[servers / 2];
    for (int k = 1; k <= upper.length; k++) {
      upper[k - 1] = root(Complex.ofCis(2 * Math.PI * k / servers), offered / servers);
    }
  }

  /**
   * Newton's iteration, begun with a few steps of the fixed point, which contracts inside the unit
   * circle because ρ is below 1.
   */
  private static Complex root(Complex unit, double utilisation) {
    Complex z = Complex.ZERO;
    for (int step = 0; step < STEPS; step++) {
      Complex image = unit.multiply(z.subtract(1).multiply(utilisation).exp());
      Complex next =
          step < 8
              ? image
              : z.subtract(z.subtract(image).divide(image.multiply(-utilisation).add(1)));
      boolean settled = next.subtract(z).abs() <= CLOSE;
      z = next;
      if (settled) {
        break;
      }
    }
    return z;
  }

  /** Whether the k-th kept root is its own conjugate: −1 to the power of 2k/c. */
  private boolean isReal(int index) {
    return 2 * (index + 1) == servers;
  }

  /** The sum of 1 / (1 − z) over all roots, a real number. */
  double sum() {
    double sum = 0;
    for (int i = 0; i < upper.length; i++) {
      double part = Complex.ONE.divide(Complex.ONE.subtract(upper[i])).getReal();
      sum += isReal(i) ? part : 2 * part;
    }
    return sum;
  }

  /** The logarithm, up to whole turns, of the product of (z − root) / (1 − root) over all roots. */
  Complex logProduct(Complex z) {
    double magnitude = 0;
    double angle = 0;
    for (int i = 0; i < upper.length; i++) {
      Complex root = upper[i];
      Complex factor = z.subtract(root);
      Complex one = Complex.ONE.subtract(root);
      if (!isReal(i)) {
        factor = factor.multiply(z.subtract(root.conj()));
        one = one.multiply(Complex.ONE.subtract(root.conj()));
      }
      Complex log = factor.divide(one).log();
      magnitude += log.getReal();
      angle += log.getImaginary();
    }
    return Complex.ofCartesian(magnitude, angle);
  }
}
