package dev.hocket.plan.decide;

import dev.hocket.plan.model.Load;
import dev.hocket.plan.model.Station;
import java.util.List;

/**
 * A pool of a plan: the classes that share it, its workers, and how many threads each class runs
 * on.
 *
 * @param classes indices of the classes, ascending
 * @param workers the number of workers, Na
 * @param widths the number of threads, Np, of each of these classes
 */
public record Pool(List<Integer> classes, int workers, List<Integer> widths) {
  /** The rounding error by which a product of shares may exceed a whole number. */
  private static final double ROUNDING = 1e-9;

  /** Copies the lists. */
  public Pool {
    classes = List.copyOf(classes);
    widths = List.copyOf(widths);
    if (classes.isEmpty() || classes.size() != widths.size() || workers < 1) {
      throw new IllegalArgumentException(
          "a pool needs workers and a width for each class, not " + workers + " and " + widths);
    }
  }

  /**
   * Counts the cores that the pool uses when all its workers run the handler that needs most.
   *
   * @param handlers the classes
   * @return Na × Np × share of processor time of that handler, rounded up
   */
  public int cores(List<Handler> handlers) {
    double most = 0;
    for (int position = 0; position < classes.size(); position++) {
      most =
          Math.max(
              most, widths.get(position) * handlers.get(classes.get(position)).processorShare());
    }
    return (int) Math.ceil(workers * most - ROUNDING);
  }

  Load loadOf(int position, List<Handler> handlers) {
    Handler handler = handlers.get(classes.get(position));
    return handler.load().dividedBy(handler.curve().at(widths.get(position)));
  }

  Station station(List<Handler> handlers) {
    Load mixture = loadOf(0, handlers);
    for (int position = 1; position < classes.size(); position++) {
      mixture = mixture.mixedWith(loadOf(position, handlers));
    }
    return Station.of(mixture, workers);
  }
}
