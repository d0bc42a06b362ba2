package dev.hocket.flow;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a recording says of a flow. */
class RecordedFlowTest {
  @TempDir Path folder;

  @Test
  void aRecording_hasEachActivationAndWhatFunctionsTook() throws Exception {
    Path file = folder.resolve("flow.jfr");
    try (Recording recording = new Recording()) {
      recording.enable("dev.hocket.Block");
      recording.enable("dev.hocket.Function");
      recording.start();
      Flow.define("sums", Functions.library(), f -> f.call("sum", f.call("numbers", 100))).run();
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
