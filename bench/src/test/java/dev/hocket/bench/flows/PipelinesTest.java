package dev.hocket.bench.flows;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.hocket.bench.race.Printed;
import dev.hocket.bench.race.Settings;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The benchmark of pipelines runs all peers, and checks their results itself. */
class PipelinesTest {
  private static final int TABLES_OF_EACH = 2;

  @Test
  void everyPeer_hasARowInItsTables() throws Exception {
    String printed = Printed.by(() -> Pipelines.run(Settings.QUICK));
    for (String peer :
        List.of(
            "a loop in Java",
            "flow, spinning arcs",
            "Pekko Streams",
            "core.async channels",
            "core.async.flow")) {
      assertEquals(TABLES_OF_EACH, Printed.rows(printed, peer), printed);
    }
    // It is also measured beside busy loops.
    assertEquals(2 * TABLES_OF_EACH, Printed.rows(printed, "threads with JCTools' rings"), printed);
  }
}
