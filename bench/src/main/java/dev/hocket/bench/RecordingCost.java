package dev.hocket.bench;

import dev.hocket.core.Place;
import dev.hocket.core.Target;
import dev.hocket.core.Targets;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import jdk.jfr.Recording;

/**
 * The cost that a recording adds to a block. The blocks run in place, one after the other on one
 * thread, so that only recording makes a difference, and scheduling does not.
 */
public final class RecordingCost {
  private static final int BLOCKS = 200_000;

  private RecordingCost() {}

  static void run(Settings settings) throws Exception {
    Target target = Targets.of(Targets.DEFAULT_WORKER);
    new Race("one block in place, recording on and off")
        .with("recording on", () -> recorded(target))
        .with("recording off", () -> inPlace(target))
        .run(settings.warmUpRounds(), settings.rounds(), settings.seed());
    new Race("one block in place, no recording: with the recorder and in a JVM that has none")
        .with("jdk.jfr there, off", () -> inAnotherJvm("java.base,jdk.jfr"))
        .with("jdk.jfr missing", () -> inAnotherJvm("java.base"))
        .run(1, settings.rounds() / 2, settings.seed());
  }

  /** Prints the cost of a block, measured in a separate JVM. */
  public static void main(String[] args) {
    Target target = Targets.of(Targets.DEFAULT_WORKER);
    double best = Double.MAX_VALUE;
    for (int i = 0; i < 30; i++) {
      best = Math.min(best, inPlace(target));
    }
    System.out.println(best);
  }

  private static double inAnotherJvm(String modules) throws IOException {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--limit-modules=" + modules,
                "-cp",
                System.getProperty("java.class.path"),
                RecordingCost.class.getName())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    try (BufferedReader out = process.inputReader()) {
      return Double.parseDouble(out.readLine());
    }
  }

  private static double recorded(Target target) {
    try (Recording recording = new Recording()) {
      recording.enable("dev.hocket.Block").withThreshold(Duration.ZERO);
      recording.setMaxSize(50_000_000);
      recording.start();
      return inPlace(target);
    }
  }

  private static double inPlace(Target target) {
    long[] ran = new long[1];
    long start = System.nanoTime();
    for (int i = 0; i < BLOCKS; i++) {
      target.call(Place.HERE, "RecordingCost.java:1", () -> ran[0]++);
    }
    long nanos = System.nanoTime() - start;
    if (ran[0] != BLOCKS) {
      throw new AssertionError("ran " + ran[0] + " blocks of " + BLOCKS);
    }
    return (double) nanos / BLOCKS;
  }
}
