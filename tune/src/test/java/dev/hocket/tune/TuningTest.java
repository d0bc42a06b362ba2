package dev.hocket.tune;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hocket.core.Eventually;
import dev.hocket.core.Targets;
import dev.hocket.core.Worker;
import dev.hocket.tune.Decision.Action;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(600)
class TuningTest {
  private static final AtomicInteger MADE = new AtomicInteger();
  private static final Tuning.Options SMALL = Tuning.Options.DEFAULT.window(100).most(16);

  private final Worker pool = Targets.create("tuned" + MADE.incrementAndGet(), 1);

  @AfterEach
  void shutsDown() throws InterruptedException {
    assertEquals(List.of(), pool.shutdown(Duration.ofMinutes(2)));
  }

  /** Submits more blocks than one thread can run. */
  private void rush() {
    for (int i = 0; i < 100; i++) {
      pool.execute("waits", () -> Thread.sleep(1));
    }
    Eventually.holds(() -> !pool.isBusy());
  }

  private Decision untilItShouldGrow(Tuning tuning) {
    Eventually.holds(() -> {
      rush();
      return tuning.decisions().stream().anyMatch(d -> d.action() == Action.GROW);
    });
    return tuning.decisions().stream().filter(d -> d.action() == Action.GROW).findFirst().get();
  }

  @Test
  void rushToOneThread_growsThePool_andCloseRestoresIt() {
    try (Tuning tuning = Tuning.start(SMALL, pool)) {
      Decision grown = untilItShouldGrow(tuning);
      assertEquals(1, grown.from());
      assertTrue(grown.to() > 1 && grown.to() <= 16, grown.toString());
      Eventually.holds(() -> pool.size() > 1);
    }
    assertEquals(1, pool.size());
  }

  @Test
  void shutdownOfATunedWorker_endsItsThread_beforeClose() throws Exception {
    Worker other = Targets.create("tuned" + MADE.incrementAndGet(), 1);
    try (Tuning tuning = Tuning.start(SMALL, other)) {
      String thread = "hocket-tune-" + other.name();
      Eventually.holds(() -> isAlive(thread));
      other.shutdown(Duration.ofMinutes(2));
      Eventually.holds(() -> !isAlive(thread));
      assertEquals(List.of(), tuning.decisions());
    }
  }

  private static boolean isAlive(String thread) {
    return Thread.getAllStackTraces().keySet().stream().anyMatch(t -> t.getName().equals(thread));
  }

  /** The other worker has six of eight threads and nothing to do. */
  @Test
  void budget_letsOneWorkerHaveWhatAnotherDoesNotNeed() throws Exception {
    Worker idle = Targets.create("tuned" + MADE.incrementAndGet(), 6);
    try (Tuning tuning = Tuning.start(SMALL.most(8).budget(8), idle, pool)) {
      Decision grown = untilItShouldGrow(tuning);
      Eventually.holds(() -> {
        rush();
        return pool.size() > 2;
      });
      // In this order: a thread that is given away meanwhile must not count twice.
      int own = pool.size();
      int others = idle.size();
      assertTrue(own + others <= 8, others + " and " + own);
      assertTrue(
          tuning.decisions().stream().anyMatch(d -> d.action() == Action.GIVE), grown.toString());
    }
    assertEquals(List.of(1, 6), List.of(pool.size(), idle.size()));
    idle.shutdown(Duration.ofMinutes(2));
  }

  @Test
  void dryRun_leavesTheSize_andRecordsTheDecisionWithItsReason(@TempDir Path folder)
      throws Exception {
    Path file = folder.resolve("tuning.jfr");
    Decision decided;
    try (Recording recording = new Recording()) {
      recording.enable("dev.hocket.Tuning");
      recording.start();
      try (Tuning tuning = Tuning.start(SMALL.dry(), pool)) {
        decided = untilItShouldGrow(tuning);
        assertEquals(1, pool.size());
      }
      recording.stop();
      recording.dump(file);
    }
    RecordedEvent event =
        RecordingFile.readAllEvents(file).stream()
            .filter(e -> e.getEventType().getName().equals("dev.hocket.Tuning"))
            .filter(e -> e.getString("action").equals("grow"))
            .findFirst()
            .get();
    assertEquals(pool.name(), event.getString("target"));
    assertEquals(decided.reason(), event.getString("reason"));
    assertEquals("mean", event.getString("goal"));
    assertEquals(TuningGoal.MEAN.text(decided.figureHere()), event.getString("figure"));
    assertEquals(decided.to(), event.getInt("to"));
    assertTrue(event.getBoolean("dryRun"));
  }

  @Test
  void sizeSetByOtherCode_isLeftByClose() {
    try (Tuning tuning = Tuning.start(SMALL, pool)) {
      assertEquals(List.of(), tuning.decisions());
      pool.resize(3);
    }
    assertEquals(3, pool.size());
  }

  @Test
  void workerThatIsTunedAlready_isRefused_andTheOthersAreNotTuned() throws Exception {
    Worker other = Targets.create("tuned" + MADE.incrementAndGet(), 1);
    try (Tuning tuning = Tuning.start(pool)) {
      assertThrows(IllegalStateException.class, () -> Tuning.start(other, pool));
      Tuning.start(other).close();
      assertEquals(List.of(), tuning.decisions());
    }
    Tuning.start(pool).close();
    other.shutdown(Duration.ofMinutes(2));
  }

  @Test
  void impossibleOptions_areRefusedWithTheirValues() {
    assertRefused("no worker to tune", () -> Tuning.start());
    assertRefused("target " + pool.name() + " is given twice", () -> Tuning.start(pool, pool));
    pool.resize(17);
    assertRefused(
        "target " + pool.name() + " has 17 threads already, more than the most allowed, 16",
        () -> Tuning.start(SMALL, pool));
    assertRefused(
        "a window of 99 runs; it must be 100 to 100000", () -> Tuning.Options.DEFAULT.window(99));
    assertRefused(
        "at most -1 threads; it must be 1 to 4000", () -> Tuning.Options.DEFAULT.most(-1));
    assertRefused("a budget of -1 threads; it must be 1 to 4000", () -> SMALL.budget(-1));
    pool.resize(9);
    assertRefused(
        "the targets have 9 threads already, more than the budget of 8",
        () -> Tuning.start(SMALL.budget(8), pool));
    assertFalse(SMALL.dryRun());
  }

  private static void assertRefused(String message, Runnable start) {
    assertEquals(message, assertThrows(IllegalArgumentException.class, start::run).getMessage());
  }
}
