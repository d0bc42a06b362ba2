package dev.hocket.bench.auctions;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hocket.bench.race.Printed;
import dev.hocket.bench.race.Settings;
import org.junit.jupiter.api.Test;

/** Tests that both ways count the same words, and continue with the state that was saved. */
class FlinkStateTest {
  @Test
  void quickRun_comparesBothWays() throws Exception {
    String printed = Printed.by(() -> FlinkState.run(Settings.QUICK));
    assertTrue(printed.contains("word count over"), printed);
    assertTrue(printed.contains("to stop with a savepoint, a state of 1 MB"), printed);
    assertTrue(printed.contains("to the first packet from there, a state of 1 MB"), printed);
    assertTrue(printed.contains("from a failure to the first packet, a state of 1 MB"), printed);
  }
}
