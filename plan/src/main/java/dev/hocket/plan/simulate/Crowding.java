package dev.hocket.plan.simulate;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Measures how the duration of runs depends on how many run at once, where each event has a thread
 * as soon as it arrives. A resource behind the runs, such as a database with ten connections, lets
 * only some of them proceed; the others lengthen each other's runs. By Little's law the number that
 * proceeds is the number that run, times the duration of an uncrowded run, divided by their
 * duration now.
 *
 * <pre>{@code
 * Workload workload = Workload.poisson(List.of(new Load(100, 0.02, 0)), 10_000, 1);
 * int most = Crowding.of(workload).atOnce();
 * }</pre>
 */
public final class Crowding {
  /** Ratio of the runs at once of neighbouring levels. */
  private static final double STEP = Math.sqrt(2);

  /** The number of runs that a level needs before its mean counts. */
  private static final int LEAST_RUNS = 20;

  /** Share of the throughput that uncrowded runs would have, below which runs hinder each other. */
  private static final double HINDERED = 0.7;

  private final Workload workload;

  /**
   * For each event, the number of runs when it began, itself included. If the resource serves runs
   * in the order in which they began, later ones do not lengthen this run.
   */
  private final int[] beside;

  private final List<Level> levels = new ArrayList<>();
  private final int atOnce;

  /**
   * Runs that were equally crowded.
   *
   * @param runs the number of runs
   * @param atOnce the mean number of runs when one of them began
   * @param seconds the mean duration of one
   */
  public record Level(int runs, double atOnce, double seconds) {
    double perSecond() {
      return atOnce / seconds;
    }
  }

  private Crowding(Workload workload) {
    this.workload = workload;
    double[] ends = new double[workload.events()];
    Arrays.setAll(ends, i -> workload.arrivals[i] + length(i));
    this.beside = beside(workload.arrivals, ends);
    this.atOnce = Arrays.stream(beside).max().orElse(0);
    addLevels();
  }

  /**
   * Returns for each run the number of runs when it began, itself included; {@code begins} must
   * ascend.
   */
  static int[] beside(double[] begins, double[] ends) {
    double[] ascending = ends.clone();
    Arrays.sort(ascending);
    int[] beside = new int[begins.length];
    int ended = 0;
    for (int i = 0; i < beside.length; i++) {
      while (ascending[ended] < begins[i]) {
        ended++;
      }
      beside[i] = i + 1 - ended;
    }
    return beside;
  }

  /**
   * Measures events that had a thread as soon as they arrived.
   *
   * @param workload the events
   * @return the effect of the events on each other
   */
  public static Crowding of(Workload workload) {
    return new Crowding(workload);
  }

  private double length(int event) {
    return workload.service[event] + workload.pause(event);
  }

  private void addLevels() {
    int[] counts = new int[1 + level(Math.max(1, workload.events()))];
    double[] many = new double[counts.length];
    double[] seconds = new double[counts.length];
    for (int i = 0; i < beside.length; i++) {
      int level = level(beside[i]);
      counts[level]++;
      many[level] += beside[i];
      seconds[level] += length(i);
    }
    for (int i = 0; i < counts.length; i++) {
      if (counts[i] >= LEAST_RUNS && seconds[i] > 0) {
        levels.add(new Level(counts[i], many[i] / counts[i], seconds[i] / counts[i]));
      }
    }
  }

  private static int level(double atOnce) {
    return (int) (Math.log(atOnce) / Math.log(STEP));
  }

  /**
   * The largest number of runs at once.
   *
   * @return 0 without events
   */
  public int atOnce() {
    return atOnce;
  }

  /**
   * Run times by level of crowding, the least crowded level first.
   *
   * @return levels of at least 20 runs; none if there are too few
   */
  public List<Level> levels() {
    return List.copyOf(levels);
  }

  /**
   * Returns whether more runs at once only take longer, for example because all wait for one lock.
   *
   * @return false also if no two levels were seen
   */
  public boolean isHindered() {
    if (levels.size() < 2) {
      return false;
    }
    Level last = levels.getLast();
    return last.perSecond() < HINDERED * last.atOnce() / levels.getFirst().seconds();
  }

  /**
   * The smallest number of runs at once with the highest throughput.
   *
   * @return the largest number of runs at once if they did not hinder each other
   */
  public int useful() {
    if (!isHindered()) {
      return atOnce;
    }
    double most = levels.stream().mapToDouble(Level::perSecond).max().orElseThrow();
    long useful = Math.round(most * levels.getFirst().seconds());
    return Math.clamp(useful, 1, atOnce);
  }

  /**
   * Makes the workload as it would run with at most {@link #useful} runs at once. The times of
   * hindered runs are divided by the ratio of their level's mean to that of uncrowded runs.
   *
   * @return another workload
   */
  public Workload relieved() {
    if (!isHindered()) {
      return workload;
    }
    double shortest = levels.getFirst().seconds();
    double[] service = new double[workload.events()];
    Arrays.setAll(service, i -> workload.service[i] * Math.min(1, shortest / typical(beside[i])));
    return Workload.replayed(workload.arrivals, service, workload.classes, workload.classCount);
  }

  /** Returns the mean duration of the runs of the nearest level. */
  private double typical(double many) {
    Level nearest = levels.getFirst();
    for (Level level : levels) {
      if (Math.abs(Math.log(level.atOnce() / many)) < Math.abs(Math.log(nearest.atOnce() / many))) {
        nearest = level;
      }
    }
    return nearest.seconds();
  }
}
