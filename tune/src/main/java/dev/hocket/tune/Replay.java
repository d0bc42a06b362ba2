package dev.hocket.tune;

import java.util.PriorityQueue;

/**
 * The runs of a window on a worker of another size: first come, first served, by the first place
 * that is free. What began before the window keeps what was left of it.
 *
 * @param ended mean flow time of the runs that ended in the window, in nanoseconds
 * @param all the same, of those that had not ended as well
 */
record Replay(double ended, double all) {
  /** {@code scale} multiplies the run times. */
  static Replay of(Window window, int size, double scale) {
    PriorityQueue<Double> free = new PriorityQueue<>(size);
    for (int i = 0; i < size; i++) {
      free.add(0.0);
    }
    double ended = 0;
    double all = 0;
    for (int i = 0; i < window.arrivals(); i++) {
      // Relative to the start: the clock has more digits than a double.
      double arrival = window.arrival(i) - window.start();
      double end = Math.max(arrival, free.poll()) + scale * window.service(i);
      free.add(end);
      double flow = end + window.waited(i) - arrival;
      all += flow;
      ended += i < window.runs() ? flow : 0;
    }
    return new Replay(ended / window.runs(), all / window.arrivals());
  }
}
