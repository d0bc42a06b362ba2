package dev.hocket.bench;

import dev.hocket.core.Target;
import dev.hocket.core.Targets;
import java.time.Duration;
import jdk.jfr.Recording;

/**
 * What a recording adds to a block. The blocks run in place, one after the other on one thread, so
 * that the difference is all recording and no scheduling.
 */
final class RecordingCost {
  private static final int BLOCKS = 200_000;

  private RecordingCost() {}

  static void run(Settings settings) throws Exception {
    Target target = Targets.of(Targets.DEFAULT_WORKER);
    new Race("one block in place, recording on and off")
        .with("recording on", () -> recorded(target))
        .with("recording off", () -> inPlace(target))
        .run(settings.warmUpRounds(), settings.rounds(), settings.seed());
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
      target.callInPlace("RecordingCost.java:1", () -> ran[0]++);
    }
    long nanos = System.nanoTime() - start;
    if (ran[0] != BLOCKS) {
      throw new AssertionError("ran " + ran[0] + " blocks of " + BLOCKS);
    }
    return (double) nanos / BLOCKS;
  }
}
