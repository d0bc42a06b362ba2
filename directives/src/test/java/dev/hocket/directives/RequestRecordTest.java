package dev.hocket.directives;

import static dev.hocket.core.RecordedRequests.assertPart;
import static dev.hocket.core.RecordedRequests.block;
import static dev.hocket.core.RecordedRequests.during;
import static dev.hocket.core.RecordedRequests.of;
import static dev.hocket.core.RecordedRequests.process;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.hocket.core.Span;
import dev.hocket.core.Target;
import dev.hocket.core.Targets;
import java.util.List;
import jdk.jfr.consumer.RecordedEvent;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests that a recording follows a request through the threads of a team. */
@Timeout(300)
class RequestRecordTest {
  @Test
  void aTeamsBlocks_belongToTheRegion_andTheRegionToTheRequest() throws Exception {
    Target target = Targets.create("team-request-record", 1);
    List<RecordedEvent> all =
        during(() -> {
          Span request = Span.request("request", null);
          Lowered.parallel(3, () -> target.call("of the team", () -> {}));
          target.call("after it", () -> {});
          Lowered.parallel(1, () -> Span.request("left open", null));
          target.call("after that", () -> {});
          request.close();
        });
    RecordedEvent request = process(all, "request");
    RecordedEvent region = of(all, "Region").getFirst();
    assertPart(region, request, request);
    List<RecordedEvent> blocks =
        of(all, "Block").stream()
            .filter(event -> event.getString("label").equals("of the team"))
            .toList();
    assertEquals(3, blocks.size());
    blocks.forEach(block -> assertPart(block, request, region));
    for (String label : List.of("after it", "after that")) {
      assertPart(block(all, label), request, request);
    }
  }
}
