package dev.hocket.bench.servers;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests how the output of wrk and h2load is read, and which runs are rejected. */
class LoadGeneratorsTest {
  private static final long INTERVAL_MICROS = 1_000;

  @Test
  void rate_isWhatWrkPrints() throws Exception {
    assertEquals(9369.05, LoadGenerators.rate("x\nRequests/sec:   9369.05\nTransfer/sec: 10MB"));
  }

  @Test
  void runWithErrors_doesNotCount() {
    for (String line :
        List.of(
            "  Socket errors: connect 0, read 47, write 0, timeout 0",
            "  Non-2xx or 3xx responses: 3")) {
      LoadGenerators.BadRun bad =
          assertThrows(
              LoadGenerators.BadRun.class,
              () -> LoadGenerators.rate("x\n" + line + "\nRequests/sec: 1.0"));
      assertEquals(line.strip(), bad.getMessage());
    }
  }

  /** The first request comes before all connections are open. */
  @Test
  void requestThatTookLongerThanTheInterval_countsWithThoseItDelayed() throws Exception {
    List<String> log =
        List.of("3000\t200\t2500", "1000\t200\t9000", "2000\t200\t400", "4000\t200\t700");
    assertArrayEquals(
        new double[] {400e3, 500e3, 700e3, 1_500e3, 2_500e3},
        LoadGenerators.times(log, 4, INTERVAL_MICROS, 1_000));
  }

  @Test
  void requestThatFailed_orWasNotMade_spoilsTheRun() {
    List<String> log = List.of("1000\t200\t10", "2000\t-1\t10", "3000\t404\t10", "4000\t200\t10");
    assertEquals("3 of 5 requests failed", badRun(log, 5, 1_000));
  }

  @Test
  void generatorThatFellBehind_spoilsTheRun() {
    List<String> log = List.of("1000\t200\t10", "2000\t200\t10", "5000\t200\t10", "7000\t200\t10");
    assertEquals("only 667 requests/s of 1,000", badRun(log, 4, 1_000));
  }

  private static String badRun(List<String> log, int requests, double rate) {
    return assertThrows(
            LoadGenerators.BadRun.class,
            () -> LoadGenerators.times(log, requests, INTERVAL_MICROS, rate))
        .getMessage();
  }
}
