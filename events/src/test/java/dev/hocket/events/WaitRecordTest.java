package dev.hocket.events;

import static dev.hocket.events.Events.choose;
import static dev.hocket.events.Events.never;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hocket.core.Block;
import dev.hocket.core.Eventually;
import dev.hocket.core.Target;
import dev.hocket.core.Targets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests the records of waits in synchronisations. */
@Timeout(600)
class WaitRecordTest {
  private static final String WAIT = "dev.hocket.Wait";

  @TempDir Path directory;

  @Test
  void waitsOfBlocks_areRecordedWithWhatTheyWereFor() throws Exception {
    Channel<Integer> c = new Channel<>("c");
    Path file = directory.resolve("recording.jfr");
    Target pool = Targets.create("recorded", 1);
    Target virtual = Targets.createVirtual("recorded too");
    try (Recording recording = new Recording()) {
      recording.enable(WAIT).withThreshold(Duration.ZERO);
      recording.enable("dev.hocket.Block");
      recording.start();
      wakeUp(c, pool.submit("Pool.java:1", c::recv));
      wakeUp(c, pool.submit("Pool.java:2", choose(c.recvEvt(), never())::sync));
      wakeUp(c, virtual.submit("Virtual.java:3", c::recv));
      recording.dump(file);
    }
    List<RecordedEvent> waits =
        RecordingFile.readAllEvents(file).stream()
            .filter(event -> event.getEventType().getName().equals(WAIT))
            .filter(event -> event.getString("label") != null)
            .toList();
    assertEquals(
        Map.of(
            "Pool.java:1",
            "receive from channel c",
            "Pool.java:2",
            "choice of 2 (receive from channel c; never)",
            "Virtual.java:3",
            "receive from channel c"),
        waits.stream()
            .collect(
                Collectors.toMap(event -> event.getString("label"), e -> e.getString("what"))));
    assertTrue(waits.stream().allMatch(event -> event.getLong("block") >= 0), waits::toString);
    assertTrue(waits.stream().noneMatch(event -> event.getDuration().isZero()), waits::toString);
    pool.shutdown(Duration.ofMinutes(2));
    virtual.shutdown(Duration.ofMinutes(2));
  }

  /** Ends the wait of a block after its thread has parked. */
  private static void wakeUp(Channel<Integer> c, Block block) throws InterruptedException {
    Eventually.holds(() -> block.toString().contains("waits for"));
    c.aSend(1);
    block.join();
  }
}
