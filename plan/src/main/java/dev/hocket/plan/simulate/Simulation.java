package dev.hocket.plan.simulate;

import dev.hocket.plan.model.Sizes;
import dev.hocket.plan.model.SpeedUp;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Simulates a workload on pools of threads. A simulation is a pure function of its arguments.
 *
 * <pre>{@code
 * Workload workload = Workload.poisson(List.of(new Load(10, 0.177, 0)), 100_000, 42);
 * List<SpeedUp> curves = List.of(new SpeedUp.Amdahl(0.05));
 * double mean = Simulation.pools(workload, curves, Sizes.parse("P4A2")).mean();
 * }</pre>
 */
public final class Simulation {
  private Simulation() {}

  /**
   * Simulates pools of a fixed size, each first come, first served: a handler of class i takes one
   * worker of its pool and runs on Np threads. If there may be more threads than the workload has
   * cores, threads also wait for cores, and busy cores slow down the handlers whose curve depends
   * on them. Takes time proportional to events × log workers.
   *
   * @param workload the events
   * @param curves speed-up of each class
   * @param sizes Np of each class and Na of each pool; with one Na all classes share the pool
   * @return flow times in order of arrival
   */
  public static FlowTimes pools(Workload workload, List<SpeedUp> curves, Sizes sizes) {
    checkClasses(workload, sizes.parallel().size(), "parallel sizes");
    boolean shared = sizes.asynchronous().size() == 1;
    int[] poolOf = new int[workload.classCount];
    Arrays.setAll(poolOf, i -> shared ? 0 : i);
    return pools(workload, curves, sizes.parallel(), sizes.asynchronous(), poolOf);
  }

  /**
   * Simulates pools as {@link #pools(Workload, List, Sizes)} does, for classes of which some share
   * a pool.
   *
   * @param workload the events
   * @param curves speed-up of each class
   * @param parallel Np of each class
   * @param asynchronous Na of each pool
   * @param poolOf index of the pool of each class
   * @return flow times in order of arrival
   */
  public static FlowTimes pools(
      Workload workload,
      List<SpeedUp> curves,
      List<Integer> parallel,
      List<Integer> asynchronous,
      int[] poolOf) {
    checkClasses(workload, curves.size(), "curves");
    checkClasses(workload, poolOf.length, "pools");
    boolean knowsCores = workload.cores() < Workload.ENOUGH_CORES;
    if (knowsCores
        && (threads(parallel, asynchronous, poolOf) > workload.cores()
            || curves.stream().anyMatch(SpeedUp::dependsOnOthers))) {
      return new OnCores(workload, curves, parallel, asynchronous, poolOf).run();
    }
    double[] speed = new double[workload.classCount];
    Arrays.setAll(speed, i -> curves.get(i).at(parallel.get(i)));
    FreeTimes[] pools = asynchronous.stream().map(FreeTimes::new).toArray(FreeTimes[]::new);
    double[] flows = new double[workload.events()];
    for (int i = 0; i < flows.length; i++) {
      int kind = workload.classes[i];
      double arrival = workload.arrivals[i];
      double end = pools[poolOf[kind]].take(arrival, workload.withEnoughCores(i) / speed[kind]);
      flows[i] = end - arrival + workload.pause(i);
    }
    return new FlowTimes(flows, workload.classes);
  }

  /** Counts the threads that are busy when all workers are busy. */
  private static long threads(List<Integer> parallel, List<Integer> asynchronous, int[] poolOf) {
    int[] widths = new int[asynchronous.size()];
    for (int i = 0; i < poolOf.length; i++) {
      widths[poolOf[i]] = Math.max(widths[poolOf[i]], parallel.get(i));
    }
    return IntStream.range(0, widths.length)
        .mapToLong(i -> (long) widths[i] * asynchronous.get(i))
        .sum();
  }

  /**
   * Simulates one pool whose cores are shared evenly by the handlers present at every instant,
   * which chunked loops on a fair shared pool approximate (the policy EQUI of Berg, Dorsman and
   * Harchol-Balter, SIGMETRICS 2018). With more handlers than cores each gets a share of a core.
   * Its gain over {@link #pools} is an upper bound, because moving cores costs nothing here. Takes
   * time proportional to events × (handlers present at once).
   *
   * @param workload the events
   * @param curves speed-up of each class; whole numbers of cores are looked up, between them the
   *     speed-up is a straight line, and beyond the last known one it stays
   * @param cores number of cores, 1 or more
   * @return flow times in order of arrival
   */
  public static FlowTimes malleable(Workload workload, List<SpeedUp> curves, int cores) {
    checkClasses(workload, curves.size(), "curves");
    return new SharedPool(workload, curves, cores).run();
  }

  /**
   * Simulates one pool whose threads move from one handler to another only between two chunks of a
   * loop: the part of {@link #malleable} that a program can do. A thread is never taken from the
   * middle of a chunk, so a new handler waits for its first one if all are busy. Takes time
   * proportional to events × (handlers present at once + cores).
   *
   * @param workload the events
   * @param curves speed-up of each class
   * @param cores number of cores, 1 or more
   * @param chunks the number of chunks of each handler's loop, 1 or more
   * @return flow times in order of arrival
   */
  public static FlowTimes chunked(Workload workload, List<SpeedUp> curves, int cores, int chunks) {
    checkClasses(workload, curves.size(), "curves");
    return new ChunkedPool(workload, curves, cores, chunks).run();
  }

  private static void checkClasses(Workload workload, int given, String what) {
    if (given != workload.classCount) {
      throw new IllegalArgumentException(
          "the workload has %d classes of handlers, but %d %s are given"
              .formatted(workload.classCount, given, what));
    }
  }
}
