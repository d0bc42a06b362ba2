package dev.hocket.bench.planning;

import dev.hocket.core.Target;
import dev.hocket.core.Targets;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import jdk.jfr.Recording;

/**
 * A program whose pools the planner sizes: how its events arrive, how long its handlers run, and
 * what they do. Each run is real and recorded by JDK Flight Recorder.
 *
 * @param arrivals the arrival process; all kinds have the same rate in the long run
 * @param service the distribution of run times; all have the same mean
 * @param work the work of the handlers
 * @param pools the number of workers in each pool; there are as many classes of handlers as pools,
 *     unless there is one pool
 * @param classes the number of classes of handlers; the i-th runs i times as long as the first
 * @param busy whether other threads keep all processors busy meanwhile
 */
record Situation(
    Arrivals arrivals, Service service, Work work, List<Integer> pools, int classes, boolean busy) {

  /** The arrival processes. */
  enum Arrivals {
    POISSON,
    /** Twenty events arrive at once. */
    BURSTS,
    PERIODIC,
    /** The rate alternates: half a second at a high rate, half a second at a third of it. */
    WAVES,
    /** Phases of Pareto distributed lengths (α = 1.4), as measured of web requests. */
    ON_OFF
  }

  /** The distributions of run times. */
  enum Service {
    EQUAL,
    EXPONENTIAL,
    /** One of ten runs is eleven times as long as the others. */
    TWO_POINT,
    /** Pareto distributed (α = 1.5), but at most thirty times the mean. */
    PARETO
  }

  /** The work of handlers: sleep, compute, or compute a tenth of the time. */
  enum Work {
    SLEEP,
    COMPUTE,
    BOTH
  }

  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
  private static final double UTILISATION = 0.6;
  private static final int IN_A_BURST = 20;

  /** The mean run time of computing handlers; sleeping handlers sleep ten times as long. */
  private static final double COMPUTING = 0.002;

  /** An event: its due time since the start, its class, and how long its handler runs. */
  record Due(double seconds, int kind, double run) {}

  private double mean() {
    return work == Work.COMPUTE ? COMPUTING : 10 * COMPUTING;
  }

  /** The events of a run; the same seed gives the same events. */
  List<Due> events(double seconds, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    int workers = pools.stream().mapToInt(one -> one).sum();
    double rate = UTILISATION * workers / (mean() * (classes + 1) / 2);
    List<Due> events = new ArrayList<>();
    double now = 0;
    double phaseEnd = 0;
    boolean on = false;
    while (now < seconds) {
      switch (arrivals) {
        case POISSON -> now += exponential(random) / rate;
        case PERIODIC -> now += 1 / rate;
        case BURSTS -> now += events.size() % IN_A_BURST == 0 ? IN_A_BURST / rate : 0;
        case WAVES -> now += exponential(random) / (rate * ((int) (2 * now) % 2 == 0 ? 1.5 : 0.5));
        case ON_OFF -> {
          if (now >= phaseEnd) {
            on = !on;
            phaseEnd = now + 0.05 * Math.min(20, Math.pow(1 - random.nextDouble(), -1 / 1.4));
          }
          now += exponential(random) / (rate * (on ? 1.6 : 0.4));
        }
        default -> throw new IllegalStateException(arrivals.toString());
      }
      int kind = random.nextInt(classes);
      events.add(new Due(now, kind, mean() * (kind + 1) * relative(random)));
    }
    return events;
  }

  private static double exponential(SplittableRandom random) {
    return -Math.log1p(-random.nextDouble());
  }

  private double relative(SplittableRandom random) {
    return switch (service) {
      case EQUAL -> 1;
      case EXPONENTIAL -> exponential(random);
      case TWO_POINT -> random.nextInt(10) == 0 ? 5.5 : 0.5;
      case PARETO -> Math.min(30, Math.pow(1 - random.nextDouble(), -1 / 1.5) / 3);
    };
  }

  /**
   * Runs the program.
   *
   * @param poolOf the pool of each class
   * @param workers the number of workers in each pool
   */
  void record(List<Due> events, int[] poolOf, List<Integer> workers, String name, Path file)
      throws IOException, InterruptedException {
    List<Target> targets = new ArrayList<>();
    for (int i = 0; i < workers.size(); i++) {
      targets.add(Targets.create(name + " " + i, workers.get(i)));
    }
    AtomicBoolean over = new AtomicBoolean();
    int others = busy ? Runtime.getRuntime().availableProcessors() : 0;
    for (int i = 0; i < others; i++) {
      Thread.ofPlatform()
          .daemon()
          .start(() -> {
            while (!over.get()) {
              Thread.onSpinWait();
            }
          });
    }
    try (Recording recording = new Recording()) {
      recording.enable("dev.hocket.Block").with("processorTime", "true");
      recording.enable("dev.hocket.Target");
      recording.setDestination(file);
      recording.start();
      long start = System.nanoTime();
      for (Due due : events) {
        long at = start + (long) (1e9 * due.seconds);
        for (long ahead; (ahead = at - System.nanoTime()) > 0; ) {
          LockSupport.parkNanos(ahead);
        }
        targets
            .get(poolOf[due.kind])
            .execute("Handler.java:" + (due.kind + 1), () -> handle(due.run));
      }
      for (Target target : targets) {
        target.shutdown(Duration.ofMinutes(10));
      }
    } finally {
      over.set(true);
    }
  }

  private void handle(double seconds) {
    double computing =
        switch (work) {
          case SLEEP -> 0;
          case COMPUTE -> seconds;
          case BOTH -> seconds / 10;
        };
    long from = THREADS.getCurrentThreadCpuTime();
    while (THREADS.getCurrentThreadCpuTime() - from < 1e9 * computing) {
      Thread.onSpinWait();
    }
    long end = System.nanoTime() + (long) (1e9 * (seconds - computing));
    for (long left; (left = end - System.nanoTime()) > 0; ) {
      LockSupport.parkNanos(left);
    }
  }

  @Override
  public String toString() {
    return "%s, %s, %s, %d class%s on %s%s"
        .formatted(
            arrivals, service, work, classes, classes == 1 ? "" : "es", pools, busy ? ", busy" : "")
        .toLowerCase(Locale.ROOT)
        .replace('_', ' ');
  }
}
