package dev.hocket.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * What the agent of {@code hocket lag} adds to a Swing program whose event thread is never idle,
 * the worst case: time of an event with the agent and without, in JVMs of their own, in turn.
 */
final class AgentCost {
  private static final long LIMIT_SECONDS = 120;

  private AgentCost() {}

  static void run(Settings settings) throws Exception {
    Path folder = Files.createTempDirectory("hocket-bench");
    try {
      String agent = "-javaagent:" + agentJar() + "=" + folder.resolve("lag.jfr");
      new Race("an event that paints a table", "an event that paints it 200 times, stacks sampled")
          .withAll("with the agent", () -> nanos(agent))
          .withAll("without", () -> nanos("-Dhocket.agent=none"))
          .run(1, Math.max(1, settings.rounds() / 2), settings.seed());
    } finally {
      Programs.delete(folder);
    }
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
                PaintedTable.class.getName()));
    Process process =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
    if (!process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)) {
      process.destroy();
      throw new AssertionError("did not end: " + command);
    }
    String[] said = new String(process.getInputStream().readAllBytes()).strip().split(" ");
    if (process.exitValue() != 0 || said.length != 2) {
      throw new AssertionError("went wrong: " + command);
    }
    return new double[] {Double.parseDouble(said[0]), Double.parseDouble(said[1])};
  }
}
