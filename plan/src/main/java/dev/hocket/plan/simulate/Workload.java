package dev.hocket.plan.simulate;

import dev.hocket.plan.model.Load;
import dev.hocket.plan.model.SpeedUp;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.distribution.ContinuousSampler;
import org.apache.commons.statistics.distribution.ContinuousDistribution;
import org.apache.commons.statistics.distribution.ExponentialDistribution;
import org.apache.commons.statistics.distribution.GammaDistribution;

/**
 * The input of a simulation: events in the order of their arrival, and the run times of their
 * handlers on one thread.
 *
 * <pre>{@code
 * Workload drawn = Workload.poisson(List.of(new Load(10, 0.177, 0)), 100_000, 42);
 * }</pre>
 */
public final class Workload {
  private static final double[] NONE = {};

  /** Stands for as many cores as there are threads. */
  static final int ENOUGH_CORES = Integer.MAX_VALUE;

  final double[] arrivals;
  final double[] service;
  final int[] classes;
  final int classCount;

  /** The time for which each handler waits without a thread; empty if none does. */
  private final double[] pauses;

  /** The time for which each handler computes in its service time; empty if unknown. */
  private final double[] computing;

  private final double[] ready;
  private final int cores;

  private Workload(
      double[] arrivals,
      double[] service,
      int[] classes,
      int classCount,
      double[] pauses,
      double[] computing,
      double[] ready,
      int cores) {
    this.arrivals = arrivals;
    this.service = service;
    this.classes = classes;
    this.classCount = classCount;
    this.pauses = pauses;
    this.computing = computing;
    this.ready = ready;
    this.cores = cores;
  }

  private Workload(
      double[] arrivals, double[] service, int[] classes, int classCount, double[] pauses) {
    this(arrivals, service, classes, classCount, pauses, NONE, NONE, ENOUGH_CORES);
  }

  /**
   * Draws Poisson arrivals of several classes. Service times are constant, exponential or gamma
   * distributed, as the class's variation determines. Equal arguments give equal workloads, and the
   * arrivals of a class depend only on the rates, so that two settings can be compared on the same
   * arrivals.
   *
   * @param loads the classes; at least one of them has arrivals
   * @param events the number of all events, 1 or more
   * @param seed the seed of the random numbers
   * @return the workload
   */
  public static Workload poisson(List<Load> loads, int events, long seed) {
    double rate = loads.stream().mapToDouble(Load::arrivalsPerSecond).sum();
    if (!(rate > 0) || events < 1) {
      throw new IllegalArgumentException(
          "a workload needs events that arrive, not " + events + " at " + rate + " a second");
    }
    SplittableRandom root = new SplittableRandom(seed);
    SplittableRandom gaps = root.split();
    SplittableRandom kinds = root.split();
    ContinuousSampler[] samplers = new ContinuousSampler[loads.size()];
    for (int i = 0; i < samplers.length; i++) {
      samplers[i] = sampler(loads.get(i), root.split());
    }
    double[] arrivals = new double[events];
    double[] service = new double[events];
    int[] classes = new int[events];
    double now = 0;
    for (int i = 0; i < events; i++) {
      now -= Math.log1p(-gaps.nextDouble()) / rate;
      arrivals[i] = now;
      classes[i] = draw(loads, kinds.nextDouble(rate));
      service[i] = samplers[classes[i]].sample();
    }
    return new Workload(arrivals, service, classes, loads.size(), NONE);
  }

  private static int draw(List<Load> loads, double point) {
    for (int i = 0; i < loads.size() - 1; i++) {
      point -= loads.get(i).arrivalsPerSecond();
      if (point < 0) {
        return i;
      }
    }
    return loads.size() - 1;
  }

  private static ContinuousSampler sampler(Load load, SplittableRandom random) {
    double mean = load.serviceSeconds();
    double variation = load.squaredVariation();
    if (mean == 0 || variation == 0) {
      return () -> mean;
    }
    UniformRandomProvider source = random::nextLong;
    ContinuousDistribution distribution =
        variation == 1
            ? ExponentialDistribution.of(mean)
            : GammaDistribution.of(1 / variation, mean * variation);
    return distribution.createSampler(source)::sample;
  }

