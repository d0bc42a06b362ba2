package dev.hocket.directives;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hocket.core.Span;
import dev.hocket.core.Target;
import dev.hocket.core.Targets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests that a recording follows a request through the threads of a team. */
@Timeout(300)
class RequestRecordTest {
  @Test
  void aTeamsBlocks_belongToTheRegion_andTheRegionToTheRequest() throws Exception {
    Target target = Targets.create("team-request-record", 1);
    Path file = Files.createTempFile("hocket", ".jfr");
    try (Recording recording = new Recording()) {
      for (String type : List.of("Block", "Process", "Region")) {
        recording.enable("dev.hocket." + type);
      }
      recording.start();
      Span request = Span.request("request", null);
      Lowered.parallel(3, () -> target.call("of the team", () -> {}));
      target.call("after it", () -> {});
      Lowered.parallel(1, () -> Span.request("left open", null));
      target.call("after that", () -> {});
      request.close();
      recording.stop();
      recording.dump(file);
      List<RecordedEvent> all = RecordingFile.readAllEvents(file);
      long id =
          of(all, "Process").stream()
              .filter(event -> event.getString("name").equals("request"))
              .findAny()
              .orElseThrow()
              .getLong("id");
      RecordedEvent region = of(all, "Region").getFirst();
      assertEquals(id, region.getLong("request"));
      assertEquals(id, region.getLong("parent"));
      List<RecordedEvent> blocks =
          of(all, "Block").stream()
              .filter(event -> event.getString("label").equals("of the team"))
              .toList();
      assertEquals(3, blocks.size());
      for (RecordedEvent block : blocks) {
        assertEquals(id, block.getLong("request"));
        assertEquals(region.getLong("id"), block.getLong("parent"));
      }
      for (String label : List.of("after it", "after that")) {
        assertTrue(
            of(all, "Block").stream()
                .anyMatch(event ->
                    event.getString("label").equals(label) && event.getLong("parent") == id),
            all::toString);
      }
    } finally {
      Files.delete(file);
    }
  }

  private static List<RecordedEvent> of(List<RecordedEvent> all, String type) {
    return all.stream()
        .filter(event -> event.getEventType().getName().equals("dev.hocket." + type))
        .toList();
  }
}
