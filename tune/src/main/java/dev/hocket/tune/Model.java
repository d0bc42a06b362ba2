package dev.hocket.tune;

/**
 * The mean flow time of a window's runs by a formula: Erlang's wait for a pool of equal places,
 * times the mean of the squared variations of gaps and run times (Allen and Cunneen).
 */
final class Model {
  private Model() {}

  /** Computes the mean flow time in nanoseconds; infinite if the load is too high for the size. */
  static double meanFlow(Window window, int size) {
    double load = window.offeredLoad();
    if (load >= size) {
      return Double.POSITIVE_INFINITY;
    }
    Moments services = new Moments();
    Moments gaps = new Moments();
    double waited = 0;
    for (int i = 0; i < window.arrivals(); i++) {
      services.add(window.service(i));
      waited += window.waited(i);
      if (i > 0) {
        gaps.add(window.arrival(i) - window.arrival(i - 1));
      }
    }
    double variation = (services.squaredVariation() + gaps.squaredVariation()) / 2;
    double wait = erlangC(size, load) * services.mean() / (size - load);
    return services.mean() + waited / window.arrivals() + variation * wait;
  }

  /** Computes the share of events that wait. */
  private static double erlangC(int size, double load) {
    double blocked = 1;
    for (int n = 1; n <= size; n++) {
      blocked = load * blocked / (n + load * blocked);
    }
    return blocked / (1 - load / size * (1 - blocked));
  }

  private static final class Moments {
    private double sum;
    private double squares;
    private int count;

    void add(double value) {
      sum += value;
      squares += value * value;
      count++;
    }

    double mean() {
      return count == 0 ? 0 : sum / count;
    }

    double squaredVariation() {
      return sum == 0 ? 0 : Math.max(0, squares / count / (mean() * mean()) - 1);
    }
  }
}
