package dev.hocket.plan.report;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hocket.plan.RecordingException;
import dev.hocket.plan.Recordings;
import dev.hocket.plan.measure.Dispatch;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import jdk.jfr.AnnotationElement;
import jdk.jfr.EventFactory;
import jdk.jfr.Name;
import jdk.jfr.Recording;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RecordedTest {
  @TempDir Path folder;

  @Test
  void read_recording_findsInputsLatenciesAndLanes() throws Exception {
    Path file =
        Recordings.record(
            folder.resolve("run.jfr"),
            () -> {
              // An hour, far more than the machine may take for the other inputs.
              Recordings.input(3_600_000, () -> {});
              Recordings.input(0, () -> {});
              Recordings.dispatch("edt", "InvocationEvent", false, -1, () -> {});
              Recordings.block("worker");
              Recordings.dispatch("edt", "InvocationEvent", false, -1, () -> {});
            });
    LatencyReport report = LatencyReport.read(file);
    assertEquals(2, report.inputs());
    assertTrue(report.latency(100).compareTo(Duration.ofHours(1)) >= 0);
    assertEquals(1, report.longerThan(Duration.ofMinutes(59)));
    Recorded recorded = Recorded.read(file);
    assertEquals(List.of("worker"), List.copyOf(recorded.targets.keySet()));
    assertEquals(1, recorded.targets.get("worker").blocks());
  }

  @Test
  void read_pointerEntersAWindow_isNoInput() throws Exception {
    Path file =
        Recordings.record(
            folder.resolve("enter.jfr"),
            () -> {
              Recordings.dispatch("edt", "MouseEvent.MOUSE_ENTERED", true, 0, () -> {});
              Recordings.dispatch("edt", "MouseEvent.MOUSE_EXITED", true, 0, () -> {});
              Recordings.dispatch("edt", "MouseEvent.MOUSE_MOVED", true, 0, () -> {});
            });
    assertEquals(1, LatencyReport.read(file).inputs());
  }

  @Test
  void read_nestedDispatch_doesNotExceedTheTotalTime() throws Exception {
    Path file =
        Recordings.record(
            folder.resolve("nested.jfr"),
            () ->
                Recordings.input(
                    0, () -> Recordings.input(0, () -> Recordings.input(0, Thread::onSpinWait))));
    LatencyReport report = LatencyReport.read(file);
    assertEquals(3, report.inputs());
    assertTrue(report.idleRate() >= 0 && report.idleRate() <= 1, "idle " + report.idleRate());
  }

  @Test
  void read_otherLoop_isFoundByName() throws Exception {
    Path file =
        Recordings.record(
            folder.resolve("fx.jfr"),
            () -> Recordings.dispatch("fx", "MouseEvent", true, 0, () -> {}));
    assertEquals(1, LatencyReport.read(file, "fx").inputs());
    Exception e = assertThrows(RecordingException.class, () -> LatencyReport.read(file));
    assertEquals(file + " has no dispatches on loop edt, only on [fx]", e.getMessage());
  }

  @Test
  void read_javaFxsOwnEvents_areDispatchesOfLoopFx() throws Exception {
    Path file =
        Recordings.record(
            folder.resolve("javafx.jfr"),
            () -> {
              Recordings.fxInput(() -> {});
              // This phase runs on another thread than JavaFX's application thread.
              Recordings.fxPulsePhase(() -> {});
              Thread application =
                  Thread.ofPlatform()
                      .name("JavaFX Application Thread")
                      .start(() -> Recordings.fxPulsePhase(() -> {}));
              joinQuietly(application);
            });
    Recorded recorded = Recorded.read(file);
    assertEquals(2, recorded.dispatches.get("fx").size());
    assertEquals(1, recorded.dispatches.get("fx").stream().filter(Dispatch::input).count());
    assertEquals("fx", LatencyReport.read(file, "fx").loop());
  }

  private static void joinQuietly(Thread thread) {
    try {
      thread.join();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void read_blocksThatHaveNotEnded_ranUntilTheEndOfTheRecording() throws Exception {
    Path file =
        Recordings.record(
            folder.resolve("unfinished.jfr"),
            () -> {
              Recordings.unfinishedBlock(1, "queued", -1);
              Recordings.unfinishedBlock(2, "worker", 1_000);
              Recordings.unfinishedBlock(2, "worker", 5_000_000);
              Recordings.unfinishedBlock(3, "ended", 1_000);
              Recordings.block(3, "ended");
            });
    Recorded recorded = Recorded.read(file);
    assertEquals(List.of("ended", "worker"), List.copyOf(recorded.targets.keySet()));
    assertEquals(1, recorded.targets.get("ended").blocks());
    assertEquals(1, recorded.targets.get("worker").blocks());
    assertEquals(5_000_000L, recorded.targets.get("worker").span().length());
  }

  @Test
  void read_blocksInPlaceCountOnce_andTheLargestSizeCounts() throws Exception {
    Path file =
        Recordings.record(
            folder.resolve("sizes.jfr"),
            () -> {
              Recordings.target("worker", "worker", 2);
              Recordings.block("A.java:1", "worker", false, () -> {});
              Recordings.block("B.java:1", "worker", true, () -> {});
              Recordings.resize("worker", 2, 5);
              Recordings.resize("worker", 5, 3);
            });
    Activity worker = Recorded.read(file).targets.get("worker");
    assertEquals(1, worker.blocks());
    assertEquals(5, worker.size());
    assertEquals("worker", worker.kind());
    assertTrue(worker.span().length() >= 3_000_000, "with the 3 ms that it was queued");
  }

  @Test
  void read_dispatchesOfTheAgent_replaceTheProgramsOwn() throws Exception {
    Path file =
        Recordings.record(
            folder.resolve("lag.jfr"),
            () ->
                Recordings.lagDispatch(
                    "MouseEvent.MOUSE_PRESSED",
                    () ->
                        Recordings.input(0, () -> Recordings.lagSample("app.Main.run(M.java:3)"))));
    Recorded recorded = Recorded.read(file);
    assertEquals(1, recorded.dispatches.get("edt").size());
    assertEquals("MouseEvent.MOUSE_PRESSED", recorded.dispatches.get("edt").getFirst().event());
    assertEquals(List.of("app.Main.run(M.java:3)"), recorded.samples().getFirst().frames());
  }

  @Test
  void read_pausesOfTheEventThread_areStacksAsIfItHadBeenSampled() throws Exception {
    Path file = folder.resolve("pauses.jfr");
    try (Recording recording = new Recording()) {
      recording.enable("jdk.ThreadSleep").withThreshold(Duration.ofMillis(20)).withStackTrace();
      recording.start();
      Thread.ofPlatform().name("AWT-EventQueue-0").start(RecordedTest::pause).join();
      Thread.ofPlatform().name("another").start(RecordedTest::pause).join();
      recording.dump(file);
    }
    List<StackSample> samples = Recorded.read(file).samples();
    assertTrue(samples.size() >= 3, "one every 20 ms, of 60 or more: " + samples);
    assertTrue(samples.getLast().time() - samples.getFirst().time() >= 40_000_000, "" + samples);
    String frame = RecordedTest.class.getName() + ".pause(line ";
    assertTrue(samples.getFirst().frames().stream().anyMatch(one -> one.startsWith(frame)));
  }

  private static void pause() {
    try {
      Thread.sleep(60);
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void read_missingFile_saysHowToRecord() {
    Path file = folder.resolve("nowhere.jfr");
    Exception e = assertThrows(RecordingException.class, () -> LatencyReport.read(file));
    assertTrue(e.getMessage().startsWith(file + " does not exist. To record: "), e.getMessage());
  }

  @Test
  void read_folder_asksForAFile() {
    Exception e = assertThrows(RecordingException.class, () -> LatencyReport.read(folder));
    assertEquals(folder + " is not a file. Name a recording (.jfr).", e.getMessage());
  }

  @Test
  void read_textOrEmptyFile_isNoRecording() throws Exception {
    for (String content : List.of("not a recording, but long enough to hold a header", "")) {
      Path file = Files.writeString(folder.resolve("text.jfr"), content);
      Exception e = assertThrows(RecordingException.class, () -> LatencyReport.read(file));
      assertTrue(
          e.getMessage().startsWith(file + " is no recording. To record: hocket run --record"),
          e.getMessage());
    }
  }

  @Test
  void read_cutOffRecording_isNoRecording() throws Exception {
    Path file = Recordings.record(folder.resolve("cut.jfr"), () -> Recordings.input(1, () -> {}));
    byte[] all = Files.readAllBytes(file);
    Files.write(file, Arrays.copyOf(all, all.length / 2));
    assertThrows(RecordingException.class, () -> LatencyReport.read(file));
  }

  @Test
  void read_recordingWithoutDispatches_saysHowToRecord() throws Exception {
    Path file = Recordings.record(folder.resolve("empty.jfr"), () -> Recordings.block("worker"));
    Exception e = assertThrows(RecordingException.class, () -> LatencyReport.read(file));
    assertEquals(
        file
            + " has no event of type dev.hocket.Dispatch: the program did not use the target edt"
            + " while it was recorded. To record: hocket run"
            + " --record empty.jfr PROGRAM",
        e.getMessage());
  }

  @Test
  void read_dispatchesOfAnotherForm_areAnotherVersions() throws Exception {
    EventFactory other =
        EventFactory.create(
            List.of(new AnnotationElement(Name.class, "dev.hocket.Dispatch")), List.of());
    try {
      Path file = Recordings.record(folder.resolve("old.jfr"), () -> other.newEvent().commit());
      Exception e = assertThrows(RecordingException.class, () -> LatencyReport.read(file));
      assertEquals(
          file
              + " was recorded by another version of Hocket: dev.hocket.Dispatch has no field loop."
              + " Record it again.",
          e.getMessage());
    } finally {
      other.unregister();
    }
  }
}
