package dev.hocket.bench.planning;

import dev.hocket.bench.processes.Programs;
import dev.hocket.core.Target;
import dev.hocket.core.Targets;
import dev.hocket.plan.advise.Advice;
import dev.hocket.plan.decide.Goal;
import dev.hocket.plan.measure.Measurement;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import jdk.jfr.Recording;

/**
 * Measures how long {@code hocket plan} takes for a large recording, from its start to the advice,
 * in a separate JVM with little memory.
 */
public final class LargeRecording {
  private static final String HEAP = "-Xmx256m";
  private static final long LIMIT_SECONDS = 300;
  private static final int BATCH = 10_000;

  private LargeRecording() {}

  static void run(int blocks) throws Exception {
    Path folder = Files.createTempDirectory("hocket-bench");
    try {
      Path file = folder.resolve("large.jfr");
      record(blocks, file);
      long begin = System.nanoTime();
      String eventsAndProcessor = planned(file);
      System.out.printf("%n### Planning from a large recording%n%n");
      System.out.println("| recording | events | processor time | heap at most | time |");
      System.out.println("| --- | --- | --- | --- | --- |");
      System.out.printf(
          "| %.0f MB | %s | 256 MB | %.1f s |%n",
          Files.size(file) / 1e6, eventsAndProcessor, (System.nanoTime() - begin) / 1e9);
    } finally {
      Programs.delete(folder);
    }
  }

  /** Records blocks of three labels that do almost nothing; each block adds about 85 bytes. */
  private static void record(int blocks, Path file) throws IOException, InterruptedException {
    Target worker = Targets.create("large recording", 2);
    try (Recording recording = new Recording()) {
      recording.setDestination(file);
      recording.start();
      for (int i = 1; i <= blocks; i++) {
        worker.execute("Server.java:" + i % 3, Thread::onSpinWait);
        if (i % BATCH == 0) {
          worker.submit("end of a batch", () -> {}).join();
        }
      }
      worker.shutdown(Duration.ofSeconds(60));
    }
  }

  private static String planned(Path file) throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                HEAP,
                "-cp",
                System.getProperty("java.class.path"),
                LargeRecording.class.getName(),
                file.toString())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    if (!process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)) {
      process.destroyForcibly();
      throw new AssertionError("no plan from " + file + " after " + LIMIT_SECONDS + " s");
    }
    if (process.exitValue() != 0) {
      throw new AssertionError("no plan from " + file);
    }
    return new String(process.getInputStream().readAllBytes()).strip();
  }

  /**
   * Plans from a recording, for a machine of 64 cores, and prints the number of events and the
   * processor time used.
   */
  public static void main(String[] args) throws IOException {
    Measurement measured = Measurement.of(Path.of(args[0]));
    Advice.on(measured, new Advice.Question(64, Goal.MEAN, .9, Map.of()));
    double seconds =
        ProcessHandle.current().info().totalCpuDuration().orElse(Duration.ZERO).toMillis() / 1e3;
    System.out.printf("%,d | %.1f s", measured.events(), seconds);
  }
}
