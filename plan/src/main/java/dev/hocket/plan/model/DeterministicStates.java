package dev.hocket.plan.model;

import org.apache.commons.numbers.complex.Complex;
import org.apache.commons.numbers.gamma.LogGamma;

/**
 * The distribution of the number of events present in an M/D/c queue, and of their waits, in units
 * of the service time.
 *
 * <p>The generating function of the number present,
 *
 * <pre>   N(z) = (c − a) (z − 1) Π (z − z_k)/(1 − z_k) / (z^c e^{a(1−z)} − 1),</pre>
 *
 * is evaluated at the M-th roots of unity and transformed back. M is so large that what lies beyond
 * it has a probability below 1e-15: the tail decays by the factor z₀, the root above 1 of z^c =
 * e^{a(z−1)}.
 */
final class DeterministicStates {
  /** The most multiplications that computing a distribution may take: some seconds. */
  private static final double MOST_WORK = 1 << 27;

  private static final int MOST_STATES = 1 << 20;

  private final int servers;
  private final double offered;

  /** The probability that at most n are present, at index n. */
  private final double[] atMost;

  DeterministicStates(int servers, double offered) {
    this.servers = servers;
    this.offered = offered;
    atMost = probabilities(size());
    for (int n = 1; n < atMost.length; n++) {
      atMost[n] = Math.min(1, atMost[n] + atMost[n - 1]);
    }
  }

  private int size() {
    double needed = servers + offered + 12 * Math.sqrt(offered) + 36 / Math.log(tailRoot()) + 64;
    if (needed > MOST_STATES || needed * servers > MOST_WORK) {
      throw new ArithmeticException(
          "the distribution of waiting times of "
              + servers
              + " servers at a utilisation of "
              + offered / servers
              + " takes too long to compute; its mean does not, or simulate it");
    }
    return Integer.highestOneBit((int) needed) * 2;
  }

  /** The root above 1 of ln z = ρ (z − 1), by Newton's iteration from above. */
  private double tailRoot() {
    double utilisation = offered / servers;
    double z = 1 + 4 * (1 - utilisation) / (utilisation * utilisation);
    for (int step = 0; step < 100; step++) {
      double next = z - (utilisation * (z - 1) - Math.log(z)) / (utilisation - 1 / z);
      if (Math.abs(next - z) <= 1e-15 * z) {
        break;
      }
      z = next;
    }
    return z;
  }

  private double[] probabilities(int size) {
    DeterministicRoots roots = new DeterministicRoots(servers, offered);
    Complex[] values = new Complex[size];
    values[0] = Complex.ONE;
    for (int j = 1; j <= size / 2; j++) {
      values[j] = generating(roots, 2 * Math.PI * j / size);
      values[size - j] = values[j].conj();
    }
    return Fourier.realCoefficients(values);
  }

  /**
   * N at the point of the unit circle with this angle; by logarithms, so that nothing overflows.
   */
  private Complex generating(DeterministicRoots roots, double angle) {
    Complex z = Complex.ofCis(angle);
    // z^c e^{a(1−z)} − 1: an exponent whose real part is never negative on the circle.
    Complex exponent =
        Complex.ofCartesian(
            offered * 2 * square(Math.sin(angle / 2)), servers * angle - offered * Math.sin(angle));
    Complex logBelow = logExpMinusOne(exponent);
    return roots
        .logProduct(z)
        .add(z.subtract(1).log())
        .add(Math.log(servers - offered))
        .subtract(logBelow)
        .exp();
  }

  /** log(e^x − 1) for a real part of 0 or more. */
  private static Complex logExpMinusOne(Complex x) {
    if (x.getReal() > 40) {
      return x;
    }
    // e^x − 1 without cancellation: expm1(re) cos(im) − 2 sin²(im/2), and e^re sin(im).
    double re = x.getReal();
    double im = x.getImaginary();
    double real = Math.expm1(re) * Math.cos(im) - 2 * square(Math.sin(im / 2));
    return Complex.ofCartesian(real, Math.exp(re) * Math.sin(im)).log();
  }

  private static double square(double x) {
    return x * x;
  }

  /** Probability that at most {@code waiting} events wait; −1 means that a server is idle. */
  double queueAtMost(int waiting) {
    int present = servers + waiting;
    return present < 0 ? 0 : present < atMost.length ? atMost[present] : 1;
  }

  /**
   * Franx's formula: with y = a (k − x) for k − 1 ≤ x &lt; k, the sum over j below kc of
   * queueAtMost(kc − 1 − j) e^{−y} y^j / j!.
   */
  double waitAtMost(double serviceTimes) {
    double whole = Math.floor(serviceTimes) + 1;
    if (whole * servers > 2.0 * atMost.length) {
      return 1;
    }
    int last = (int) whole * servers - 1;
    double y = offered * (whole - serviceTimes);
    double sum = 0;
    // From the middle of the Poisson weights outwards: their first may be too small for a double.
    int middle = (int) Math.min(last, y);
    double top = Math.exp(middle * Math.log(y) - y - logFactorial(middle));
    double term = top;
    for (int j = middle; j <= last && term > 1e-18; j++, term *= y / j) {
      sum += term * queueAtMost(last - j);
    }
    term = top * middle / y;
    for (int j = middle - 1; j >= 0 && term > 1e-18; term *= j / y, j--) {
      sum += term * queueAtMost(last - j);
    }
    return Math.min(1, sum);
  }

  private static double logFactorial(int n) {
    return LogGamma.value(n + 1.0);
  }
}
