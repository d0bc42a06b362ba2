package dev.hocket.flow;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hocket.flow.functions.Library;
import dev.hocket.flow.settings.Results;
import dev.hocket.flow.settings.Sections;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import jdk.jfr.consumer.RecordingStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the events of a flow in a recording. */
class RecordedFlowTest {
  @TempDir Path folder;

  @Test
  void aRecording_hasTheWorkOfEachSectionWhileTheFlowRuns() throws Exception {
    AtomicBoolean over = new AtomicBoolean();
    CountDownLatch seen = new CountDownLatch(1);
    try (RecordingStream stream = new RecordingStream()) {
      stream.enable("dev.hocket.Section").withPeriod(Duration.ofMillis(20));
      stream.onEvent(
          "dev.hocket.Section",
          event -> {
            if (event.getString("flow").equals("watched")
                && event.getBoolean("limits")
                && event.getDouble("rate") > 0) {
              assertEquals("until#1", event.getString("section"));
              seen.countDown();
            }
          });
      stream.startAsync();
      Run run =
          Flow.define(
                  "watched",
                  Library.of(RemappingTest.Until.class),
                  f -> f.call("until", over, Long.MAX_VALUE))
              .sections(Sections.single())
              .result(Results.NONE)
              .start();
      assertTrue(seen.await(5, TimeUnit.MINUTES));
      over.set(true);
      run.await();
    }
  }

  @Test
  void aRecording_hasEachActivationAndTheTimesOfFunctions() throws Exception {
    Path file = folder.resolve("flow.jfr");
    try (Recording recording = new Recording()) {
      recording.enable("dev.hocket.Block");
      recording.enable("dev.hocket.Function");
      recording.start();
      Flow.define("sums", Functions.library(), f -> f.call("sum", f.call("numbers", 100)))
          .sections(Sections.perFunction())
          .run();
      recording.stop();
      recording.dump(file);
    }
    List<RecordedEvent> events = RecordingFile.readAllEvents(file);
    List<RecordedEvent> functions =
        events.stream()
            .filter(event -> event.getEventType().getName().equals("dev.hocket.Function"))
            .toList();
    RecordedEvent sum =
        functions.stream()
            .filter(event -> event.getString("function").equals("sum#1"))
            .findFirst()
            .orElseThrow();
    assertEquals(100, sum.getLong("calls"));
    assertTrue(sum.getDuration("time").toNanos() > 0);
    assertEquals("sums", sum.getString("flow"));
    assertTrue(sum.getInt("mostQueued") > 0);
    assertTrue(
        events.stream()
            .anyMatch(event ->
                event.getEventType().getName().equals("dev.hocket.Block")
                    && event.getString("label").equals("sums: numbers#1")));
  }
}
