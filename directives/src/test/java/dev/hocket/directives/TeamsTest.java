package dev.hocket.directives;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class TeamsTest {
  @Test
  void aRegion_runsOnEveryThread() {
    for (int round = 0; round < 2000; round++) {
      AtomicInteger sum = new AtomicInteger();
      Teams.parallel(
          4,
          true,
          "T.java:1",
          () -> {
            Teams.barrier("T.java:2");
            sum.addAndGet(1 << 8 * Omp.getThreadNum());
            Loop loop = Teams.loop(10, Schedule.DYNAMIC.chunk(3), "T.java:3");
            try {
              int mine = 0;
              while (loop.next()) {
                mine += loop.size();
              }
              Partials all = loop.combine(mine);
              int total = 0;
              for (int t = 0; t < all.threads(); t++) {
                total += (int) all.get(t, 0);
              }
              if (all.threads() > 0) {
                assertEquals(10, total);
              }
            } catch (Throwable t) {
              if (loop.failed(t)) {
                throw t;
              }
            } finally {
              loop.end();
            }
          });
      assertEquals(0x01010101, sum.get());
    }
  }
}
