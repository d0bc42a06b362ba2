package dev.hocket.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests the contract of a drain on every kind of target. */
@Timeout(300)
class DrainTest {
  private static final String LABEL = "Test.java:1";

  private final List<String> story = Collections.synchronizedList(new ArrayList<>());

  /** A drain that records the items of a queue. */
  private final class Notes {
    final Queue<String> queue = new ConcurrentLinkedQueue<>();
    final Drain drain;

    Notes(Target target, int most) {
      drain = new Drain(target, LABEL, most, this::take);
    }

    private int take(int most) {
      int taken = 0;
      for (String item; taken < most && (item = queue.poll()) != null; taken++) {
        story.add(item);
      }
      return taken;
    }

    void add(String item) {
      queue.add(item);
      drain.submit();
    }
  }

  @OnEveryKind
  void aSubmission_runsABatchOnAThreadOfTheTarget(TargetKind kind) {
    try (var made = kind.make()) {
      AtomicReference<Target> seen = new AtomicReference<>();
      Drain drain =
          new Drain(
              made.target(),
              LABEL,
              7,
              most -> {
                assertEquals(7, most);
                seen.set(Targets.current().orElseThrow());
                return 1;
              });
      assertEquals(Block.State.IDLE, drain.state());
      drain.submit();
      Eventually.holds(() -> seen.get() == made.target());
      Eventually.holds(() -> drain.state() == Block.State.IDLE);
    }
  }

  @OnEveryKind
  void aDrain_isNeverRunInPlace(TargetKind kind) {
    try (var made = kind.make()) {
      AtomicReference<Thread> ran = new AtomicReference<>();
      CountDownLatch left = new CountDownLatch(1);
      Drain drain =
          new Drain(
              made.target(),
              LABEL,
              1,
              most -> {
                left.await();
                ran.set(Thread.currentThread());
                return 0;
              });
      // In place, it would wait for this block.
      made.target()
          .call(
              LABEL,
              () -> {
                drain.submit();
                left.countDown();
              });
      Eventually.holds(() -> ran.get() != null);
    }
  }

  @OnEverySequentialKind
  void submissionsOfAQueuedDrain_areOneRun(TargetKind kind) throws Exception {
    try (var made = kind.make()) {
      CountDownLatch gate = new CountDownLatch(1);
      made.target().execute("first", gate::await);
      AtomicInteger runs = new AtomicInteger();
      Drain drain = new Drain(made.target(), LABEL, 100, most -> runs.incrementAndGet());
      for (int i = 0; i < 10; i++) {
        drain.submit();
      }
      gate.countDown();
      made.target().call("last", () -> {});
      made.target().call("after what the drain may have queued", () -> {});
      assertEquals(1, runs.get());
    }
  }

  @OnEveryKind
  void submissionsWhileItRuns_causeOneMoreRun(TargetKind kind) throws Exception {
    try (var made = kind.make()) {
      CountDownLatch running = new CountDownLatch(1);
      CountDownLatch gate = new CountDownLatch(1);
      AtomicInteger runs = new AtomicInteger();
      Drain drain =
          new Drain(
              made.target(),
              LABEL,
              100,
              most -> {
                running.countDown();
                gate.await();
                return runs.incrementAndGet();
              });
      drain.submit();
      running.await();
      drain.submit();
      drain.submit();
      gate.countDown();
      Eventually.holds(() -> runs.get() == 2 && drain.state() == Block.State.IDLE);
      made.target().call("after what the drain may have queued", () -> {});
      assertEquals(2, runs.get());
    }
  }

  @OnEverySequentialKind
  void aFullBatch_isFollowedByAnother_behindTheQueuedBlocks(TargetKind kind) {
    try (var made = kind.make()) {
      Notes notes = new Notes(made.target(), 2);
      CountDownLatch gate = new CountDownLatch(1);
      made.target().execute("first", gate::await);
      for (String item : List.of("a", "b", "c", "d", "e")) {
        notes.add(item);
      }
      made.target().execute("other", () -> story.add("other"));
      gate.countDown();
      Eventually.holds(() -> story.size() == 6);
      assertEquals(List.of("a", "b", "other", "c", "d", "e"), story);
    }
  }

  @OnEveryKind
  void anException_goesToTheUncaughtHandler_andALaterSubmissionRuns(TargetKind kind)
      throws Exception {
    try (var made = kind.make()) {
      AtomicInteger runs = new AtomicInteger();
      IOException failure = new IOException("disk");
      Drain drain =
          new Drain(
              made.target(),
              LABEL,
              10,
              most -> {
                if (runs.incrementAndGet() == 1) {
                  throw failure;
                }
                return 0;
              });
      CompletableFuture<String> heard = new CompletableFuture<>();
      made.target()
          .setUncaughtHandler(
              (block, thrown) -> heard.complete((block == drain) + " " + (thrown == failure)));
      drain.submit();
      assertEquals("true true", heard.get());
      drain.submit();
      Eventually.holds(() -> runs.get() == 2 && drain.state() == Block.State.IDLE);
    }
  }

