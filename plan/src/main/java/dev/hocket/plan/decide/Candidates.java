package dev.hocket.plan.decide;

import dev.hocket.plan.model.Load;
import dev.hocket.plan.model.Station;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/**
 * Enumerates the sizes of one pool that some classes share, and keeps the best for each number of
 * cores.
 */
final class Candidates {
  /** Waits below this share of the service time count as none. */
  private static final double NEGLIGIBLE_WAIT = 1e-9;

  private final List<Handler> handlers;
  private final List<Pool> pools = new ArrayList<>();
  private final List<Station> stations = new ArrayList<>();
  private final int cores;
  private final double mostUtilisation;

  /**
   * Enumerates all pairs of a number of workers and a largest width within the cores. Within the
   * width each class uses the number of threads on which it is fastest.
   */
  Candidates(List<Handler> handlers, List<Integer> classes, int cores, double mostUtilisation) {
    this.handlers = handlers;
    this.cores = cores;
    this.mostUtilisation = mostUtilisation;
    List<Integer> previous = List.of();
    for (int width = 1; width <= cores; width++) {
      int limit = width;
      List<Integer> widths =
          classes.stream().map(one -> handlers.get(one).fastestWidth(limit)).toList();
      if (!widths.equals(previous)) {
        addPools(classes, widths);
      }
      previous = widths;
    }
  }

  private void addPools(List<Integer> classes, List<Integer> widths) {
    for (int workers = 1; ; workers++) {
      Pool pool = new Pool(classes, workers, widths);
      if (pool.cores(handlers) > cores) {
        return;
      }
      Station station = pool.station(handlers);
      if (station.utilisation() <= mostUtilisation) {
        pools.add(pool);
        stations.add(station);
        if (station.meanWait() <= NEGLIGIBLE_WAIT * station.load().serviceSeconds()) {
          // Hardly any event waits, so more workers would not help.
          return;
        }
      }
    }
  }

  /** A pool, and its term in the sum over all events. */
  record Choice(Pool pool, double cost) {}

  /**
   * Returns the best pool for each number of cores from 0 on, or null if none fits.
   *
   * @param allowed selects the pools to consider
   * @param cost the cost of one event of a class in a station
   */
  Choice[] best(Predicate<Pool> allowed, EventCost cost) {
    Choice[] best = new Choice[cores + 1];
    for (int i = 0; i < pools.size(); i++) {
      Pool pool = pools.get(i);
      if (!allowed.test(pool)) {
        continue;
      }
      double sum = 0;
      for (int position = 0; position < pool.classes().size(); position++) {
        Load own = pool.loadOf(position, handlers);
        double pause = handlers.get(pool.classes().get(position)).pauseSeconds();
        sum += own.arrivalsPerSecond() * cost.of(stations.get(i), own, pause);
      }
      Choice known = best[pool.cores(handlers)];
      if (known == null || sum < known.cost()) {
        best[pool.cores(handlers)] = new Choice(pool, sum);
      }
    }
    for (int k = 1; k <= cores; k++) {
      if (best[k] == null || (best[k - 1] != null && best[k - 1].cost() <= best[k].cost())) {
        best[k] = best[k - 1];
      }
    }
    return best;
  }
}
