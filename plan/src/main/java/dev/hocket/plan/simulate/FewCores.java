package dev.hocket.plan.simulate;

import java.util.List;

/**
 * Pools that have more threads than the machine has cores. A handler first waits for a worker of
 * its pool, then for a core, on which it computes; what is left of its run, it waits without one.
 * Cores are given to handlers in the order in which they start, which for the mean comes to the
 * same as sharing them out in slices if run times vary. In which part of its run a handler
 * computes, no recording tells; in the first part, handlers of a burst hinder each other most.
 */
final class FewCores {
  private final Workload workload;
  private final double[] speed;
  private final List<Integer> parallel;
  private final FreeTimes[] pools;
  private final FreeTimes cores;

  /** The events of each pool in order of arrival, and how many of them have started. */
  private final int[][] queues;

  private final int[] started;

  FewCores(
      Workload workload,
      double[] speed,
      List<Integer> parallel,
      List<Integer> asynchronous,
      int[] poolOf) {
    this.workload = workload;
    this.speed = speed;
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

  /** Handlers ask for cores in the order of time only if the pools take turns like this. */
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

  /** When the next event of a pool gets a worker. */
  private double start(int pool) {
    return Math.max(workload.arrivals[queues[pool][started[pool]]], pools[pool].first());
  }

  /** When an event ends that gets a worker now. */
  private double end(int event, double now) {
    int kind = workload.classes[event];
    double computing = workload.computing(event) / speed[kind];
    double computed = now;
    if (computing > 0) {
      int threads = Math.min(parallel.get(kind), workload.cores());
      for (int i = 0; i < threads; i++) {
        computed = Math.max(computed, cores.take(now, computing));
      }
    }
    return computed + workload.waiting(event) / speed[kind];
  }
}