  @OnEveryKind
  void theUncaughtHandlerItself_maySubmitAgain(TargetKind kind) {
    try (var made = kind.make()) {
      AtomicInteger runs = new AtomicInteger();
      Drain drain =
          new Drain(
              made.target(),
              LABEL,
              10,
              most -> {
                if (runs.incrementAndGet() <= 3) {
                  throw new IOException();
                }
                return 0;
              });
      made.target().setUncaughtHandler((block, thrown) -> ((Drain) block).submit());
      drain.submit();
      Eventually.holds(() -> runs.get() == 4 && drain.state() == Block.State.IDLE);
    }
  }

  @OnEverySequentialKind
  void aCancelWhileItIsQueued_isFinal_andSubmissionsAreRefused(TargetKind kind) {
    try (var made = kind.make()) {
      CountDownLatch gate = new CountDownLatch(1);
      made.target().execute("first", gate::await);
      Notes notes = new Notes(made.target(), 1);
      notes.add("never");
      assertTrue(notes.drain.cancel());
      assertFalse(notes.drain.cancel());
      gate.countDown();
      made.target().call("last", () -> {});
      assertRefused(notes.drain);
      assertEquals(List.of(), story);
    }
  }

  @OnEveryKind
  void aCancelWhileItRuns_interruptsIt_andItNeverRunsAgain(TargetKind kind) throws Exception {
    try (var made = kind.make()) {
      made.target().setUncaughtHandler((block, failure) -> story.add(failure.toString()));
      CountDownLatch running = new CountDownLatch(1);
      Drain drain =
          new Drain(
              made.target(),
              LABEL,
              1,
              most -> {
                story.add("runs");
                running.countDown();
                new CountDownLatch(1).await();
                return 1;
              });
      drain.submit();
      running.await();
      drain.submit();
      assertFalse(drain.cancel());
      assertThrows(CancellationException.class, drain::join);
      assertRefused(drain);
      made.target().call("after it", () -> assertFalse(Thread.currentThread().isInterrupted()));
      assertEquals(List.of("runs", "java.lang.InterruptedException"), story);
    }
  }

  @OnEveryKind
  void aCancelWhileItIsIdle_isFinal(TargetKind kind) {
    try (var made = kind.make()) {
      Notes notes = new Notes(made.target(), 1);
      assertTrue(notes.drain.cancel());
      assertRefused(notes.drain);
    }
  }

  private static void assertRefused(Drain drain) {
    assertEquals(Block.State.CANCELLED, drain.state());
    for (int i = 0; i < 2; i++) {
      CancellationException refusal = assertThrows(CancellationException.class, drain::submit);
      assertEquals("drain Test.java:1 was cancelled", refusal.getMessage());
    }
    assertThrows(CancellationException.class, drain::join);
  }

  @Test
  void aShutdownWhileItIsQueued_reportsIt_andCallsTheUncaughtHandler() throws Exception {
    Worker worker = Targets.create(TargetKind.freshName(), 1);
    CompletableFuture<Throwable> heard = new CompletableFuture<>();
    worker.setUncaughtHandler((block, failure) -> {
      if (block instanceof Drain) {
        heard.complete(failure);
      }
    });
    CountDownLatch running = new CountDownLatch(1);
    worker.execute(
        "held",
        () -> {
          running.countDown();
          new CountDownLatch(1).await();
        });
    running.await();
    Notes notes = new Notes(worker, 1);
    notes.add("never");
    assertTrue(worker.shutdown(Duration.ofMillis(1)).contains(notes.drain));
    assertEquals(
        "block Test.java:1 never ran: target " + worker + " has ended", heard.get().getMessage());
    assertEquals(Block.State.REJECTED, notes.drain.state());
    assertThrows(RejectedExecutionException.class, notes.drain::submit);
    assertEquals(List.of(), story);
  }

  @Test
  void aShutdownWithGrace_waitsUntilTheQueueIsDrained() throws Exception {
    for (Target target : List.of(Targets.create("d1", 2), Targets.createVirtual("d2"))) {
      story.clear();
      Notes notes = new Notes(target, 3);
      for (int i = 0; i < 1_000; i++) {
        notes.add("item");
      }
      assertEquals(List.of(), target.shutdown(Duration.ofMinutes(2)));
      assertEquals(1_000, story.size());
      RejectedExecutionException refusal =
          assertThrows(RejectedExecutionException.class, notes.drain::submit);
      assertEquals("block Test.java:1: target " + target + " was shut down", refusal.getMessage());
    }
  }

  @Test
  void aFullQueue_takesADrain() throws Exception {
    Worker worker = Targets.create(TargetKind.freshName(), 1, 1);
    CountDownLatch gate = new CountDownLatch(1);
    worker.execute("running", gate::await);
    Eventually.holds(() -> worker.queued() == 0);
    worker.execute("fills the queue", () -> {});
    Notes notes = new Notes(worker, 10);
    notes.add("drained");
    gate.countDown();
    Eventually.holds(() -> story.size() == 1);
    assertEquals(List.of(), worker.shutdown(Duration.ofMinutes(2)));
    assertEquals(0, worker.queued());
  }

