package dev.hocket.plan.model;

import org.apache.commons.numbers.gamma.LogGamma;

/**
 * The exact distribution of the queue of M/D/c and of its waits, in units of the service time.
 *
 * <p>Seen once in each service time, the queue is q' = max(0, q + A − c), where A is Poisson with
 * mean a: the maximum of a random walk. By Spitzer's identity its generating function is exp Σ l_j
 * (z^j − 1), where l_j, j ≥ 1, are coefficients of −log(1 − φ(z)), φ(z) = e^{a(z−1)} z^{−c}. They
 * are found by a Fourier transform on a circle between 1 and z₀, the root above 1 of φ(z) = 1, and
 * so are the probabilities. Far out the queue is geometric with ratio 1/z₀.
 *
 * <p>In heavy traffic z₀ is so close to 1 that no circle between them is wide enough. There the
 * known factors (1 − 1/z)(1 − z/z₀) of 1 − φ(z) are divided out; what remains is smooth, and takes
 * some 32 √c points whatever the load.
 */
final class DeterministicQueue {
  /** Below this value of c(1−ρ)² the factors are divided out. */
  private static final double HEAVY = 4;

  /** Coefficients are taken until they have decayed by the factor e^−40. */
  private static final double DECAY = 40;

  private static final int FEWEST_POINTS = 64;
  private static final int MOST_POINTS = 1 << 18;
  private static final double NEGLIGIBLE = 1e-18;

  private final int servers;
  private final double offered;

  /** z₀ − 1 and ln z₀. */
  private final double rootLessOne;

  private final double logRoot;

  /** Probability that more than m events wait, at index m; geometric beyond. */
  private final double[] over;

  private final double meanLength;

  DeterministicQueue(int servers, double offered) {
    this.servers = servers;
    this.offered = offered;
    double utilisation = offered / servers;
    double idle = (servers - offered) / servers;
    rootLessOne = TailRoot.lessOne(utilisation, idle);
    logRoot = Math.log1p(rootLessOne);
    boolean heavy = servers * idle * idle < HEAVY && utilisation > 0.5;
    double logRadius = heavy ? logRoot / 2 : Math.min(-Math.log(utilisation), logRoot * 0.75);
    int points = points(heavy, logRadius);
    double[] re = new double[points];
    double[] im = new double[points];
    // The coefficients l_j, each times the j-th power of the radius.
    logarithms(re, im, logRadius, heavy);
    Fourier.coefficients(re, im);
    keepPositivePowers(re, im);
    double sum = 0;
    double first = 0;
    for (int j = 1; j < points / 2; j++) {
      double unscaled = re[j] * Math.exp(-j * logRadius);
      sum += unscaled;
      first += j * unscaled;
    }
    meanLength = first + (heavy ? 1 / rootLessOne : 0);
    // The probabilities, likewise; in heavy traffic those of the smooth factor.
    Fourier.values(re, im);
    exponentials(re, im);
    Fourier.coefficients(re, im);
    double[] factor = new double[points / 2];
    factor[0] = Math.exp(-sum) * (1 + re[0]);
    for (int j = 1; j < factor.length; j++) {
      factor[j] = Math.exp(-sum - j * logRadius) * re[j];
    }
    over = heavy ? overWithGeometric(factor) : over(factor);
  }

  private int points(boolean heavy, double logRadius) {
    double width =
        heavy
            ? Math.min(2, Math.sqrt(2 * Math.PI / servers))
            : Math.min(logRadius, logRoot - logRadius);
    double needed = 2 * DECAY / width;
    if (!heavy) {
      needed = Math.max(needed, 40 * Math.sqrt(servers));
    }
    int points = FEWEST_POINTS;
    while (points < needed && points < MOST_POINTS) {
      points *= 2;
    }
    return points;
  }

  /** Computes −log(1 − φ) on the circle, in heavy traffic without the known factors. */
  private void logarithms(double[] re, double[] im, double logRadius, boolean heavy) {
    int points = re.length;
    double radius = Math.exp(logRadius);
    for (int k = 0; k <= points / 2; k++) {
      double angle = 2 * Math.PI * k / points;
      double half = Math.sin(angle / 2);
      // a(z − 1) − c log z, whose real part is negative on the circle.
      double x = offered * (Math.expm1(logRadius) - 2 * radius * half * half) - servers * logRadius;
      double y = offered * radius * Math.sin(angle) - servers * angle;
      addLogOfOneMinus(re, im, k, x, y, -1);
      if (heavy) {
        addLogOfOneMinus(re, im, k, -logRadius, -angle, 1);
        addLogOfOneMinus(re, im, k, logRadius - logRoot, angle, 1);
      }
      re[(points - k) % points] = re[k];
      im[(points - k) % points] = k == 0 ? im[k] : -im[k];
    }
  }

