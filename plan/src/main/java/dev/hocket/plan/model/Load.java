package dev.hocket.plan.model;

import java.util.List;
import java.util.Objects;

/**
 * The load of one class of handlers on the threads that run it.
 *
 * <pre>{@code
 * Load crypt = new Load(10, 0.177, 0); // 10 events a second, each takes 177 ms
 * double busyThreads = crypt.offered(); // 1.77
 * }</pre>
 *
 * @param arrivalsPerSecond mean arrival rate λ, 0 or more
 * @param serviceSeconds mean time a handler holds its thread, 0 or more
 * @param squaredVariation squared coefficient of variation of that time: its variance divided by
 *     the square of its mean. 0 if all runs take the same time, 1 if the time is exponential
 * @param shape the distribution of that time
 */
public record Load(
    double arrivalsPerSecond, double serviceSeconds, double squaredVariation, Shape shape) {

  /** Checks the arguments. */
  public Load {
    Objects.requireNonNull(shape, "shape");
    Check.nonNegative("the arrival rate", arrivalsPerSecond);
    Check.nonNegative("the service time", serviceSeconds);
    Check.nonNegative("the squared coefficient of variation", squaredVariation);
  }

  /**
   * Makes a load of which only the variation is known: its service times are taken to be gamma
   * distributed.
   *
   * @param arrivalsPerSecond mean arrival rate λ, 0 or more
   * @param serviceSeconds mean time a handler holds its thread, 0 or more
   * @param squaredVariation squared coefficient of variation of that time
   */
  public Load(double arrivalsPerSecond, double serviceSeconds, double squaredVariation) {
    this(arrivalsPerSecond, serviceSeconds, squaredVariation, new Shape.Gamma(squaredVariation));
  }

  /**
   * Mean number of threads that are busy when there are enough of them, in Erlangs: λ times the
   * service time.
   *
   * @return the offered load
   */
  public double offered() {
    return arrivalsPerSecond * serviceSeconds;
  }

  /**
   * Makes the load of the same events if several threads handle each at once.
   *
   * @param speedUp the speed-up of a handler, ε(Np) in the paper; above 0
   * @return the load with its service time divided
   */
  public Load dividedBy(double speedUp) {
    Check.positive("the speed-up", speedUp);
    return new Load(arrivalsPerSecond, serviceSeconds / speedUp, squaredVariation, shape);
  }

  /**
   * Makes the load of two classes of handlers that share one queue. Rates add up; the service time
   * is the mixture of both, weighted by their rates, so that classes of different sizes raise the
   * variation.
   *
   * @param other the other class
   * @return the load on the queue
   */
  public Load mixedWith(Load other) {
    double rate = arrivalsPerSecond + other.arrivalsPerSecond;
    if (arrivalsPerSecond == 0) {
      return other;
    }
    if (other.arrivalsPerSecond == 0) {
      return this;
    }
    double mean = (offered() + other.offered()) / rate;
    if (mean == 0) {
      return new Load(rate, 0, 0);
    }
    double second = (secondMomentRate() + other.secondMomentRate()) / rate;
    Shape mixed =
        new Shape.Mixed(
            List.of(shape, other.shape),
            new double[] {arrivalsPerSecond / rate, other.arrivalsPerSecond / rate},
            new double[] {serviceSeconds / mean, other.serviceSeconds / mean});
    return new Load(rate, mean, Math.max(0, second / (mean * mean) - 1), mixed);
  }

  /** Computes λ E[S²]. */
  private double secondMomentRate() {
    return arrivalsPerSecond * serviceSeconds * serviceSeconds * (1 + squaredVariation);
  }
}
