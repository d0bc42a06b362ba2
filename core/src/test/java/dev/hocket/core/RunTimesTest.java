package dev.hocket.core;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(600)
class RunTimesTest {
  private final Worker worker = Targets.create(TargetKind.freshName(), 1);

  @AfterEach
  void poolShutsDown() throws InterruptedException {
    assertEquals(List.of(), worker.shutdown(Duration.ofMinutes(2)));
  }

  @Test
  void eachRun_isQueuedThenBeginsThenEnds() throws Exception {
    try (RunTimes times = worker.timeRuns(100)) {
      for (int i = 0; i < 50; i++) {
        worker.execute("b", () -> {});
      }
      assertTrue(times.awaitRuns(100));
      RunTimes.Sample sample = times.sample();
      assertEquals(50, sample.arrivals());
      assertEquals(50, sample.ends());
      assertEquals(50, sample.runs());
      for (int i = 0; i < 50; i++) {
        assertTrue(sample.queued()[i] <= sample.began()[i], "run " + i);
        assertTrue(sample.began()[i] <= sample.ended()[i], "run " + i);
        assertTrue(i == 0 || sample.ended()[i - 1] <= sample.began()[i], "run " + i);
      }
      assertArrayEquals(sample.latestArrivals(), sample.queued());
    }
  }

  @Test
  void theLatestRuns_areKept() throws Exception {
    try (RunTimes times = worker.timeRuns(8)) {
      for (int i = 0; i < 21; i++) {
        worker.execute("b", () -> {});
      }
      times.awaitRuns(42);
      RunTimes.Sample sample = times.sample();
      assertEquals(21, sample.ends());
      assertEquals(8, sample.runs());
      long[] sorted = sample.ended().clone();
      Arrays.sort(sorted);
      assertArrayEquals(sorted, sample.ended());
      assertArrayEquals(sample.latestArrivals(), sample.queued());
    }
  }

  @Test
  void aKnownWait_isCountedSeparately_andARunWithoutOneHasNone() throws Exception {
    try (RunTimes times = worker.timeRuns(10)) {
      Gate gate = new Gate("gate");
      Block waits = worker.submit("waits", () -> Blocking.await(gate));
      Eventually.holds(gate::isWaitedFor);
      worker.call("runs meanwhile", () -> {});
      times.awaitRuns(3);
      gate.open();
      waits.join();
      times.awaitRuns(4);
      RunTimes.Sample sample = times.sample();
      assertEquals(0, sample.waited()[0]);
      assertTrue(sample.waited()[1] > sample.ended()[0] - sample.began()[0]);
      assertTrue(sample.waited()[1] <= sample.ended()[1] - sample.began()[1]);
    }
  }

  @Test
  void aBlockCancelledInTheQueue_isWithdrawn() throws Exception {
    try (RunTimes times = worker.timeRuns(10)) {
      CountDownLatch gate = new CountDownLatch(1);
      worker.execute("first", gate::await);
      Block queued = worker.submit("second", () -> {});
      assertTrue(queued.cancel());
      gate.countDown();
      times.awaitRuns(3);
      RunTimes.Sample sample = times.sample();
      assertEquals(
          List.of(2L, 1L, 1L), List.of(sample.arrivals(), sample.ends(), sample.withdrawn()));
    }
  }

  @Test
  void runsQueuedBeforeTheMeasurement_areLeftOut() throws Exception {
    CountDownLatch gate = new CountDownLatch(1);
    RunTimes former = worker.timeRuns(10);
    worker.execute("first", gate::await);
    worker.execute("queued during the former", () -> {});
    former.close();
    worker.execute("queued between", () -> {});
    try (RunTimes times = worker.timeRuns(10)) {
      gate.countDown();
      worker.call("queued during this", () -> {});
      times.awaitRuns(2);
      RunTimes.Sample sample = times.sample();
      assertEquals(List.of(1L, 1L), List.of(sample.arrivals(), sample.ends()));
    }
    assertEquals(0, former.sample().ends());
  }

  @Test
  void aSecondMeasurement_isRefusedUntilTheFirstIsClosed() {
    RunTimes times = worker.timeRuns(10);
    String refusal =
        assertThrows(IllegalStateException.class, () -> worker.timeRuns(10)).getMessage();
    assertEquals(
        "target " + worker.name() + " is measured already; close its RunTimes first", refusal);
    times.close();
    RunTimes second = worker.timeRuns(10);
    times.close();
    assertThrows(IllegalStateException.class, () -> worker.timeRuns(10));
    second.close();
    assertThrows(IllegalArgumentException.class, () -> worker.timeRuns(0));
  }

  @Test
  void shutdown_endsTheMeasurement_onceItsBlocksHaveEnded() throws Exception {
    RunTimes times = worker.timeRuns(10);
    CountDownLatch gate = new CountDownLatch(1);
    worker.execute("first", gate::await);
    Thread stopper =
        new Thread(() -> {
          try {
            worker.shutdown(Duration.ofMinutes(2));
          } catch (InterruptedException e) {
            throw new AssertionError(e);
          }
        });
    stopper.start();
    Eventually.holds(worker::isShutDown);
    assertTrue(times.awaitRuns(1));
    gate.countDown();
    stopper.join();
    assertFalse(times.awaitRuns(3));
    assertEquals(1, times.sample().ends());
  }

  @Test
  void close_endsTheWait() throws Exception {
    RunTimes times = worker.timeRuns(10);
    Thread closer = new Thread(times::close);
    closer.start();
    assertFalse(times.awaitRuns(1));
    closer.join();
  }
}
