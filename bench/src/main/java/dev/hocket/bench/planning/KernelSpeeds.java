package dev.hocket.bench.planning;

import dev.hocket.bench.kernels.Kernel;
import dev.hocket.bench.kernels.WideKernel;
import dev.hocket.plan.model.SpeedUp;
import dev.hocket.plan.model.SpeedUpFit;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Measures how fast kernels run on several threads: on an idle machine, and while other threads
 * compute the same kernels on all other cores.
 */
final class KernelSpeeds {
  private static final int FEWEST_RUNS = 5;
  private static final double NANOS = 1e9;
  private static final Duration PAUSE = Duration.ofMillis(40);

  private final WideKernel program;
  private final int cores;
  private final Map<Kernel, Integer> rounds = new EnumMap<>(Kernel.class);
  private final Map<Kernel, TreeMap<Integer, Double>> alone = new EnumMap<>(Kernel.class);
  private final Map<Kernel, TreeMap<Integer, Double>> crowded = new EnumMap<>(Kernel.class);

  /** The times on one thread if the thread slept before each run. */
  private final Map<Kernel, Double> rested = new EnumMap<>(Kernel.class);

  private KernelSpeeds(WideKernel program, int cores) {
    this.program = program;
    this.cores = cores;
  }

  /**
   * Measures the kernels.
   *
   * @param seconds the approximate time of a run of each kernel on one thread
   * @param cellSeconds the time for measuring each kernel on each number of threads
   */
  static KernelSpeeds measured(
      WideKernel program, int cores, Map<Kernel, Double> seconds, double cellSeconds)
      throws InterruptedException {
    KernelSpeeds speeds = new KernelSpeeds(program, cores);
    for (Kernel kernel : Kernel.values()) {
      speeds.rounds.put(kernel, 1);
      speeds.mean(kernel, 1, 2 * cellSeconds);
      double one = speeds.mean(kernel, 1, cellSeconds);
      speeds.rounds.put(kernel, Math.max(1, (int) Math.round(seconds.get(kernel) / one)));
    }
    for (Kernel kernel : Kernel.values()) {
      speeds.alone.put(kernel, new TreeMap<>());
      speeds.crowded.put(kernel, new TreeMap<>());
      for (int threads : sizes(cores)) {
        speeds.alone.get(kernel).put(threads, speeds.mean(kernel, threads, cellSeconds));
        double beside =
            speeds.besides(cores - threads, () -> speeds.mean(kernel, threads, cellSeconds));
        speeds.crowded.get(kernel).put(threads, beside);
      }
      speeds.rested.put(kernel, speeds.meanAfterPauses(kernel, 2 * cellSeconds));
    }
    return speeds;
  }

  private static List<Integer> sizes(int cores) {
    List<Integer> sizes = new ArrayList<>();
    for (int threads = 1; threads < cores; threads *= 2) {
      sizes.add(threads);
    }
    sizes.add(cores);
    return sizes;
  }

  /** The mean time of a run, in seconds; the first run does not count. */
  private double mean(Kernel kernel, int threads, double seconds) {
    if (program.compute(kernel, rounds.get(kernel), threads) != kernel.compute()) {
      throw new AssertionError(kernel.title() + " on " + threads + " threads: a wrong result");
    }
    long start = System.nanoTime();
    int runs = 0;
    while (runs < FEWEST_RUNS || System.nanoTime() - start < seconds * NANOS) {
      program.compute(kernel, rounds.get(kernel), threads);
      runs++;
    }
    return (System.nanoTime() - start) / NANOS / runs;
  }

  /** The mean time of a run on one thread if the thread has slept before each run. */
  private double meanAfterPauses(Kernel kernel, double seconds) throws InterruptedException {
    double computed = 0;
    int runs = 0;
    while (runs < FEWEST_RUNS || computed < seconds) {
      Thread.sleep(PAUSE);
      long start = System.nanoTime();
      program.compute(kernel, rounds.get(kernel), 1);
      computed += (System.nanoTime() - start) / NANOS;
      runs++;
    }
    return computed / runs;
  }

