package dev.hocket.tune;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.function.IntToDoubleFunction;

/**
 * A pool on a virtual clock: first come, first served, of a size that a policy may change at every
 * arrival and every end. A shrink does not stop runs that have begun.
 */
final class PoolSimulation {
  /**
   * The result of a simulation.
   *
   * @param flows the times from being queued to the end, in nanoseconds, in order of arrival
   * @param changes the number of changes of the size
   * @param sizes the size after each arrival
   */
  record Outcome(double[] flows, int changes, int[] sizes) {
    /** Computes the figure of a goal for a range of events. */
    double figure(TuningGoal goal, int from, int to) {
      return goal.of(Arrays.copyOfRange(flows, from, to));
    }

    /** Computes the mean flow time of a range of events, in milliseconds. */
    double mean(int from, int to) {
      double sum = 0;
      for (int i = from; i < to; i++) {
        sum += flows[i];
      }
      return sum / (to - from) / 1e6;
    }
  }

  private record Run(long queued, long began, long ends, int event, int atOnce) {}

  private final Events events;
  private final SizePolicy policy;
  private final IntToDoubleFunction slowdown;
  private final PriorityQueue<Run> running =
      new PriorityQueue<>((a, b) -> Long.compare(a.ends(), b.ends()));
  private final ArrayDeque<Integer> queue = new ArrayDeque<>();
  private final double[] flows;
  private final int[] sizes;
  private int changes;
  private int next;
  private int size;

  PoolSimulation(Events events, SizePolicy policy, IntToDoubleFunction slowdown) {
    this.events = events;
    this.policy = policy;
    this.slowdown = slowdown;
    this.flows = new double[events.count()];
    this.sizes = new int[events.count()];
    this.size = policy.size();
  }

  /**
   * Simulates a pool.
   *
   * @param slowdown the factor by which a run takes longer if it begins as the n-th running one
   */
  static Outcome of(Events events, SizePolicy policy, IntToDoubleFunction slowdown) {
    return new PoolSimulation(events, policy, slowdown).run();
  }

  private Outcome run() {
    while (hasMore()) {
      step();
    }
    return outcome();
  }

  /** Runs several pools beside each other, on one clock. */
  static List<Outcome> together(List<PoolSimulation> pools) {
    while (pools.stream().anyMatch(PoolSimulation::hasMore)) {
      pools.stream()
          .filter(PoolSimulation::hasMore)
          .min(Comparator.comparingLong(PoolSimulation::nextTime))
          .orElseThrow()
          .step();
    }
    return pools.stream().map(PoolSimulation::outcome).toList();
  }

  private Outcome outcome() {
    return new Outcome(flows, changes, sizes);
  }

  private boolean hasMore() {
    return next < events.count() || !running.isEmpty();
  }

  private boolean endsFirst() {
    Run first = running.peek();
    return first != null && (next == events.count() || first.ends() <= events.arrivals()[next]);
  }

  private long nextTime() {
    return endsFirst() ? running.peek().ends() : events.arrivals()[next];
  }

  private void step() {
    long now = nextTime();
    if (endsFirst()) {
      Run first = running.peek();
      policy.ends(first.queued(), first.began(), now, running.size(), first.atOnce());
      running.poll();
      flows[first.event()] = now - first.queued();
    } else {
      queue.add(next);
      policy.arrives(now);
      sizes[next++] = policy.size();
    }
    changes += policy.size() == size ? 0 : 1;
    size = policy.size();
    while (!queue.isEmpty() && running.size() < size) {
      begin(queue.poll(), now);
    }
  }

  private void begin(int event, long now) {
    int atOnce = running.size() + 1;
    long time = Math.max(1, (long) (events.services()[event] * slowdown.applyAsDouble(atOnce)));
    running.add(new Run(events.arrivals()[event], now, now + time, event, atOnce));
  }
}
