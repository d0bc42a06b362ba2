package dev.hocket.plan.measure;

import java.util.Collections;
import java.util.Set;
import java.util.TreeMap;

/**
 * What a recording says of the parallel regions with one label: how long they took on how many
 * threads. A region takes the threads that are free, so one recording may have it on several
 * numbers of threads, and then it says how much faster the team made it.
 */
public final class TeamRuns {
  private final String name;
  private final TreeMap<Integer, Moments> byThreads = new TreeMap<>();

  TeamRuns(String name) {
    this.name = name;
  }

  void add(int threads, long nanos) {
    byThreads.computeIfAbsent(threads, one -> new Moments()).add(nanos / 1e9);
  }

  /**
   * The label: where the region stands in the source.
   *
   * @return as in {@code Photos.java:12}
   */
  public String name() {
    return name;
  }

  /**
   * The sizes of its teams.
   *
   * @return numbers of threads that it ran on, ascending
   */
  public Set<Integer> sizes() {
    return Collections.unmodifiableSet(byThreads.navigableKeySet());
  }

  /**
   * Number of runs on so many threads.
   *
   * @param threads one of {@link #sizes()}
   * @return 1 or more
   */
  public long runs(int threads) {
    return byThreads.get(threads).count();
  }

  /**
   * Mean time from its encounter to the end of its last thread.
   *
   * @param threads one of {@link #sizes()}
   * @return seconds
   */
  public Estimate seconds(int threads) {
    return byThreads.get(threads).mean();
  }

  /**
   * How many times as fast it was as on one thread. The interval follows from those of both means,
   * whose relative errors add up as squares.
   *
   * @param threads one of {@link #sizes()}
   * @return the speed-up; unknown unless the recording has it on one thread, too
   */
  public Estimate speedUp(int threads) {
    if (!byThreads.containsKey(1)) {
      return new Estimate(Double.NaN, Double.NaN);
    }
    Estimate alone = seconds(1);
    Estimate team = seconds(threads);
    double speedUp = alone.value() / team.value();
    double error =
        threads == 1
            ? 0
            : Math.hypot(alone.halfWidth() / alone.value(), team.halfWidth() / team.value());
    return new Estimate(speedUp, speedUp * error);
  }
}
