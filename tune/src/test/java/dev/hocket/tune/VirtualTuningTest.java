package dev.hocket.tune;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hocket.core.Eventually;
import dev.hocket.core.Targets;
import dev.hocket.core.VirtualWorker;
import dev.hocket.core.Worker;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests the tuning of virtual targets, on real threads. */
@Timeout(600)
class VirtualTuningTest {
  private static final AtomicInteger MADE = new AtomicInteger();
  private static final int CONNECTIONS = 10;
  private static final int MOST = 1_000;
  private static final Tuning.Options SMALL = Tuning.Options.DEFAULT.window(100).most(MOST);

  private final VirtualWorker target = Targets.createVirtual("virtual" + MADE.incrementAndGet());
  private final Semaphore connections = new Semaphore(CONNECTIONS, true);
  private final AtomicInteger asking = new AtomicInteger();
  private final AtomicInteger mostAsking = new AtomicInteger();

  @AfterEach
  void shutsDown() throws InterruptedException {
    assertEquals(List.of(), target.shutdown(Duration.ofMinutes(2)));
  }

  private void query() throws InterruptedException {
    mostAsking.accumulateAndGet(asking.incrementAndGet(), Math::max);
    connections.acquire();
    try {
      Thread.sleep(2);
    } finally {
      connections.release();
      asking.decrementAndGet();
    }
  }

  private void rush(int queries) {
    for (int i = 0; i < queries; i++) {
      target.execute("query", this::query);
    }
    Eventually.holds(() -> !target.isBusy());
  }

  private void quiet() {
    for (int i = 0; i < 150; i++) {
      target.execute("query", this::query);
      Eventually.holds(() -> !target.isBusy());
    }
  }

  /** Ten thousand queries do not all use the database at once, and none is refused. */
  @Test
  void databaseOfTenConnections_isNotUsedByTenThousandAtOnce() {
    try (Tuning tuning = Tuning.start(SMALL, target)) {
      assertEquals(MOST, target.atOnce());
      Eventually.holds(() -> {
        quiet();
        rush(400);
        return target.atOnce() <= 10 * CONNECTIONS;
      });
      assertTrue(tuning.decisions().stream().anyMatch(d -> d.action() == Decision.Action.SHRINK));
      mostAsking.set(0);
      rush(10_000);
      assertTrue(mostAsking.get() < MOST / 2, mostAsking.get() + " asked at once");
    }
    assertEquals(VirtualWorker.UNLIMITED, target.atOnce());
  }

  @Test
  void dryRun_changesNothing() {
    try (Tuning tuning = Tuning.start(SMALL.dry(), target)) {
      Eventually.holds(() -> {
        quiet();
        rush(400);
        return !tuning.decisions().isEmpty();
      });
      assertEquals(VirtualWorker.UNLIMITED, target.atOnce());
    }
    assertEquals(VirtualWorker.UNLIMITED, target.atOnce());
  }

  @Test
  void numberThatOtherCodeHasSet_isLeftAtTheEnd() {
    Tuning tuning = Tuning.start(SMALL, target);
    target.runAtOnce(7);
    tuning.close();
    assertEquals(7, target.atOnce());
  }

  @Test
  void targetThatShutsDownWhileItIsTuned_endsItsTuning() throws Exception {
    VirtualWorker other = Targets.createVirtual("virtual" + MADE.incrementAndGet());
    try (Tuning tuning = Tuning.start(SMALL, other)) {
      other.execute("query", this::query);
      assertEquals(List.of(), other.shutdown(Duration.ofMinutes(2)));
      Eventually.holds(() ->
          Thread.getAllStackTraces().keySet().stream()
              .noneMatch(thread -> thread.getName().equals("hocket-tune-" + other.name())));
      assertEquals(List.of(), tuning.decisions());
    }
  }

  @Test
  void workersAndVirtualTargets_areTunedTogether_andASecondTunerIsRefused() throws Exception {
    Worker pool = Targets.create("tuned" + MADE.incrementAndGet(), 1);
    try (Tuning tuning = Tuning.start(SMALL, target, pool)) {
      assertEquals(List.of(), tuning.decisions());
      String refusal =
          assertThrows(IllegalStateException.class, () -> Tuning.start(SMALL, target)).getMessage();
      assertEquals(
          "target " + target.name() + " is measured already; close its RunTimes first", refusal);
      assertEquals(MOST, target.atOnce());
    } finally {
      pool.shutdown(Duration.ofMinutes(2));
    }
  }

  @Test
  void budgetOfThreads_isRefused() {
    assertEquals(
        "target "
            + target.name()
            + " has virtual threads, which a budget of threads does not count; tune it by another"
            + " Tuning",
        assertThrows(IllegalArgumentException.class, () -> Tuning.start(SMALL.budget(8), target))
            .getMessage());
  }
}
