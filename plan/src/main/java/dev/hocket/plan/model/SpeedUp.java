package dev.hocket.plan.model;

import java.util.Collections;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * How many times faster a handler runs on several threads than on one: ε(Np) in paper 2, section
 * 2.2. A curve is 1 at one thread.
 *
 * <pre>{@code
 * SpeedUp curve = new SpeedUp.Amdahl(0.05);
 * double fourThreads = curve.at(4); // 3.48
 * }</pre>
 */
public sealed interface SpeedUp {

  /**
   * The speed-up.
   *
   * @param threads number of threads, 1 or more
   * @return above 0
   */
  double at(int threads);

  /**
   * Speed-up per thread, the paper's η.
   *
   * @param threads number of threads, 1 or more
   * @return above 0; 1 if no thread is wasted
   */
  default double efficiency(int threads) {
    return at(threads) / threads;
  }

  /**
   * The speed-up while other threads compute on the machine's other cores.
   *
   * @param threads number of threads, 1 or more
   * @param othersBusy share of the other cores that are busy, between 0 and 1
   * @return above 0; the same as on an idle machine unless {@link #dependsOnOthers}
   */
  default double at(int threads, double othersBusy) {
    return at(threads);
  }

  /**
   * Returns whether the effect of busy cores on the handler is known.
   *
   * @return false if the handler runs as fast beside others as alone, or if that was not measured
   */
  default boolean dependsOnOthers() {
    return false;
  }

  /**
   * The most threads for which the curve is known.
   *
   * @return 1 or more
   */
  default int most() {
    return Integer.MAX_VALUE;
  }

  /**
   * Amdahl's law: a share of the handler always runs on one thread.
   *
   * @param serialShare the share that runs on one thread, between 0 and 1
   */
  record Amdahl(double serialShare) implements SpeedUp {

    /** Checks the share. */
    public Amdahl {
      Check.share("the serial share", serialShare);
    }

    @Override
    public double at(int threads) {
      Check.between("the number of threads", 1, Integer.MAX_VALUE, threads);
      return 1 / (serialShare + (1 - serialShare) / threads);
    }
  }

  /**
   * Gunther's universal scalability law, n / (1 + σ(n − 1) + κn(n − 1)): beyond some number of
   * threads more of them make a handler slower.
   *
   * @param contention σ, the loss by waiting for each other, 0 or more
   * @param coherency κ, the loss of each pair of threads by keeping data coherent, 0 or more
   */
  record Usl(double contention, double coherency) implements SpeedUp {

    /** Checks the arguments. */
    public Usl {
      Check.nonNegative("the contention", contention);
      Check.nonNegative("the coherency", coherency);
    }

    @Override
    public double at(int threads) {
      Check.between("the number of threads", 1, Integer.MAX_VALUE, threads);
      double others = threads - 1.0;
      return threads / (1 + contention * others + coherency * threads * others);
    }
  }

  /**
   * A handler that other cores slow down while they are busy: all share caches, memory and the
   * power of the processor. Between an idle machine and a busy one run times grow in a straight
   * line.
   *
   * @param alone the speed-up on an idle machine
   * @param slowdown for each number of threads, the factor by which runs take longer while all
   *     other cores are busy; straight lines between these numbers, and the nearest one beyond them
   */
  record Crowded(SpeedUp alone, NavigableMap<Integer, Double> slowdown) implements SpeedUp {

    /** Copies and checks the table. */
    public Crowded {
      if (slowdown.isEmpty()) {
        throw new IllegalArgumentException("a slowdown needs a number of threads");
      }
      slowdown.forEach((threads, value) -> {
        Check.between("the number of threads", 1, Integer.MAX_VALUE, threads);
        Check.positive("the slowdown on " + threads, value);
      });
      slowdown = Collections.unmodifiableNavigableMap(new TreeMap<>(slowdown));
    }

    @Override
    public int most() {
      return alone.most();
    }

    @Override
    public boolean dependsOnOthers() {
      return true;
    }

    @Override
    public double at(int threads) {
      return alone.at(threads);
    }

    @Override
    public double at(int threads, double othersBusy) {
      Check.share("the share of busy cores", othersBusy);
      return alone.at(threads) / (1 + othersBusy * (slowdownOn(threads) - 1));
    }

    private double slowdownOn(int threads) {
      Map.Entry<Integer, Double> below = slowdown.floorEntry(threads);
      Map.Entry<Integer, Double> above = slowdown.ceilingEntry(threads);
      if (below == null || above == null) {
        return (below == null ? above : below).getValue();
      }
      return between(below, above, threads);
    }
  }

  /**
   * A curve while a share of the other cores is busy.
   *
   * @param curve the curve
   * @param othersBusy the share of the other cores that are busy, between 0 and 1
   */
  record Beside(SpeedUp curve, double othersBusy) implements SpeedUp {

    /** Checks the share. */
    public Beside {
      Check.share("the share of busy cores", othersBusy);
    }

    @Override
    public int most() {
      return curve.most();
    }

    @Override
    public double at(int threads) {
      return curve.at(threads, othersBusy);
    }
  }

  private static double between(
      Map.Entry<Integer, Double> below, Map.Entry<Integer, Double> above, int threads) {
    if (below.getKey().equals(above.getKey())) {
      return below.getValue();
    }
    double way = (double) (threads - below.getKey()) / (above.getKey() - below.getKey());
    return below.getValue() + way * (above.getValue() - below.getValue());
  }

  /**
   * Measured speed-ups, with straight lines between them. The curve is unknown beyond the last one,
   * so more threads are refused.
   *
   * @param bySize speed-up for each number of threads that was measured; 1 thread is 1 if missing
   */
  record Measured(NavigableMap<Integer, Double> bySize) implements SpeedUp {

    /** Copies and checks the table. */
    public Measured {
      TreeMap<Integer, Double> copy = new TreeMap<>(bySize);
      copy.putIfAbsent(1, 1.0);
      Check.between("the least number of threads", 1, 1, copy.firstKey());
      copy.forEach((threads, value) -> Check.positive("the speed-up at " + threads, value));
      bySize = Collections.unmodifiableNavigableMap(copy);
    }

    @Override
    public int most() {
      return bySize.lastKey();
    }

    @Override
    public double at(int threads) {
      Check.between("the number of threads of a measured curve", 1, bySize.lastKey(), threads);
      return between(bySize.floorEntry(threads), bySize.ceilingEntry(threads), threads);
    }
  }
}
