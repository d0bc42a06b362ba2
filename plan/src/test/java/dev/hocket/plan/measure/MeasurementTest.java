package dev.hocket.plan.measure;

import static java.util.stream.Collectors.toSet;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hocket.plan.RecordingException;
import dev.hocket.plan.Recordings;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import jdk.jfr.consumer.RecordingStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MeasurementTest {
  @TempDir Path folder;

  private Path record(Runnable program) throws Exception {
    return Recordings.record(folder.resolve("run.jfr"), program);
  }

  private static void block(String label, String target) {
    Recordings.block(label, target, false, () -> {});
  }

  @Test
  void labelsAndTargets_areThoseOfTheRecording() throws Exception {
    Path file =
        record(() -> {
          Recordings.target("worker", "worker", 4);
          Recordings.target("edt", "loop", 1);
          for (int i = 0; i < 30; i++) {
            block(i % 3 == 0 ? "A.java:1" : "B.java:2", i % 3 == 0 ? "worker" : "edt");
          }
          Recordings.resize("worker", 4, 6);
        });
    Measurement measured = Measurement.of(file);
    assertEquals(10, measured.label("A.java:1").runs());
    assertEquals(20, measured.label("B.java:2").runs());
    assertEquals("worker", measured.label("A.java:1").target());
    assertTrue(measured.label("A.java:1").queueing().value() >= .003);
    assertEquals(new RecordedTarget("worker", "worker", 6), measured.targets().get("worker"));
    assertEquals(new RecordedTarget("edt", "loop", 1), measured.targets().get("edt"));
    assertTrue(measured.seconds() >= .003, "from the first arrival on");
  }

  @Test
  void loops_areMadeOfDispatches_orElseOfBlocks_theBusiestFirst() throws Exception {
    Path file =
        record(() -> {
          Recordings.target("edt", "loop", 1);
          Recordings.target("own", "loop", 1);
          Recordings.target("unused", "loop", 1);
          for (int i = 0; i < 5; i++) {
            Recordings.dispatch(
                "edt", "MouseEvent", true, 1_000_000, () -> block("A.java:1", "edt"));
            Recordings.block("B.java:2", "own", false, () -> spin(2_000_000));
          }
        });
    List<EventLoop> loops = Measurement.of(file).loops();
    assertEquals(Set.of("own", "edt"), loops.stream().map(EventLoop::name).collect(toSet()));
    for (EventLoop loop : loops) {
      assertEquals(5, loop.all().runs(), "a block on the loop is a part of its dispatch");
      assertTrue(loop.flow().value() >= .001, loop.name());
      assertTrue(loop.all().load().offered() <= loops.getFirst().all().load().offered());
    }
  }

  @Test
  void recordingOfDispatchesAlone_isMeasured() throws Exception {
    Measurement measured = Measurement.of(record(() -> Recordings.input(1, () -> {})));
    assertEquals(1, measured.loops().size());
    assertTrue(measured.labels().isEmpty());
  }

  private static void spin(long nanos) {
    long end = System.nanoTime() + nanos;
    while (System.nanoTime() < end) {
      Thread.onSpinWait();
    }
  }

  @Test
  void liveStream_isMeasuredAsARecordingIs() throws Exception {
    try (RecordingStream stream = new RecordingStream()) {
      stream.enable("dev.hocket.Block");
      stream.enable("dev.hocket.Target");
      Measurement measured = Measurement.following(stream);
      stream.startAsync();
      Recordings.target("worker", "worker", 4);
      for (int i = 0; i < 20; i++) {
        block("A.java:1", "worker");
      }
      stream.stop();
      assertEquals(20, measured.label("A.java:1").runs());
      assertEquals(4, measured.targets().get("worker").size());
    }
  }

  @Test
  void progress_isReported() throws Exception {
    Path file =
        record(() -> {
          for (int i = 0; i < 250_000; i++) {
            block("A.java:1", "worker");
          }
        });
    List<Long> reports = new ArrayList<>();
    assertEquals(250_000, Measurement.of(file, reports::add).label("A.java:1").runs());
    assertEquals(List.of(100_000L, 200_000L), reports);
  }

  @Test
  void unknownLabel_isRefusedWithTheKnownOnes() throws Exception {
    Measurement measured = Measurement.of(record(() -> block("A.java:1", "worker")));
    IllegalArgumentException refusal =
        assertThrows(IllegalArgumentException.class, () -> measured.label("A.java:2"));
    assertEquals(
        "the recording has no blocks labelled A.java:2, only [A.java:1]", refusal.getMessage());
  }

  @Test
  void recordingsWithoutFigures_areRefused() throws Exception {
    Path empty = record(() -> Recordings.target("worker", "worker", 4));
    assertMessage(empty, "no block of Hocket's ended while it was recorded");
    assertMessage(folder.resolve("none.jfr"), "does not exist. To record: hocket run --record");
    assertMessage(folder, "is not a file");
    Path text = Files.writeString(folder.resolve("text.jfr"), "hello");
    assertMessage(text, "is no recording. To record: hocket run --record text.jfr");
    Path cut = folder.resolve("cut.jfr");
    byte[] bytes = Files.readAllBytes(empty);
    Files.write(cut, Arrays.copyOf(bytes, bytes.length / 2));
    assertMessage(
        cut,
        "is cut off: it has %,d bytes of %,d or more.".formatted(bytes.length / 2, bytes.length));
    Path damaged = folder.resolve("damaged.jfr");
    Arrays.fill(bytes, 16, bytes.length, (byte) -1);
    Files.write(damaged, bytes);
    assertMessage(damaged, "is damaged (");
    Arrays.fill(bytes, 8, 16, (byte) 0);
    Files.write(damaged, bytes);
    assertMessage(damaged, "is still being written. Let the program end first.");
  }

  private static void assertMessage(Path recording, String part) {
    String message =
        assertThrows(RecordingException.class, () -> Measurement.of(recording)).getMessage();
    assertTrue(message.contains(part), message);
  }

  /** The last of two notes on an unfinished dispatch counts, or none if it ended later. */
  @Test
  void dispatchThatHasNotEnded_counts_unlessItEndedLater() throws Exception {
    Path file =
        Recordings.record(
            folder.resolve("unfinished.jfr"),
            () -> {
              Recordings.lagUnfinished(1, "ends", 1_000);
              Recordings.lagDispatch(1, "ends", () -> {});
              Recordings.lagUnfinished(2, "hangs", 1_000_000);
              Recordings.lagUnfinished(2, "hangs", 5_000_000);
            });
    List<Dispatch> dispatches = Measurement.of(file).dispatches().get("edt");
    assertEquals(
        Set.of("ends", "hangs"), dispatches.stream().map(Dispatch::event).collect(toSet()));
    assertEquals(2, dispatches.size());
    assertEquals(5_000_000, dispatches.getLast().span().length());
  }
}
