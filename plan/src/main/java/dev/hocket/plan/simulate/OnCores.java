package dev.hocket.plan.simulate;

import dev.hocket.plan.model.SpeedUp;
import java.util.List;

/**
 * Simulates pools on the cores of a machine: there may be more threads than cores, and busy cores
 * may slow down the others. A handler first waits for a worker of its pool, then for a core, on
 * which it computes; for the rest of its run it waits without a core. Handlers get cores in the
 * order in which they start; if run times vary, the mean is the same as with time slices.
 * Recordings do not show in which part of its run a handler computes. The simulation takes the
 * first part, where handlers of a burst hinder each other most. How fast a handler runs depends on
 * the cores that are busy when it starts.
 */
final class OnCores {
  private final Workload workload;
  private final List<SpeedUp> curves;
  private final List<Integer> parallel;
  private final FreeTimes[] pools;
  private final FreeTimes cores;

  /** The events of each pool in order of arrival, and how many of them have started. */
  private final int[][] queues;

  private final int[] started;

  OnCores(
      Workload workload,
      List<SpeedUp> curves,
      List<Integer> parallel,
      List<Integer> asynchronous,
      int[] poolOf) {
    this.workload = workload;
    this.curves = curves;
    this.parallel = parallel;
    pools = asynchronous.stream().map(FreeTimes::new).toArray(FreeTimes[]::new);
    cores = new FreeTimes(workload.cores());
    started = new int[pools.length];
    int[] counts = new int[pools.length];
    for (int kind : workload.classes) {
      counts[poolOf[kind]]++;
    }
    queues = new int[pools.length][];
    for (int i = 0; i < pools.length; i++) {
      queues[i] = new int[counts[i]];
    }
    int[] filled = new int[pools.length];
    for (int event = 0; event < workload.events(); event++) {
      int pool = poolOf[workload.classes[event]];
      queues[pool][filled[pool]++] = event;
    }
  }

  FlowTimes run() {
    double[] flows = new double[workload.events()];
    for (int i = 0; i < flows.length; i++) {
      int pool = nextToStart();
      int event = queues[pool][started[pool]];
      double end = end(event, start(pool));
      started[pool]++;
      pools[pool].keepFirst(end);
      flows[event] = end - workload.arrivals[event] + workload.pause(event);
    }
    return new FlowTimes(flows, workload.classes);
  }

  /**
   * Finds the pool whose next event starts first, so that handlers ask for cores in the order of
   * time.
   */
  private int nextToStart() {
    int next = -1;
    double first = Double.POSITIVE_INFINITY;
    for (int pool = 0; pool < pools.length; pool++) {
      if (started[pool] < queues[pool].length && start(pool) < first) {
        first = start(pool);
        next = pool;
      }
    }
    return next;
  }

  /** Returns the time at which the next event of a pool gets a worker. */
  private double start(int pool) {
    return Math.max(workload.arrivals[queues[pool][started[pool]]], pools[pool].first());
  }

  /** Runs an event that gets a worker now, and returns when it ends. */
  private double end(int event, double now) {
    int kind = workload.classes[event];
    int threads = parallel.get(kind);
    SpeedUp curve = curves.get(kind);
    double speed =
        curve.dependsOnOthers() ? curve.at(threads, cores.busy(now, threads)) : curve.at(threads);
    double computing = workload.computing(event) / speed;
    double computed = now;
    for (int i = 0; computing > 0 && i < Math.min(threads, workload.cores()); i++) {
      computed = Math.max(computed, cores.take(now, computing));
    }
    return computed + workload.waiting(event) / speed;
  }
}
