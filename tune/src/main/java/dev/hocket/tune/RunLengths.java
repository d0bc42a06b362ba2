package dev.hocket.tune;

/**
 * The mean and the variance of the logarithm of a window's run times. A factor on all run times
 * shifts the mean by its logarithm, and a few very long runs hardly count.
 */
record RunLengths(double mean, double variance, int runs) {
  private static final double STANDARD_ERRORS = 4;

  static RunLengths of(Window window) {
    double sum = 0;
    double squares = 0;
    for (int i = 0; i < window.runs(); i++) {
      double log = Math.log(window.service(i) + 1);
      sum += log;
      squares += log * log;
    }
    double mean = sum / window.runs();
    return new RunLengths(mean, Math.max(0, squares / window.runs() - mean * mean), window.runs());
  }

  /** The factor by which these runs took longer; 1 if the difference may be chance. */
  double ratio(RunLengths other) {
    double error = Math.sqrt(variance / runs + other.variance / other.runs);
    double difference = mean - other.mean;
    return Math.abs(difference) > STANDARD_ERRORS * error ? Math.exp(difference) : 1;
  }
}
