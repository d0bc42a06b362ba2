package dev.hocket.bench.auctions;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.hocket.bench.race.Printed;
import dev.hocket.bench.race.Settings;
import org.junit.jupiter.api.Test;

/** Tests that the queries have the same rows on Flink, by hand and on the local engine. */
class NexmarkOnFlinkTest {
  private static final int RACES = 11;

  @Test
  void everyWay_hasTheSameRowsForEveryQuery() throws Exception {
    String printed = Printed.by(() -> NexmarkOnFlink.run(Settings.QUICK));
    assertEquals(RACES, Printed.rows(printed, "the DataStream API by hand"), printed);
  }
}
