package dev.hocket.plan.measure;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hocket.plan.RecordingException;
import dev.hocket.plan.Recordings;
import dev.hocket.plan.model.SpeedUpFit;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CalibrationTest {
  @TempDir Path folder;
  private Path recording;

  @BeforeEach
  void record() throws Exception {
    recording =
        Recordings.record(
            folder.resolve("run.jfr"),
            () -> {
              for (int i = 0; i < 5; i++) {
                Recordings.region("A.java:3", 2, () -> spin(2_000_000));
                Recordings.block("A.java:1", "worker", false, () -> spin(1_000_000));
                Recordings.block("B.java:9", "worker", false, () -> {});
              }
            });
  }

  private static void spin(long nanos) {
    long end = System.nanoTime() + nanos;
    while (System.nanoTime() < end) {
      Thread.onSpinWait();
    }
  }

  @Test
  void blocks_countForTheRequestedNumberOfThreads() throws Exception {
    Calibration runs = new Calibration("A.java:1");
    assertEquals(5, runs.add(recording, 4));
    assertEquals(List.of(4, 4, 4, 4, 4), threads(runs));
    assertTrue(runs.runs().stream().allMatch(one -> one.seconds() >= .001));
  }

  @Test
  void times_areWithoutWaitsSuspensionsAndTheQueueBehindThem() throws Exception {
    Path paused =
        Recordings.record(
            folder.resolve("paused.jfr"),
            () -> {
              Recordings.block("A.java:1", 1, 0, () -> spin(5_000_000));
              Recordings.block("A.java:1", 1, 3_600_000_000_000L, () -> spin(5_000_000));
              Recordings.requeuedBlock("A.java:1", 3_600_000_000_000L, () -> spin(5_000_000));
            });
    // The pauses take an hour, longer than the other runs, so nothing is left of those.
    assertEquals(1, new Calibration("A.java:1").add(paused, 1));
  }

  @Test
  void regions_countForTheThreadsThatTheyGot() throws Exception {
    Calibration runs = new Calibration("A.java:3");
    runs.add(recording, 4);
    assertEquals(List.of(2, 2, 2, 2, 2), threads(runs));
  }

  private static List<Integer> threads(Calibration runs) {
    return runs.runs().stream().map(SpeedUpFit.Run::threads).toList();
  }

  @Test
  void unknownLabel_isRefusedWithTheKnownOnes() {
    RecordingException refusal =
        assertThrows(RecordingException.class, () -> new Calibration("A.java:2").add(recording, 1));
    assertTrue(refusal.getMessage().endsWith("only [A.java:1, A.java:3, B.java:9]"));
  }
}
