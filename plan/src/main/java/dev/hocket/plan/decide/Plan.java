package dev.hocket.plan.decide;

import dev.hocket.plan.model.Load;
import dev.hocket.plan.model.Sizes;
import dev.hocket.plan.model.SpeedUp;
import dev.hocket.plan.model.Station;
import dev.hocket.plan.simulate.FlowTimes;
import dev.hocket.plan.simulate.Simulation;
import dev.hocket.plan.simulate.Workload;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;

/**
 * Pools for all classes of handlers.
 *
 * @param pools the pools; each class is in exactly one
 */
public record Plan(List<Pool> pools) {
  /** Rounds of the iteration for busy cores: they lengthen runs, which keeps more cores busy. */
  private static final int ROUNDS = 20;

  /** Copies the list and puts the pools in the order of their first class. */
  public Plan {
    List<Pool> ordered = new ArrayList<>(pools);
    ordered.sort(Comparator.comparing(pool -> pool.classes().getFirst()));
    pools = List.copyOf(ordered);
  }

  /**
   * Predicts a goal's figure for these handlers, by the queueing models.
   *
   * @param goal the figure to predict
   * @param handlers the classes
   * @return the figure in the goal's unit; infinite if a pool is overloaded
   */
  public double predict(Goal goal, List<Handler> handlers) {
    List<Station> stations = pools.stream().map(pool -> pool.station(handlers)).toList();
    return switch (goal) {
      case MEAN -> mean(handlers, stations, EventCost.FLOW);
      case OVER_100_MS -> over(Goal.NOTICEABLE_SECONDS, handlers, stations);
      case P95 -> {
        boolean settles = stations.stream().allMatch(one -> Double.isFinite(one.meanFlow()));
        yield settles
            ? Quantile.of(seconds -> over(seconds, handlers, stations))
            : Double.POSITIVE_INFINITY;
      }
    };
  }

  /**
   * Returns the handlers with their mean speed while these pools run on a machine: its busy cores
   * slow down the handlers whose curve {@link SpeedUp#dependsOnOthers depends on them}.
   *
   * @param handlers the classes
   * @param cores the cores of the machine
   * @return the same classes; formulas may use their curves
   */
  public List<Handler> crowded(List<Handler> handlers, int cores) {
    List<Handler> settled = handlers;
    for (int round = 0; round < ROUNDS; round++) {
      double busy = busyCores(settled);
      Handler[] next = new Handler[handlers.size()];
      for (Pool pool : pools) {
        for (int position = 0; position < pool.classes().size(); position++) {
          int one = pool.classes().get(position);
          int others = cores - pool.widths().get(position);
          next[one] = handlers.get(one).beside(others > 0 ? Math.min(1, busy / others) : 0);
        }
      }
      settled = List.of(next);
    }
    return settled;
  }

  /** Computes the mean number of busy cores. */
  private double busyCores(List<Handler> handlers) {
    double busy = 0;
    for (Pool pool : pools) {
      for (int position = 0; position < pool.classes().size(); position++) {
        double share = handlers.get(pool.classes().get(position)).processorShare();
        double threads = pool.loadOf(position, handlers).offered() * pool.widths().get(position);
        busy += threads * share;
      }
    }
    return busy;
  }

  /** Computes the share of the events whose flow time is longer than {@code seconds}. */
  double over(double seconds, List<Handler> handlers) {
    return over(seconds, handlers, pools.stream().map(pool -> pool.station(handlers)).toList());
  }

  private double over(double seconds, List<Handler> handlers, List<Station> stations) {
    return mean(handlers, stations, EventCost.over(seconds));
  }

  /** Computes the mean over events: each class is weighted by the rate of its events. */
  private double mean(List<Handler> handlers, List<Station> stations, EventCost cost) {
    double sum = 0;
    double rates = 0;
    for (int i = 0; i < pools.size(); i++) {
      Pool pool = pools.get(i);
      for (int position = 0; position < pool.classes().size(); position++) {
        Load own = pool.loadOf(position, handlers);
        double pause = handlers.get(pool.classes().get(position)).pauseSeconds();
        sum += own.arrivalsPerSecond() * cost.of(stations.get(i), own, pause);
        rates += own.arrivalsPerSecond();
      }
    }
    return sum / rates;
  }

