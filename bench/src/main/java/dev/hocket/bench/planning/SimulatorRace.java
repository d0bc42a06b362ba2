package dev.hocket.bench.planning;

import dev.hocket.bench.processes.Programs;
import dev.hocket.plan.model.Load;
import dev.hocket.plan.model.Sizes;
import dev.hocket.plan.model.SpeedUp;
import dev.hocket.plan.model.Station;
import dev.hocket.plan.simulate.FlowTimes;
import dev.hocket.plan.simulate.Simulation;
import dev.hocket.plan.simulate.Workload;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Simulates the same M/M/4 queue at 80 % utilisation with Hocket and with SimPy. */
final class SimulatorRace {
  private static final String SIMPY = "simpy==4.1.2";
  private static final int LIMIT_SECONDS = 300;
  private static final double RATE = 3.2;
  private static final int SERVERS = 4;
  private static final int REPEATS = 5;

  /**
   * The factor by which Hocket simulates more events than SimPy; otherwise its run would be too
   * short to measure.
   */
  private static final int MORE = 50;

  private SimulatorRace() {}

  static void run(int events, long seed) throws IOException, InterruptedException {
    System.out.printf("%n### Simulating M/M/4 at 80 %% utilisation%n%n");
    Load load = new Load(RATE, 1, 1);
    double exact = Station.of(load, SERVERS).meanFlow();
    System.out.println(
        "| | events | mean flow time (exact %.4f) | time an event |".formatted(exact));
    System.out.println("| --- | --- | --- | --- |");
    double ours = ours(load, events * MORE, seed, exact);
    Path folder = Files.createTempDirectory("hocket-bench");
    try {
      Path python = folder.resolve("bin/python");
      String failure = install(folder, python);
      if (failure == null) {
        double theirs = simpy(python, events, seed, exact);
        System.out.printf("%nHocket's simulator is %.0f times as fast as SimPy.%n", theirs / ours);
      } else {
        System.out.printf("%nSimPy: not measured: %s%n", failure);
      }
    } finally {
      Programs.delete(folder);
    }
  }

  /**
   * The time per event in nanoseconds, including the drawing of random events, as the median of
   * several runs.
   */
  private static double ours(Load load, int events, long seed, double exact) {
    double[] nanos = new double[REPEATS];
    FlowTimes flows = null;
    for (int i = 0; i < REPEATS; i++) {
      long begin = System.nanoTime();
      Workload workload = Workload.poisson(List.of(load), events, seed);
      flows =
          Simulation.pools(workload, List.of(new SpeedUp.Amdahl(1)), Sizes.parse("P1A" + SERVERS));
      nanos[i] = (double) (System.nanoTime() - begin) / events;
    }
    Arrays.sort(nanos);
    line("Hocket", events, flows.mean(), nanos[REPEATS / 2]);
    check("Hocket", flows.mean(), flows.halfWidth(), exact);
    return nanos[REPEATS / 2];
  }

  private static void line(String name, int events, double mean, double nanos) {
    System.out.printf("| %s | %,d | %.4f | %,.0f ns |%n", name, events, mean, nanos);
  }

  /**
   * Checks a mean with three half-widths: with one half-width of 95 %, one run of twenty would
   * fail.
   */
  private static void check(String name, double mean, double halfWidth, double exact) {
    if (Math.abs(mean - exact) > 3 * halfWidth) {
      throw new AssertionError(name + " simulated " + mean + " ± " + halfWidth + ", not " + exact);
    }
  }

  private static double simpy(Path python, int events, long seed, double exact)
      throws IOException, InterruptedException {
    Path program = Programs.ROOT.resolve("bench/src/main/python/pool.py");
    Process process =
        new ProcessBuilder(
                python.toString(),
                program.toString(),
                Double.toString(RATE),
                "1",
                Integer.toString(SERVERS),
                Integer.toString(events),
                Long.toString(seed))
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    String[] answer =
        new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8)
            .strip()
            .split(" ");
    if (process.waitFor() != 0) {
      throw new AssertionError(program + " ended with status " + process.exitValue());
    }
    double mean = Double.parseDouble(answer[0]);
    double nanos = Double.parseDouble(answer[1]) * 1e9 / events;
    line("SimPy", events, mean, nanos);
    // SimPy prints no half-width, so this takes the half-width of a Hocket simulation with as many
    // events.
    Workload alike = Workload.poisson(List.of(new Load(RATE, 1, 1)), events, seed);
    FlowTimes flows =
        Simulation.pools(alike, List.of(new SpeedUp.Amdahl(1)), Sizes.parse("P1A" + SERVERS));
    check("SimPy", mean, flows.halfWidth(), exact);
    return nanos;
  }

  /** Returns the reason why SimPy cannot run, or null if it can. */
  private static String install(Path folder, Path python) throws InterruptedException {
    String failure = failure(List.of("python3", "-m", "venv", folder.toString()));
    return failure != null
        ? failure
        : failure(
            List.of(
                python.toString(),
                "-m",
                "pip",
                "install",
                "--quiet",
                "--disable-pip-version-check",
                SIMPY));
  }

  private static String failure(List<String> command) throws InterruptedException {
    try {
      Process process =
          new ProcessBuilder(command)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .redirectError(ProcessBuilder.Redirect.INHERIT)
              .start();
      if (!process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)) {
        process.destroy();
        return command + " was not done after " + LIMIT_SECONDS + " s";
      }
      return process.exitValue() == 0
          ? null
          : String.join(" ", command) + " ended with status " + process.exitValue();
    } catch (IOException e) {
      return command.getFirst() + " not found on the PATH";
    }
  }
}
