package dev.hocket.casestudies.logs;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.hocket.core.Eventually;
import dev.hocket.events.Events;
import dev.hocket.flow.Run;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The flow on logs that are written and rotated meanwhile. */
@Timeout(300)
class IngestTest {
  private static final Instant START = Instant.parse("2026-03-01T10:00:00Z");

  @TempDir Path logs;
  @TempDir Path data;

  static Generator generator(Path logs, long seed) {
    return new Generator(logs, seed, line -> START.plusMillis(40 * line), Integer.MAX_VALUE);
  }

  /** All lines of the index; fails if one is there twice. */
  static Set<String> lines(Path data) throws IOException {
    Set<String> lines = new HashSet<>();
    try (Ledger ledger = Ledger.open(data)) {
      for (Segment segment : ledger.whole().segments()) {
        List<String> some = Files.readAllLines(segment.file());
        int before = lines.size();
        lines.addAll(some);
        assertEquals(before + some.size(), lines.size(), "lines that are new");
      }
    }
    return lines;
  }

  private static long sum(Map<Tally, Long> counts) {
    return counts.values().stream().mapToLong(Long::longValue).sum();
  }

  @Test
  @SuppressWarnings("try")
  void countsOfRotatedLogs_areTheGenerators() throws Exception {
    long seed = Long.getLong("hocket.seed", new Random().nextLong());
    System.out.println("IngestTest: hocket.seed=" + seed);
    Generator generator = generator(logs, seed);
    Map<Tally, Long> heard = new HashMap<>();
    Index index = new Index();
    Thread process = Events.spawn(index::run);
    Thread listening =
        Events.spawn(() -> {
          try (Index.Subscription subscription = index.subscribing().call(null)) {
            subscription.whole().addTo(heard);
            subscription.listener().forEach(news -> news.addTo(heard));
          }
        });
    try (Ledger ledger = Ledger.open(data);
        Tail tail = new Tail(logs, Set.of(), false)) {
      Run run = Ingest.flow(tail, ledger, index).start();
      for (int round = 0; round < 30; round++) {
        generator.write(500);
        if (round % 4 == 3) {
          generator.rotate();
        }
      }
      // The flow must not need more lines, or the end, to store what it has.
      Eventually.holds(() -> sum(Checkpoint.load(data).counts()) == 15_000);
      tail.close();
      run.await();
    }
    try (Index.Subscription late = index.subscribing().call(null)) {
      assertEquals(generator.counts(), late.whole().counts());
    }
    index.arrivals().close();
    process.join();
    listening.join();
    assertEquals(generator.counts(), Checkpoint.load(data).counts());
    assertEquals(generator.counts(), heard);
    assertEquals(15_000, lines(data).size());
  }
}
