package dev.hocket.bench.windows;

import dev.hocket.bench.processes.Programs;
import dev.hocket.bench.race.Race;
import dev.hocket.bench.race.Settings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * Measures what the agent of {@code hocket lag} adds to a Swing program in the worst case, where
 * the event thread is never idle. JVMs with the agent and without it run in turn and print their
 * time per event. The JVM compiles the same program differently from run to run, which makes an
 * event that paints a few per cent slower or faster. So the agent's share comes from the events
 * that do nothing.
 */
public final class AgentCost {
  private static final long LIMIT_SECONDS = 120;
  private static final int FIGURES = 3;

  private AgentCost() {}

  public static void run(Settings settings) throws Exception {
    Path folder = Files.createTempDirectory("hocket-bench");
    try {
      String agent = "-javaagent:" + agentJar() + "=" + folder.resolve("lag.jfr");
      List<double[]> with = new ArrayList<>();
      List<double[]> without = new ArrayList<>();
      new Race("an event that does nothing", "that paints a table", "that computes")
          .withAll("with the agent", () -> noted(nanos(agent), with))
          .withAll("without", () -> noted(nanos("-Dhocket.agent=none"), without))
          .run(1, Math.max(1, settings.rounds() / 2), settings.seed());
      double added = undisturbed(with, 0) - undisturbed(without, 0);
      System.out.printf(
          "%nBy lower quartiles the agent adds %,.0f ns to an event: %.2f %% of one that paints a table;"
              + " and %.2f %% to one that computes.%n",
          added,
          100 * added / undisturbed(without, 1),
          100 * (undisturbed(with, 2) / undisturbed(without, 2) - 1));
    } finally {
      Programs.delete(folder);
    }
  }

  private static double[] noted(double[] figures, List<double[]> all) {
    all.add(figures);
    return figures;
  }

  /** The lower quartile over the runs, because the machine slows some runs down by half. */
  private static double undisturbed(List<double[]> all, int figure) {
    return Race.quantile(all.stream().mapToDouble(one -> one[figure]).sorted().toArray(), .25);
  }

  private static Path agentJar() throws IOException {
    Path libraries = Programs.ROOT.resolve("cli/target/lib");
    try (Stream<Path> files = Files.list(libraries)) {
      return files
          .filter(file -> file.getFileName().toString().startsWith("hocket-lag-"))
          .findFirst()
          .orElseThrow(() -> new AssertionError("no agent in " + libraries));
    }
  }

  private static double[] nanos(String option) throws IOException, InterruptedException {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                option,
                "-Djava.awt.headless=true",
                "-Xms256m",
                "-Xmx256m",
                "-cp",
                System.getProperty("java.class.path"),
                BusyEventThread.class.getName()));
    Process process =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
    if (!process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)) {
      process.destroy();
      throw new AssertionError("did not end: " + command);
    }
    String[] said = new String(process.getInputStream().readAllBytes()).strip().split(" ");
    if (process.exitValue() != 0 || said.length != FIGURES) {
      throw new AssertionError("went wrong: " + command);
    }
    return Arrays.stream(said).mapToDouble(Double::parseDouble).toArray();
  }
}
