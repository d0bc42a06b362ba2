package dev.hocket.plan.measure;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hocket.plan.Recordings;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests the pauses of three blocks: one in place inside another that pauses, and one afterwards.
 */
class ThreadPausesTest {
  @TempDir Path folder;
  private final Map<String, Long> pauses = new HashMap<>();

  @BeforeEach
  void record() throws Exception {
    Path file = folder.resolve("run.jfr");
    try (Recording recording = new Recording()) {
      recording.enable("dev.hocket.Block");
      recording.enable("jdk.ThreadPark").withThreshold(Duration.ZERO);
      recording.start();
      Recordings.block(
          "outer",
          "worker",
          false,
          () -> Recordings.block("inner", "worker", true, () -> LockSupport.parkNanos(1_000_000)));
      Recordings.block("next", "worker", false, () -> {});
      recording.stop();
      recording.dump(file);
    }
    List<RecordedEvent> events =
        RecordingFile.readAllEvents(file).stream()
            .sorted(Comparator.comparing(RecordedEvent::getEndTime))
            .toList();
    ThreadPauses known = new ThreadPauses();
    for (RecordedEvent event : events) {
      known.add(event);
      if (event.getEventType().getName().equals("dev.hocket.Block")) {
        pauses.put(event.getString("label"), known.within(event));
      }
    }
  }

  @Test
  void aBlockAroundOneInPlace_hasTheSamePauses() {
    assertTrue(pauses.get("inner") > 0);
    assertEquals(pauses.get("inner"), pauses.get("outer"));
  }

  @Test
  void pausesOfEarlierBlocks_areNotThoseOfTheNext() {
    assertEquals(0, pauses.get("next"));
  }
}