  @Test
  void aLoopThatTakesNoTask_refusesASubmission_andALaterOneRuns() {
    AtomicReference<IllegalStateException> closed = new AtomicReference<>();
    Queue<Runnable> tasks = new ConcurrentLinkedQueue<>();
    EventLoop loop =
        new EventLoop(
            new EventLoop.Registered(
                "moody",
                Thread.currentThread(),
                task -> {
                  if (closed.get() != null) {
                    throw closed.get();
                  }
                  tasks.add(task);
                }));
    Notes notes = new Notes(loop, 10);
    closed.set(new IllegalStateException("not started"));
    RejectedExecutionException refusal =
        assertThrows(RejectedExecutionException.class, () -> notes.add("late"));
    assertSame(closed.get(), refusal.getCause());
    assertEquals(Block.State.IDLE, notes.drain.state());
    closed.set(null);
    notes.drain.submit();
    tasks.remove().run();
    assertEquals(List.of("late"), story);
    assertFalse(loop.isBusy());
  }

  @OnEveryKind
  void manyThreads_loseNothing_andOnlyOneRunIsActiveAtATime(TargetKind kind) throws Exception {
    try (var made = kind.make()) {
      Queue<Integer> queue = new ConcurrentLinkedQueue<>();
      AtomicInteger runs = new AtomicInteger();
      // Not volatile: a run happens-before the next one.
      int[] drained = new int[1];
      Drain drain =
          new Drain(
              made.target(),
              LABEL,
              8,
              most -> {
                assertEquals(1, runs.incrementAndGet());
                int taken = 0;
                while (taken < most && queue.poll() != null) {
                  taken++;
                  drained[0]++;
                }
                runs.decrementAndGet();
                return taken;
              });
      AtomicReference<Throwable> uncaught = new AtomicReference<>();
      made.target().setUncaughtHandler((block, failure) -> uncaught.set(failure));
      int submitters = 4;
      int each = 5_000;
      List<Thread> threads = new ArrayList<>();
      for (int s = 0; s < submitters; s++) {
        threads.add(
            Thread.ofPlatform()
                .start(() -> {
                  for (int i = 0; i < each; i++) {
                    queue.add(i);
                    drain.submit();
                  }
                }));
      }
      for (Thread thread : threads) {
        thread.join();
      }
      Eventually.holds(() -> queue.isEmpty() && drain.state() == Block.State.IDLE);
      made.target().call("sees what the drain did", () -> {});
      assertEquals(null, uncaught.get());
      assertEquals(submitters * each, drained[0]);
    }
  }

  @Test
  void aSubmission_allocatesOnlyNodesOfQueues() throws Exception {
    ChildJvm child = ChildJvm.run(SubmitsOften.class);
    assertEquals("", child.err());
    // A node of the queue and one of the idle threads take 24 bytes each, the smallest object 16.
    double bytes = Double.parseDouble(child.out());
    assertTrue(bytes < 2 * 24 + 12, bytes + " bytes per submission");
  }

  /** Prints how many bytes a submission and its run allocate. */
  static final class SubmitsOften {
    private static final int TIMES = 20_000;

    public static void main(String[] args) throws Exception {
      AtomicInteger runs = new AtomicInteger();
      AtomicReference<Thread> runner = new AtomicReference<>();
      Drain drain =
          new Drain(
              Targets.create("pool", 1),
              LABEL,
              10,
              most -> {
                runner.setPlain(Thread.currentThread());
                runs.incrementAndGet();
                return 0;
              });
      submitOneByOne(drain, runs, TIMES);
      long here = Thread.currentThread().threadId();
      long there = runner.get().threadId();
      long before = allocatedBytes(here) + allocatedBytes(there);
      submitOneByOne(drain, runs, TIMES);
      long after = allocatedBytes(here) + allocatedBytes(there);
      System.out.println((after - before) / (double) TIMES);
    }
  }

  /**
   * Calls the JDK's method by its name: core's module does not read the module of its interface.
   */
  private static long allocatedBytes(long thread) throws Exception {
    return (long)
        ManagementFactory.getPlatformMBeanServer()
            .invoke(
                ManagementFactory.getThreadMXBean().getObjectName(),
                "getThreadAllocatedBytes",
                new Object[] {thread},
                new String[] {"long"});
  }

  private static void submitOneByOne(Drain drain, AtomicInteger runs, int times) {
    for (int i = 0; i < times; i++) {
      int before = runs.get();
      drain.submit();
      while (runs.get() == before || drain.state() != Block.State.IDLE) {
        Thread.onSpinWait();
      }
    }
  }

  @Test
  void aBatchOfNone_isRefused() {
    Target target = Targets.of("worker");
    IllegalArgumentException refusal =
        assertThrows(IllegalArgumentException.class, () -> new Drain(target, LABEL, 0, most -> 0));
    assertEquals(
        "drain Test.java:1: batches of 0 items; a batch needs at least 1", refusal.getMessage());
  }
}