  /** Adds ± log(1 − e^(x+iy)), x below 0, without cancellation at either end. */
  private static void addLogOfOneMinus(
      double[] re, double[] im, int k, double x, double y, int sign) {
    double p = Math.exp(x) * Math.cos(y);
    double q = Math.exp(x) * Math.sin(y);
    boolean small = x < -1;
    double half = Math.sin(y / 2);
    double real = small ? 1 - p : 2 * half * half - Math.expm1(x) * Math.cos(y);
    re[k] += sign * (small ? Math.log1p(p * (p - 2) + q * q) / 2 : Math.log(Math.hypot(real, q)));
    im[k] += sign * Math.atan2(-q, real);
  }

  private static void keepPositivePowers(double[] re, double[] im) {
    for (int j = 0; j < re.length; j++) {
      im[j] = 0;
      if (j == 0 || j >= re.length / 2) {
        re[j] = 0;
      }
    }
  }

  /** Computes e^v − 1 of each value. */
  private static void exponentials(double[] re, double[] im) {
    for (int k = 0; k < re.length; k++) {
      double magnitude = Math.exp(re[k]);
      double half = Math.sin(im[k] / 2);
      double real = Math.expm1(re[k]) * Math.cos(im[k]) - 2 * half * half;
      im[k] = magnitude * Math.sin(im[k]);
      re[k] = real;
    }
  }

  /** Sums the probabilities from the far end, which keeps the digits of the smallest. */
  private static double[] over(double[] probabilities) {
    // The second half has more rounding errors than digits.
    double[] sums = new double[probabilities.length / 2];
    double beyond = 0;
    for (int m = probabilities.length - 1; m > 0; m--) {
      beyond += Math.max(0, probabilities[m]);
      if (m <= sums.length) {
        sums[m - 1] = beyond;
      }
    }
    return sums;
  }

  /** Computes the sum of a queue with the given probabilities and of a geometric one. */
  private double[] overWithGeometric(double[] factor) {
    double[] sums = new double[factor.length];
    double beyond = 0;
    for (int m = factor.length - 1; m > 0; m--) {
      beyond += factor[m];
      sums[m - 1] = beyond;
    }
    double within = 0;
    for (int m = 0; m < factor.length; m++) {
      within = (within + factor[m]) * Math.exp(-logRoot);
      sums[m] = Math.clamp(sums[m] + within, 0, 1);
    }
    return sums;
  }

  /** Mean number of events that wait. */
  double meanLength() {
    return meanLength;
  }

  /** Probability that more than {@code waiting} events wait. */
  double queueOver(double waiting) {
    if (waiting < 0) {
      return 1;
    }
    int last = over.length - 1;
    return waiting <= last
        ? over[(int) waiting]
        : over[last] * Math.exp(-(waiting - last) * logRoot);
  }

  /**
   * Franx's formula: with y = a (k − x) for k − 1 ≤ x &lt; k, the sum over j of e^{−y} y^j / j!
   * times the probability that more than kc − 1 − j events wait.
   */
  double waitOver(double serviceTimes) {
    return tail(serviceTimes).over();
  }

  /**
   * A probability by Franx's formula.
   *
   * @param terms the number of terms in the sum
   */
  record Tail(double over, long terms) {}

  /** Computes {@link #waitOver}, with the number of its terms. */
  Tail tail(double serviceTimes) {
    double whole = Math.floor(serviceTimes) + 1;
    double top = whole * servers - 1;
    double y = offered * (whole - serviceTimes);
    double spread = 40 * Math.sqrt(y) + 40;
    int last = over.length - 1;
    if (top - y - spread > last && over[last] == 0) {
      return new Tail(0, 0);
    }
    if (top - y - spread > last) {
      // The queue is geometric wherever the Poisson weights count.
      return new Tail(over[last] * Math.exp(y * rootLessOne - (top - last) * logRoot), 1);
    }
    // From the middle of the Poisson weights outwards: their first may be too small for a double.
    long middle = (long) y;
    double weight = Math.exp(middle * Math.log(y) - y - LogGamma.value(middle + 1.0));
    double sum = 0;
    double weights = 0;
    double term = weight;
    long j = middle;
    for (; term > 0; j++, term *= y / j) {
      sum += term * queueOver(top - j);
      weights += term;
      if (j > top && term < NEGLIGIBLE * sum) {
        break;
      }
    }
    long terms = j - middle;
    term = weight * middle / y;
    for (j = middle - 1; j >= 0 && term > NEGLIGIBLE * weight; term *= j / y, j--) {
      sum += term * queueOver(top - j);
      weights += term;
    }
    return new Tail(Math.min(1, sum / weights), terms + middle - 1 - j);
  }
}