  /**
   * Makes a workload of recorded events.
   *
   * @param arrivals the time of each event's arrival, ascending
   * @param service the time for which each handler runs on one thread, 0 or more
   * @param classes the class of each event, 0 to {@code classCount} − 1
   * @param classCount number of classes
   * @return the workload
   * @throws IllegalArgumentException if the arrays differ in length or hold impossible values
   */
  public static Workload replayed(
      double[] arrivals, double[] service, int[] classes, int classCount) {
    if (arrivals.length != service.length || arrivals.length != classes.length) {
      throw new IllegalArgumentException(
          "as many arrivals, service times and classes are needed, not %d, %d and %d"
              .formatted(arrivals.length, service.length, classes.length));
    }
    for (int i = 0; i < arrivals.length; i++) {
      boolean ordered = i == 0 ? Double.isFinite(arrivals[i]) : arrivals[i] >= arrivals[i - 1];
      if (!ordered || !(service[i] >= 0) || classes[i] < 0 || classes[i] >= classCount) {
        throw new IllegalArgumentException(
            "event %d is out of order or impossible: arrival %s, service time %s, class %d"
                .formatted(i, arrivals[i], service[i], classes[i]));
      }
    }
    return new Workload(arrivals.clone(), service.clone(), classes.clone(), classCount, NONE);
  }

  /**
   * Makes a workload of the same events, whose handlers also wait for something else: an answer,
   * another handler. They have no thread meanwhile, so the waits lengthen only their own flow
   * times.
   *
   * @param seconds the waits of each, 0 or more
   * @return another workload
   * @throws IllegalArgumentException if the numbers of waits and events differ
   */
  public Workload pausing(double[] seconds) {
    if (seconds.length != events()) {
      throw new IllegalArgumentException(
          "%d events need as many pauses, not %d".formatted(events(), seconds.length));
    }
    return new Workload(
        arrivals, service, classes, classCount, seconds.clone(), computing, ready, cores);
  }

  /**
   * Makes a workload of the same events with known parts of their run times. The parts matter on a
   * machine with fewer cores than threads, see {@link #onCores}.
   *
   * @param computingSeconds the time for which each needs a core; 0 if that is not known
   * @param readySeconds the time for which each was ready without a core when it was recorded
   * @return another workload
   * @throws IllegalArgumentException if the numbers of times and events differ
   */
  public Workload computing(double[] computingSeconds, double[] readySeconds) {
    if (computingSeconds.length != events() || readySeconds.length != events()) {
      throw new IllegalArgumentException(
          "%d events need as many times of computing and of being ready, not %d and %d"
              .formatted(events(), computingSeconds.length, readySeconds.length));
    }
    return new Workload(
        arrivals,
        service,
        classes,
        classCount,
        pauses,
        computingSeconds.clone(),
        readySeconds.clone(),
        cores);
  }

  /**
   * Makes a workload of the same events on a machine with a number of cores. Handlers wait for
   * cores if pools have more threads. A run then consists of its computing and its waits, without
   * the time for which it was recorded as ready.
   *
   * @param count the number of cores, 1 or more
   * @return another workload
   */
  public Workload onCores(int count) {
    if (count < 1) {
      throw new IllegalArgumentException("a machine has 1 core or more, not " + count);
    }
    return new Workload(arrivals, service, classes, classCount, pauses, computing, ready, count);
  }

  /**
   * Makes a workload of the same events that keeps a share of the time for which each was ready
   * when it was recorded, as a part of its waits: other programs had the cores then, and will
   * again. Only the remaining time is left to the simulation of cores.
   *
   * @param share 0 to 1
   * @return another workload
   */
  public Workload keepingReady(double share) {
    double[] rest = Arrays.stream(ready).map(seconds -> (1 - share) * seconds).toArray();
    return new Workload(arrivals, service, classes, classCount, pauses, computing, rest, cores);
  }

  /**
   * Makes a workload of the same recorded events as they would have run on an otherwise idle
   * machine: the time that busy cores added, according to the curves, is subtracted.
   *
   * @param flows the flow times of the events as recorded, each on one thread
   * @param curves speed-up of each class
   * @param count the cores of the machine on which they were recorded
   * @return another workload
   */
  public Workload alone(FlowTimes flows, List<SpeedUp> curves, int count) {
    return new Company(this, flows).alone(curves, count);
  }

  /** The cores of the machine if the handlers' need of cores is known; else as many as needed. */
  int cores() {
    return computing.length == 0 ? ENOUGH_CORES : cores;
  }

  /** The time for which an event needs a core. */
  double computing(int event) {
    return Math.min(service[event], computing[event]);
  }

