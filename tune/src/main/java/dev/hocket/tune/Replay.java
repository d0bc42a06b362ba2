package dev.hocket.tune;

import java.util.Arrays;
import java.util.PriorityQueue;

/**
 * Replays the runs of a window on a worker of another size: in order of arrival, each on the first
 * place that becomes free. A run that began before the window counts with its remaining time.
 */
final class Replay {
  /** Flow times in the order of the arrivals, in nanoseconds. */
  private final double[] flows;

  /** The number of these runs, counted from the first, that ended in the window. */
  private final int ended;

  private Replay(double[] flows, int ended) {
    this.flows = flows;
    this.ended = ended;
  }

  /** Replays runs whose times are multiplied by {@code scale}. */
  static Replay of(Window window, int size, double scale) {
    PriorityQueue<Double> free = new PriorityQueue<>(size);
    for (int i = 0; i < size; i++) {
      free.add(0.0);
    }
    double[] flows = new double[window.arrivals()];
    for (int i = 0; i < flows.length; i++) {
      // Relative to the start: the clock has more digits than a double.
      double arrival = window.arrival(i) - window.start();
      double end = Math.max(arrival, free.poll()) + scale * window.service(i);
      free.add(end);
      flows[i] = end + window.waited(i) - arrival;
    }
    return new Replay(flows, window.runs());
  }

  /** Replays runs that slow each other down, depending on how many run when one begins. */
  static Replay of(Window window, int size, Slowdown slowdown) {
    if (slowdown.isNone()) {
      return of(window, size, 1);
    }
    int[] atOnce = window.atOnce();
    double[] free = new double[size];
    double[] flows = new double[window.arrivals()];
    for (int i = 0; i < flows.length; i++) {
      double arrival = window.arrival(i) - window.start();
      int first = 0;
      for (int place = 1; place < size; place++) {
        first = free[place] < free[first] ? place : first;
      }
      double begins = Math.max(arrival, free[first]);
      int running = 1;
      for (double end : free) {
        running += end > begins ? 1 : 0;
      }
      double alone = window.service(i) / slowdown.of(atOnce[i % atOnce.length]);
      free[first] = begins + alone * slowdown.of(running);
      flows[i] = free[first] + window.waited(i) - arrival;
    }
    return new Replay(flows, window.runs());
  }

  /** Computes the figure of all runs. */
  double all(TuningGoal goal) {
    return goal.of(flows);
  }

  /** Computes the figure of the runs that ended in the window. */
  double ended(TuningGoal goal) {
    return goal.of(Arrays.copyOf(flows, ended));
  }
}
