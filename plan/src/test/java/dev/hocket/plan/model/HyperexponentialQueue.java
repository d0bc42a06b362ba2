package dev.hocket.plan.model;

/**
 * The exact mean wait of M/H₂/c by Neuts's matrix-geometric method ("Matrix-Geometric Solutions in
 * Stochastic Models", 1981): handlers of two classes, both exponential, on shared threads. A state
 * is the number of events present, and how many of the running ones are of the first class.
 */
final class HyperexponentialQueue {
  private static final double NEGLIGIBLE = 1e-14;

  private final int servers;
  private final double arrivals;

  /** The share of each class in the events, and the rate at which one of its runs ends. */
  private final double[] share;

  private final double[] rate;

  HyperexponentialQueue(int servers, double arrivals, double[] share, double[] means) {
    this.servers = servers;
    this.arrivals = arrivals;
    this.share = share;
    this.rate = new double[] {1 / means[0], 1 / means[1]};
  }

  double meanWait() {
    double[][] ratio = ratio();
    // The probabilities of a level are those of the level below, times the ratio of that level.
    double[][][] ratios = new double[servers][][];
    double[][] above = ratio;
    for (int level = servers; level > 0; level--) {
      double[][] leaving = diagonal(level);
      add(leaving, product(above, ends(Math.min(level + 1, servers), level < servers)), -1);
      ratios[level - 1] = product(begins(level - 1), inverse(leaving));
      above = ratios[level - 1];
    }
    double[] level = {1};
    double total = 1;
    for (int n = 0; n < servers - 1; n++) {
      level = product(level, ratios[n]);
      total += sum(level);
    }
    level = product(level, ratios[servers - 1]);
    double[][] all = inverse(oneMinus(ratio));
    double[] full = product(level, all);
    total += sum(full);
    double waiting = sum(product(product(full, ratio), all));
    return waiting / total / arrivals;
  }

  /** Computes the ratio of a level above all servers to the next: R = λ (D − λ G)⁻¹. */
  private double[][] ratio() {
    double[][] leaving = diagonal(servers);
    add(leaving, descent(), -arrivals);
    return scaled(inverse(leaving), arrivals);
  }

  /** Computes G, the state in which the level below is reached, by logarithmic reduction. */
  private double[][] descent() {
    double[][] inverse = inverse(diagonal(servers));
    double[][] up = scaled(inverse, arrivals);
    double[][] down = product(inverse, ends(servers, false));
    double[][] descent = scaled(down, 1);
    double[][] climbed = up;
    while (sum(climbed[0]) > NEGLIGIBLE) {
      double[][] stays = product(up, down);
      add(stays, product(down, up), 1);
      double[][] left = inverse(oneMinus(stays));
      up = product(left, product(up, up));
      down = product(left, product(down, down));
      add(descent, product(climbed, down), 1);
      climbed = product(climbed, up);
    }
    return descent;
  }

  /** Computes the rate at which the queue leaves each state of a level. */
  private double[][] diagonal(int level) {
    double[][] rates = new double[level + 1][level + 1];
    for (int i = 0; i <= level; i++) {
      rates[i][i] = arrivals + i * rate[0] + (level - i) * rate[1];
    }
    return rates;
  }

  /** Computes the transitions by which an event finds an idle thread. */
  private double[][] begins(int level) {
    double[][] rates = new double[level + 1][level + 2];
    for (int i = 0; i <= level; i++) {
      rates[i][i + 1] = arrivals * share[0];
      rates[i][i] = arrivals * share[1];
    }
    return rates;
  }

  /**
   * Computes the transitions by which a run ends; its thread takes the next event, or becomes idle
   * if none waits.
   */
  private double[][] ends(int running, boolean nobodyWaits) {
    double[][] rates = new double[running + 1][nobodyWaits ? running : running + 1];
    for (int i = 0; i <= running; i++) {
      double first = i * rate[0];
      double second = (running - i) * rate[1];
      if (nobodyWaits) {
        add(rates[i], i - 1, first);
        add(rates[i], i, second);
      } else {
        add(rates[i], i - 1, first * share[1]);
        add(rates[i], i, first * share[0] + second * share[1]);
        add(rates[i], i + 1, second * share[0]);
      }
    }
    return rates;
  }

  private static void add(double[] row, int column, double rate) {
    if (rate > 0) {
      row[column] += rate;
    }
  }

  private static double[][] product(double[][] one, double[][] other) {
    double[][] result = new double[one.length][];
    for (int i = 0; i < one.length; i++) {
      result[i] = product(one[i], other);
    }
    return result;
  }

  private static double[] product(double[] row, double[][] matrix) {
    double[] result = new double[matrix[0].length];
    for (int k = 0; k < row.length; k++) {
      for (int j = 0; j < result.length; j++) {
        result[j] += row[k] * matrix[k][j];
      }
    }
    return result;
  }

  private static double[][] scaled(double[][] matrix, double factor) {
    double[][] result = new double[matrix.length][matrix[0].length];
    for (int i = 0; i < result.length; i++) {
      for (int j = 0; j < result[0].length; j++) {
        result[i][j] = factor * matrix[i][j];
      }
    }
    return result;
  }

  private static void add(double[][] matrix, double[][] other, double factor) {
    for (int i = 0; i < matrix.length; i++) {
      for (int j = 0; j < matrix[0].length; j++) {
        matrix[i][j] += factor * other[i][j];
      }
    }
  }

  private static double[][] oneMinus(double[][] matrix) {
    double[][] result = scaled(matrix, -1);
    for (int i = 0; i < result.length; i++) {
      result[i][i] += 1;
    }
    return result;
  }

  private static double sum(double[] row) {
    double sum = 0;
    for (double one : row) {
      sum += one;
    }
    return sum;
  }

  /**
   * Inverts a matrix by Gauss and Jordan's elimination; the matrices here are diagonally dominant.
   */
  private static double[][] inverse(double[][] matrix) {
    int n = matrix.length;
    double[][] left = scaled(matrix, 1);
    double[][] right = new double[n][n];
    for (int i = 0; i < n; i++) {
      right[i][i] = 1;
    }
    for (int pivot = 0; pivot < n; pivot++) {
      double by = 1 / left[pivot][pivot];
      for (int j = 0; j < n; j++) {
        left[pivot][j] *= by;
        right[pivot][j] *= by;
      }
      for (int i = 0; i < n; i++) {
        double factor = i == pivot ? 0 : left[i][pivot];
        for (int j = 0; factor != 0 && j < n; j++) {
          left[i][j] -= factor * left[pivot][j];
          right[i][j] -= factor * right[pivot][j];
        }
      }
    }
    return right;
  }
}