  /** The time for which an event holds its worker but needs no core. */
  double waiting(int event) {
    return Math.max(0, service[event] - computing(event) - ready[event]);
  }

  /** The time for which an event would hold its worker if it never had to wait for a core. */
  double undisturbed(int event) {
    return ready.length == 0 ? service[event] : Math.max(0, service[event] - ready[event]);
  }

  /**
   * Sums up the time for which the handlers were ready without a core.
   *
   * @return seconds; 0 if that is not known
   */
  public double readySeconds() {
    return Arrays.stream(ready).sum();
  }

  /** The time for which an event holds a worker of a pool that has no more threads than cores. */
  double withEnoughCores(int event) {
    return cores == ENOUGH_CORES ? service[event] : undisturbed(event);
  }

  /**
   * Draws a workload of Poisson arrivals at the same rate. Each event is a copy of one of these
   * events, drawn at random: the same classes, service times and pauses, without bursts and in no
   * order.
   *
   * @param seed the seed of the random numbers
   * @return another workload
   */
  public Workload redrawn(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    double length = events() < 2 ? 0 : arrivals[events() - 1] - arrivals[0];
    double gap = events() < 2 ? 0 : length / (events() - 1);
    double[] times = new double[events()];
    int[] from = new int[events()];
    double now = 0;
    for (int i = 0; i < times.length; i++) {
      times[i] = now;
      now -= gap * Math.log1p(-random.nextDouble());
      from[i] = random.nextInt(from.length);
    }
    return copied(times, from);
  }

  /**
   * Makes a workload of the same arrivals of each class, with their service times and pauses in
   * another order.
   *
   * @param seed the seed of the random numbers
   * @return another workload
   */
  public Workload shuffled(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    int[] from = new int[events()];
    // The events of each class so far: each new one is exchanged with one of these or stays.
    int[][] seen = new int[classCount][16];
    int[] counts = new int[classCount];
    for (int i = 0; i < from.length; i++) {
      int kind = classes[i];
      if (counts[kind] == seen[kind].length) {
        seen[kind] = Arrays.copyOf(seen[kind], 2 * counts[kind]);
      }
      seen[kind][counts[kind]] = i;
      int other = seen[kind][random.nextInt(++counts[kind])];
      from[i] = i;
      from[i] = from[other];
      from[other] = i;
    }
    return copied(arrivals, from);
  }

  private Workload copied(double[] times, int[] from) {
    return new Workload(
        times,
        picked(service, from),
        Arrays.stream(from).map(i -> classes[i]).toArray(),
        classCount,
        picked(pauses, from),
        picked(computing, from),
        picked(ready, from),
        cores);
  }

  private static double[] picked(double[] seconds, int[] from) {
    return seconds.length == 0 ? NONE : Arrays.stream(from).mapToDouble(i -> seconds[i]).toArray();
  }

  /**
   * Service times, summed up by class.
   *
   * @return seconds, one for each class
   */
  public double[] serviceByClass() {
    double[] sums = new double[classCount];
    for (int i = 0; i < service.length; i++) {
      sums[classes[i]] += service[i];
    }
    return sums;
  }

  double pause(int event) {
    return pauses.length == 0 ? 0 : pauses[event];
  }

  /**
   * Number of events.
   *
   * @return 0 or more
   */
  public int events() {
    return arrivals.length;
  }

  /**
   * Computes the flow times if no event had to wait for a thread.
   *
   * @return the flow times in order of arrival
   */
  public FlowTimes withoutWaits() {
    double[] flows = new double[events()];
    Arrays.setAll(flows, i -> service[i] + pause(i));
    return new FlowTimes(flows, classes);
  }

  /**
   * Returns the time of the last arrival.
   *
   * @return the time in seconds, on the scale of the arrivals; 0 without events
   */
  public double lastArrival() {
    return events() == 0 ? 0 : arrivals[events() - 1];
  }

  /**
   * Makes a workload of the same events at a higher rate, to predict a busier day from a recording.
   *
   * @param factor the factor of the rate, above 0
   * @return another workload
   */
  public Workload arrivingFaster(double factor) {
    if (!(factor > 0) || Double.isInfinite(factor)) {
      throw new IllegalArgumentException("the factor must be above 0 and finite, not " + factor);
    }
    return new Workload(
        Arrays.stream(arrivals).map(time -> time / factor).toArray(),
        service,
        classes,
        classCount,
        pauses,
        computing,
        ready,
        cores);
  }
}
