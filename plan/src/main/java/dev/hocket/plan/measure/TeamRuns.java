package dev.hocket.plan.measure;

import java.util.Collections;
import java.util.Set;
import java.util.TreeMap;

/**
 * The recorded runs of the parallel regions with one label: how long they took on how many threads.
 * A region takes the threads that are free. So one recording may have it on several numbers of
 * threads, and then shows the speed-up of the team.
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
   * The label: the position of the region in the source.
   *
   * @return the label, as in {@code Photos.java:12}
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
   * Number of runs on a number of threads.
   *
   * @param threads one of {@link #sizes()}
   * @return 1 or more
   */
  public long runs(int threads) {
    return byThreads.get(threads).count();
  }

  /**
   * Mean time from the encounter of the region to the end of its last thread.
   *
   * @param threads one of {@link #sizes()}
   * @return seconds
   */
  public Estimate seconds(int threads) {
    return byThreads.get(threads).mean();
  }

  /**
   * Speed-up: how many times as fast the region was as on one thread. The interval follows from
   * those of both means, whose relative errors add up as squares.
   *
   * @param threads one of {@link #sizes()}
   * @return the speed-up; unknown unless the recording has runs on one thread, too
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
