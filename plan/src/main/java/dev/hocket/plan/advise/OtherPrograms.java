package dev.hocket.plan.advise;

import dev.hocket.plan.decide.Handler;
import dev.hocket.plan.decide.Plan;
import dev.hocket.plan.simulate.Workload;
import java.util.List;

/**
 * Separates the two reasons why recorded handlers were ready without a core. Either other handlers
 * of the recording had the cores, which the replay of a plan simulates; or other programs had them,
 * which no plan changes. Without the second part, plans with more threads than cores would look
 * better than the recorded sizes only because other programs are left out of their replay.
 */
final class OtherPrograms {
  /** Halvings of the interval in which the share lies. */
  private static final int ROUNDS = 8;

  private OtherPrograms() {}

  /**
   * Returns the events with as much of their ready time kept as explains the recorded mean flow
   * time: with it, the replay on cores takes as long as the replay of the run times as they were.
   *
   * @param recorded the recorded events
   * @param alone the same events on an otherwise idle machine
   * @param today the recorded sizes
   * @param cores the cores of the machine that was recorded
   */
  static Workload kept(
      Workload recorded, Workload alone, Plan today, List<Handler> handlers, int cores) {
    if (recorded.readySeconds() == 0) {
      return alone;
    }
    double mean = today.simulate(recorded, handlers).mean();
    double low = 0;
    double high = 1;
    for (int round = 0; round < ROUNDS; round++) {
      double share = (low + high) / 2;
      Workload kept = alone.keepingReady(share).onCores(cores);
      if (today.simulate(kept, handlers).mean() > mean) {
        high = share;
      } else {
        low = share;
      }
    }
    return alone.keepingReady(high);
  }
}
