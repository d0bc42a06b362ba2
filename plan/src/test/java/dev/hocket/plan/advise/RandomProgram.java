package dev.hocket.plan.advise;

import dev.hocket.plan.advise.SimulatedProgram.Due;
import dev.hocket.plan.advise.SimulatedProgram.Ran;
import dev.hocket.plan.advise.SimulatedProgram.Resize;
import dev.hocket.plan.decide.Goal;
import dev.hocket.plan.decide.Plan;
import dev.hocket.plan.decide.Pool;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/**
 * A random program for the planner: one to four classes of handlers on shared or own pools, events
 * that arrive in one of seven ways, run times of five distributions, and a hindrance.
 */
final class RandomProgram {
  /** The reason why runs depend on each other or on the sizes of pools. */
  enum Hindered {
    BY_NOTHING,
    BY_A_LOCK,
    BY_FEW_CONNECTIONS,
    BY_FEW_PROCESSORS,
    BY_A_RESIZE
  }

  private static final int PROCESSORS = 4;
  private static final int MANY_PROCESSORS = 12;

  private final Hindered hindered;
  private final long eventSeed;
  private final int arrivals;
  private final int service;
  private final int classes;
  private final double mean;
  private final double rate;
  private final int count;
  private final boolean processorTime;
  private final int permits;
  private final double inside;
  private final int[] poolOf;
  private final int[] workers;
  private final List<Resize> resizes;
  final Goal goal;

  RandomProgram(Hindered hindered, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    this.hindered = hindered;
    arrivals = random.nextInt(7);
    service = random.nextInt(5);
    classes = 1 + random.nextInt(4);
    boolean own = classes > 1 && random.nextBoolean();
    poolOf = IntStream.range(0, classes).map(i -> own ? i : 0).toArray();
    workers = random.ints(own ? classes : 1, 1, own ? 4 : 7).toArray();
    inside = hindered == Hindered.BY_A_LOCK ? random.nextDouble(.1, .9) : 1;
    permits =
        switch (hindered) {
          case BY_A_LOCK -> 1;
          case BY_FEW_CONNECTIONS -> 1 + random.nextInt(4);
          default -> Integer.MAX_VALUE;
        };
    double capacity = Math.min(IntStream.of(workers).sum(), permits / inside);
    capacity = hindered == Hindered.BY_FEW_PROCESSORS ? Math.min(capacity, PROCESSORS) : capacity;
    mean = .002 * Math.pow(10, random.nextDouble());
    rate = random.nextDouble(.3, .8) * capacity / (mean * (classes + 1) / 2);
    processorTime = random.nextBoolean();
    count = 1_000 + random.nextInt(1_000);
    eventSeed = random.nextLong();
    goal = Goal.values()[random.nextInt(3)];
    resizes =
        hindered == Hindered.BY_A_RESIZE
            ? List.of(new Resize(count / 2 / rate, 0, workers[0] + 1 + random.nextInt(4)))
            : List.of();
  }

  boolean hasProcessorTime() {
    return processorTime;
  }

  boolean usesSeveralWorkers() {
    return IntStream.of(workers).sum() > 2;
  }

  private static double exponential(SplittableRandom random) {
    return -Math.log1p(-random.nextDouble());
  }

  private double relative(SplittableRandom random) {
    return switch (service) {
      case 0 -> 1;
      case 1 -> exponential(random);
      case 2 -> random.nextInt(10) == 0 ? 5.5 : .5;
      case 3 -> Math.min(30, Math.pow(1 - random.nextDouble(), -1 / 1.5) / 3);
      default -> random.nextInt(100) == 0 ? 50.5 : .5;
    };
  }

  private double gap(int event, double level, SplittableRandom random) {
    return switch (arrivals) {
      case 0 -> exponential(random) / rate;
      case 1 -> event % 20 == 0 ? 20 / rate : 0;
      case 2 -> 1 / rate;
      case 3 -> exponential(random) / (rate * (event < count / 2 ? .3 : 1.7));
      case 4 -> exponential(random) / (rate * level);
      case 5 -> event % 500 == 0 ? 500 / rate : 0;
      default -> event == count / 2 ? 1_000 / rate : exponential(random) / rate;
    };
  }

  /** Returns the program with the events of a day; 0 is the recorded one. */
  SimulatedProgram onDay(int day) {
    SplittableRandom random = new SplittableRandom(eventSeed + day);
    List<Due> due = new ArrayList<>();
    double now = 0;
    double level = 1;
    for (int i = 0; i < count; i++) {
      level = random.nextInt(200) == 0 ? random.nextDouble(.2, 1.8) : level;
      now += gap(i, level, random);
      int kind = random.nextInt(classes);
      due.add(new Due(now, kind, mean * (kind + 1) * relative(random)));
    }
    boolean computes = hindered == Hindered.BY_FEW_PROCESSORS;
    return new SimulatedProgram(due, computes, PROCESSORS, permits, permits < count ? inside : 0);
  }

  List<Ran> asRecorded() {
    return onDay(0).run(poolOf, workers, resizes);
  }

  /** Returns the program's runs on a day, with the recorded sizes. */
  List<Ran> before(int day) {
    return onDay(day).run(poolOf, workers, List.of());
  }

  /** Returns the program's runs on a day, with the sizes of a plan. */
  List<Ran> on(Plan plan, int day) {
    int[] planned = new int[classes];
    List<Pool> pools = plan.pools();
    for (int i = 0; i < pools.size(); i++) {
      for (int one : pools.get(i).classes()) {
        planned[one] = i;
      }
    }
    return onDay(day).run(planned, pools.stream().mapToInt(Pool::workers).toArray(), List.of());
  }

  /** Advises on the recorded day; throws as {@link Advice#on} does. */
  Advice advice() {
    int cores = hindered == Hindered.BY_FEW_PROCESSORS ? PROCESSORS : MANY_PROCESSORS;
    return Advice.on(
        onDay(0).recorded(asRecorded(), workers, resizes, processorTime),
        new Advice.Question(cores, goal, .9, Map.of(), cores));
  }

  static double figure(Goal goal, List<Ran> ran) {
    double[] flows = ran.stream().mapToDouble(Ran::flow).sorted().toArray();
    return switch (goal) {
      case MEAN -> Arrays.stream(flows).average().orElseThrow();
      case P95 -> flows[(int) Math.ceil(.95 * flows.length) - 1];
      case OVER_100_MS ->
          Arrays.stream(flows).filter(flow -> flow > .1).count() / (double) flows.length;
    };
  }

  @Override
  public String toString() {
    return "%s, arrivals %d, run times %d of %.1f ms, %d classes on %s, %d permits for %.0f %%, %s"
        .formatted(
            hindered,
            arrivals,
            service,
            1e3 * mean,
            classes,
            Arrays.toString(workers),
            permits,
            100 * inside,
            goal);
  }
}
