package dev.hocket.plan.simulate;

import dev.hocket.plan.model.SpeedUp;
import java.util.Arrays;
import java.util.List;

/** Simulates handlers that share all cores evenly, from one arrival or end to the next. */
final class SharedPool {
  private final Workload workload;
  private final List<SpeedUp> curves;
  private final int cores;
  private final double[] flows;

  /** The events whose handlers run now, and the work left of each, in seconds on one thread. */
  private int[] present = new int[16];

  private double[] left = new double[16];
  private int count;

  SharedPool(Workload workload, List<SpeedUp> curves, int cores) {
    if (cores < 1) {
      throw new IllegalArgumentException("at least 1 core is needed, not " + cores);
    }
    this.workload = workload;
    this.curves = curves;
    this.cores = cores;
    this.flows = new double[workload.events()];
  }

  FlowTimes run() {
    double now = 0;
    int next = 0;
    while (next < flows.length || count > 0) {
      double arrival = next < flows.length ? workload.arrivals[next] : Double.POSITIVE_INFINITY;
      int first = firstToEnd();
      double end = first < 0 ? Double.POSITIVE_INFINITY : now + left[first] / speed(first);
      double until = Math.min(arrival, end);
      advance(until - now);
      now = until;
      if (end <= arrival) {
        int event = present[first];
        flows[event] = now - workload.arrivals[event] + workload.pause(event);
        remove(first);
      } else {
        add(next++);
      }
    }
    return new FlowTimes(flows, workload.classes);
  }

  private int firstToEnd() {
    int first = -1;
    double least = Double.POSITIVE_INFINITY;
    for (int i = 0; i < count; i++) {
      double needed = left[i] / speed(i);
      if (needed < least) {
        least = needed;
        first = i;
      }
    }
    return first;
  }

  /** Computes the present speed of the i-th handler, relative to one thread of its own. */
  private double speed(int i) {
    double share = (double) cores / count;
    if (share <= 1) {
      return share;
    }
    SpeedUp curve = curves.get(workload.classes[present[i]]);
    if (share >= curve.most()) {
      return curve.at(curve.most());
    }
    int whole = (int) share;
    double below = curve.at(whole);
    return whole == share ? below : below + (share - whole) * (curve.at(whole + 1) - below);
  }

  private void advance(double seconds) {
    for (int i = 0; i < count; i++) {
      left[i] -= seconds * speed(i);
    }
  }

  private void add(int event) {
    if (count == present.length) {
      present = Arrays.copyOf(present, 2 * count);
      left = Arrays.copyOf(left, 2 * count);
    }
    present[count] = event;
    left[count] = workload.service[event];
    count++;
  }

  private void remove(int i) {
    count--;
    present[i] = present[count];
    left[i] = left[count];
  }
}
