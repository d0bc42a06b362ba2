package dev.hocket.casestudies.logs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hocket.flow.Flow;
import dev.hocket.flow.flink.FlinkCluster;
import dev.hocket.flow.flink.FlinkFlow;
import dev.hocket.flow.functions.Function;
import dev.hocket.flow.functions.Library;
import dev.hocket.flow.functions.Replayable;
import dev.hocket.flow.settings.Results;
import java.io.IOException;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The counting of a folder on one machine and on a cluster of Apache Flink. */
@Timeout(300)
class CountingTest {
  @TempDir Path logs;

  private Generator generated(int lines) throws IOException {
    long seed = Long.getLong("hocket.seed", new Random().nextLong());
    System.out.println("CountingTest: hocket.seed=" + seed);
    Generator generator = IngestTest.generator(logs, seed);
    for (int part = 0; part < 4; part++) {
      generator.write(lines / 4);
      if (part < 3) {
        generator.rotate();
      }
    }
    return generator;
  }

  /** A promise, which lets functions use what a test controls them with. */
  @Retention(RetentionPolicy.RUNTIME)
  @interface Immutable {}

  @Immutable
  static final class Counter extends AtomicInteger {
    private static final long serialVersionUID = 1L;
  }

  /**
   * The source, which in the middle of the logs waits for checkpoints, and a machine that fails.
   */
  public static class Unlucky implements Replayable {
    private static final Counter CHECKPOINTS = new Counter();
    private static final Counter FAILURES_LEFT = new Counter();
    private static final Batch EMPTY = new Batch("", "", null, null, false);
    private static final int MIDDLE = 5;
    private static final int ENOUGH = 3;

    private final Counting.Lines lines = new Counting.Lines();
    private int given;

    @Function(source = true)
    public Object unlucky(String folder) throws Exception {
      if (given == MIDDLE && CHECKPOINTS.get() < ENOUGH) {
        LockSupport.parkNanos(1_000_000);
        return EMPTY;
      }
      given++;
      return lines.lines(folder);
    }

    @Function
    public static Batch passOn(Batch batch) {
      if (CHECKPOINTS.get() >= ENOUGH && FAILURES_LEFT.getAndDecrement() > 0) {
        throw new IllegalStateException("the machine is lost");
      }
      return batch;
    }

    @Override
    public Object position() {
      CHECKPOINTS.incrementAndGet();
      return List.of(given, lines.position());
    }

    @Override
    public void seek(Object position) {
      given = (Integer) ((List<?>) position).get(0);
      lines.seek(((List<?>) position).get(1));
    }
  }

  private Flow unlucky() {
    Library library = Library.of(Ingest.class, Unlucky.class);
    return Flow.define(
            "unlucky",
            library,
            f -> Counting.counted(f, f.call("pass-on", f.call("unlucky", logs.toString()))))
        .result(Results.LAST);
  }

  @Test
  void countsOnOneMachineAndOnACluster_areTheGenerators_alsoAfterAFailure() throws Exception {
    Generator generator = generated(40_000);
    assertEquals(generator.counts(), Counting.count(logs));
    try (FlinkCluster cluster = FlinkCluster.embedded(8)) {
      Object once = cluster.start(FlinkFlow.of(Counting.flow(logs))).await();
      assertEquals(generator.counts(), Counting.counts(once));
      Unlucky.FAILURES_LEFT.set(1);
      FlinkFlow job = FlinkFlow.of(unlucky()).checkpoints(Duration.ofMillis(20));
      assertEquals(generator.counts(), Counting.counts(cluster.start(job).await()));
      assertTrue(Unlucky.FAILURES_LEFT.get() <= 0, "it has not failed");
    }
  }

  private static List<Batch> rest(Counting.Lines source, Path logs) throws Exception {
    List<Batch> rest = new ArrayList<>();
    for (Object next = source.lines("" + logs); next != Flow.END; next = source.lines("" + logs)) {
      rest.add((Batch) next);
    }
    return rest;
  }

  @Test
  void source_continuesAtEachOfItsPositions() throws Exception {
    generated(8_000);
    Counting.Lines whole = new Counting.Lines();
    List<Object> positions = new ArrayList<>();
    List<Batch> batches = new ArrayList<>();
    Object next;
    do {
      positions.add(whole.position());
      next = whole.lines("" + logs);
      if (next != Flow.END) {
        batches.add((Batch) next);
      }
    } while (next != Flow.END);
    assertTrue(batches.size() > 4, () -> "batches: " + batches.size());
    for (int given = 0; given < positions.size(); given++) {
      Counting.Lines source = new Counting.Lines();
      source.seek(positions.get(given));
      assertEquals(batches.subList(given, batches.size()), rest(source, logs));
    }
  }

  @Test
  void folderWithAFileThatIsDamaged_isNotCountedInPart() throws Exception {
    Files.writeString(logs.resolve("a.log"), "one\n");
    Files.write(logs.resolve("b.log.2.gz"), new byte[] {0x1F, (byte) 0x8B, 8});
    Exception failure = assertThrows(Exception.class, () -> Counting.count(logs));
    assertTrue(failure.getMessage().contains("not everything"), failure::toString);
  }
}