  /**
   * Computes the mean flow time of one class, by the queueing models.
   *
   * @param one index of the class
   * @param handlers the classes
   * @return seconds; infinite if its pool is overloaded
   */
  public double meanFlow(int one, List<Handler> handlers) {
    Pool pool = poolOf(one);
    Load own = pool.loadOf(pool.classes().indexOf(one), handlers);
    return EventCost.FLOW.of(pool.station(handlers), own, handlers.get(one).pauseSeconds());
  }

  /**
   * Computes the flow time that a share of the events of one class does not exceed, by the queueing
   * models.
   *
   * @param one index of the class
   * @param share above 0 and below 1
   * @param handlers the classes
   * @return seconds; infinite if its pool is overloaded
   */
  public double flowQuantile(int one, double share, List<Handler> handlers) {
    Pool pool = poolOf(one);
    Station station = pool.station(handlers);
    Load own = pool.loadOf(pool.classes().indexOf(one), handlers);
    return station.utilisation() >= 1
        ? Double.POSITIVE_INFINITY
        : Quantile.of(
            share,
            seconds -> EventCost.over(seconds).of(station, own, handlers.get(one).pauseSeconds()));
  }

  private Pool poolOf(int one) {
    return pools.stream()
        .filter(pool -> pool.classes().contains(one))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("no pool has class " + one));
  }

  /**
   * Counts the cores that the plan uses when all threads are busy.
   *
   * @param handlers the classes
   * @return the sum over the pools
   */
  public int cores(List<Handler> handlers) {
    return pools.stream().mapToInt(pool -> pool.cores(handlers)).sum();
  }

  /**
   * Counts the threads that are busy when all workers are busy.
   *
   * @return the sum of workers times their largest width
   */
  public int threads() {
    return pools.stream().mapToInt(one -> one.workers() * Collections.max(one.widths())).sum();
  }

  /**
   * Puts a workload through the pools, event by event.
   *
   * @param workload the events, with as many classes as there are handlers
   * @param handlers the classes
   * @return flow times in order of arrival
   */
  public FlowTimes simulate(Workload workload, List<Handler> handlers) {
    int[] poolOf = new int[handlers.size()];
    Integer[] widths = new Integer[handlers.size()];
    for (int i = 0; i < pools.size(); i++) {
      Pool pool = pools.get(i);
      for (int position = 0; position < pool.classes().size(); position++) {
        poolOf[pool.classes().get(position)] = i;
        widths[pool.classes().get(position)] = pool.widths().get(position);
      }
    }
    return Simulation.pools(
        workload,
        handlers.stream().map(Handler::curve).toList(),
        List.of(widths),
        pools.stream().map(Pool::workers).toList(),
        poolOf);
  }

  /**
   * Computes the utilisation of the fullest pool.
   *
   * @param handlers the classes
   * @return 0 or more
   */
  public double utilisation(List<Handler> handlers) {
    return pools.stream().mapToDouble(pool -> pool.station(handlers).utilisation()).max().orElse(0);
  }

  /**
   * Writes the plan in PxAy notation, as in {@code P(4,3,10,7)A(1,1,1,1)}. The notation has no form
   * for pools that only some classes share; these are written one by one, with the classes' numbers
   * from 1.
   */
  @Override
  public String toString() {
    int classes = pools.stream().mapToInt(pool -> pool.classes().size()).sum();
    if (pools.size() == 1 || pools.size() == classes) {
      List<Integer> widths = new ArrayList<>(Collections.nCopies(classes, 1));
      for (Pool pool : pools) {
        for (int i = 0; i < pool.classes().size(); i++) {
          widths.set(pool.classes().get(i), pool.widths().get(i));
        }
      }
      return new Sizes(widths, pools.stream().map(Pool::workers).toList()).toString();
    }
    StringBuilder text = new StringBuilder();
    for (Pool pool : pools) {
      text.append(text.isEmpty() ? "" : " + ")
          .append(new Sizes(pool.widths(), List.of(pool.workers())))
          .append(" for ")
          .append(pool.classes().stream().map(one -> one + 1).toList());
    }
    return text.toString();
  }
}