  private interface Figure {
    double get();
  }

  /** Measures a figure while this many other threads compute all kernels in turn. */
  private double besides(int others, Figure figure) throws InterruptedException {
    AtomicBoolean over = new AtomicBoolean();
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < others; i++) {
      int first = i;
      threads.add(
          Thread.ofPlatform()
              .daemon()
              .start(() -> {
                for (int n = first; !over.get(); n++) {
                  Kernel.values()[n % Kernel.values().length].compute();
                }
              }));
    }
    try {
      return figure.get();
    } finally {
      over.set(true);
      for (Thread one : threads) {
        one.join();
      }
    }
  }

  /** The time of a run on one thread of an idle machine. */
  double seconds(Kernel kernel) {
    return alone.get(kernel).get(1);
  }

  /** The factor by which a run takes longer if its thread has slept before. */
  double afterPause(Kernel kernel) {
    return rested.get(kernel) / seconds(kernel);
  }

  int roundsOf(Kernel kernel) {
    return rounds.get(kernel);
  }

  /** The speed-up on an idle machine. */
  SpeedUp alone(Kernel kernel) {
    TreeMap<Integer, Double> speedUps = new TreeMap<>();
    alone.get(kernel).forEach((threads, time) -> speedUps.put(threads, seconds(kernel) / time));
    return new SpeedUp.Measured(speedUps);
  }

  /** The speed-up as a function of the busy cores. */
  SpeedUp crowded(Kernel kernel) {
    TreeMap<Integer, Double> slowdown = new TreeMap<>();
    crowded
        .get(kernel)
        .forEach((threads, time) -> {
          if (threads < cores) {
            slowdown.put(threads, time / alone.get(kernel).get(threads));
          }
        });
    return slowdown.isEmpty() ? alone(kernel) : new SpeedUp.Crowded(alone(kernel), slowdown);
  }

  /**
   * The speed-up on machines with more cores than this one: by a fit of Gunther's law.
   *
   * @param byBusyCores whether busy cores slow the kernel down, as much as they do here
   */
  SpeedUp onMoreCores(Kernel kernel, boolean byBusyCores) {
    List<SpeedUpFit.Run> runs = new ArrayList<>();
    alone.get(kernel).forEach((threads, time) -> runs.add(new SpeedUpFit.Run(threads, time)));
    SpeedUp law = SpeedUpFit.usl(runs, 1).curve();
    return byBusyCores && crowded(kernel) instanceof SpeedUp.Crowded here
        ? new SpeedUp.Crowded(law, here.slowdown())
        : law;
  }

  void print() {
    System.out.printf("%n### Speed-ups of kernels, alone and beside busy cores (figure 13)%n%n");
    List<Integer> sizes = sizes(cores);
    System.out.print("| kernel | one thread |");
    sizes.stream().skip(1).forEach(threads -> System.out.printf(" ε(%d) |", threads));
    System.out.println(
        " times as long while all other cores are busy, on 1, 2, … threads | times as long after 40 ms"
            + " of sleep |");
    System.out.println("| --- | --- |" + " --- |".repeat(sizes.size() + 1));
    for (Kernel kernel : Kernel.values()) {
      System.out.printf(Locale.ROOT, "| %s | %.2f ms |", kernel.title(), 1e3 * seconds(kernel));
      for (int threads : sizes.subList(1, sizes.size())) {
        System.out.printf(Locale.ROOT, " %.2f |", alone(kernel).at(threads));
      }
      String[] slower =
          sizes.stream()
              .filter(threads -> threads < cores)
              .map(threads ->
                  String.format(
                      Locale.ROOT,
                      "%.2f",
                      crowded.get(kernel).get(threads) / alone.get(kernel).get(threads)))
              .toArray(String[]::new);
      System.out.printf(
          Locale.ROOT,
          " %s | %.2f |%n",
          String.join(", ", Arrays.asList(slower)),
          afterPause(kernel));
    }
  }
}
