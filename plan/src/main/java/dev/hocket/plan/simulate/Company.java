package dev.hocket.plan.simulate;

import dev.hocket.plan.model.SpeedUp;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Computes how many cores other runs kept busy, on average, while each run of a recording ran, and
 * how long the run would have taken without them.
 */
final class Company {
  private final Workload workload;
  private final double[] begins;
  private final double[] ends;

  /**
   * The begins and ends of runs, in order. With each: the busy cores from then on, and their
   * integral until then.
   */
  private final double[] times;

  private final double[] busy;
  private final double[] sums;

  Company(Workload workload, FlowTimes flows) {
    int events = workload.events();
    this.workload = workload;
    this.begins = new double[events];
    this.ends = new double[events];
    for (int i = 0; i < events; i++) {
      ends[i] = workload.arrivals[i] + flows.at(i);
      double began = ends[i] - workload.service[i] - workload.pause(i);
      begins[i] = Math.min(ends[i], Math.max(workload.arrivals[i], began));
    }
    this.times = new double[2 * events];
    this.busy = new double[times.length];
    this.sums = new double[times.length];
    int[] order =
        IntStream.range(0, times.length)
            .boxed()
            .sorted(Comparator.comparingDouble(this::time))
            .mapToInt(i -> i)
            .toArray();
    double now = 0;
    for (int i = 0; i < order.length; i++) {
      times[i] = time(order[i]);
      sums[i] = i == 0 ? 0 : sums[i - 1] + now * (times[i] - times[i - 1]);
      now += order[i] % 2 == 0 ? share(order[i] / 2) : -share(order[i] / 2);
      busy[i] = now;
    }
  }

  private double time(int i) {
    return i % 2 == 0 ? begins[i / 2] : ends[i / 2];
  }

  /** Computes the share of a core that a run kept busy. */
  private double share(int run) {
    double length = ends[run] - begins[run];
    return length > 0 ? Math.min(1, workload.computing(run) / length) : 0;
  }

  private double until(double time) {
    int found = Arrays.binarySearch(times, time);
    int at = found >= 0 ? found : -found - 2;
    return at < 0 ? 0 : sums[at] + busy[at] * (time - times[at]);
  }

  /** Computes the share of the other cores that other runs kept busy during a run. */
  double othersBusy(int run, int cores) {
    double length = ends[run] - begins[run];
    if (cores == 1 || length <= 0) {
      return 0;
    }
    double all = (until(ends[run]) - until(begins[run])) / length;
    return Math.clamp((all - share(run)) / (cores - 1), 0, 1);
  }

  /** Returns the events as they would run on an otherwise idle machine; each was on one thread. */
  Workload alone(List<SpeedUp> curves, int cores) {
    double[] service = new double[begins.length];
    double[] computing = new double[begins.length];
    double[] ready = new double[begins.length];
    for (int i = 0; i < service.length; i++) {
      SpeedUp curve = curves.get(workload.classes[i]);
      double slowdown = curve.at(1) / curve.at(1, othersBusy(i, cores));
      computing[i] = workload.computing(i) / slowdown;
      service[i] = workload.service[i] - workload.computing(i) + computing[i];
      ready[i] = service[i] - computing[i] - workload.waiting(i);
    }
    double[] pauses = new double[service.length];
    Arrays.setAll(pauses, workload::pause);
    return Workload.replayed(workload.arrivals, service, workload.classes, workload.classCount)
        .pausing(pauses)
        .computing(computing, ready);
  }
}
