package dev.hocket.core;

import static dev.hocket.core.Recorded.BLOCK;
import static dev.hocket.core.Recorded.hold;
import static dev.hocket.core.Recorded.labelled;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests the times in the record of a block, and the blocks around it. */
@Timeout(300)
class BlockRecordTest {
  /** Long enough to distinguish phases. */
  private static final long HOLD = 10_000_000;

  private final Worker home = Targets.create(TargetKind.freshName(), 1);
  private final Worker elsewhere = Targets.create(TargetKind.freshName(), 1);

  @AfterEach
  void shutDown() throws InterruptedException {
    home.shutdown(Duration.ofMinutes(2));
    elsewhere.shutdown(Duration.ofMinutes(2));
  }

  @Test
  void aBlocksParent_isTheBlockThatEncounteredIt_orUnknown() throws Throwable {
    List<RecordedEvent> events =
        Recorded.during(
            BLOCK,
            () -> {
              home.call(
                  "root",
                  () -> {
                    home.call("in place", () -> elsewhere.call("posted from it", () -> {}));
                    elsewhere.call("posted", () -> {});
                  });
              home.call("alone", () -> {});
            });
    long root = labelled(events, "root").getLong("id");
    long inPlace = labelled(events, "in place").getLong("id");
    assertEquals(-1, labelled(events, "root").getLong("parent"));
    assertEquals(-1, labelled(events, "alone").getLong("parent"));
    assertEquals(root, labelled(events, "in place").getLong("parent"));
    assertEquals(root, labelled(events, "posted").getLong("parent"));
    assertEquals(inPlace, labelled(events, "posted from it").getLong("parent"));
    Set<Long> ids = new HashSet<>();
    events.forEach(event -> ids.add(event.getLong("id")));
    assertEquals(5, ids.size());
    assertTrue(ids.stream().allMatch(id -> id > 0), ids::toString);
  }

  @Test
  void timesBeforeTheRecording_areUnknown() throws Throwable {
    CountDownLatch gate = new CountDownLatch(1);
    CountDownLatch running = new CountDownLatch(1);
    home.execute(
        "began before",
        () -> {
          running.countDown();
          gate.await();
          home.call("child", () -> {});
        });
    Block queued = home.submit("queued before", () -> {});
    running.await();
    List<RecordedEvent> events =
        Recorded.during(
            BLOCK,
            () -> {
              gate.countDown();
              queued.join();
            });
    assertTrue(events.stream().noneMatch(e -> e.getString("label").equals("began before")));
    assertEquals(-1, labelled(events, "child").getLong("parent"));
    RecordedEvent seen = labelled(events, "queued before");
    assertEquals(-1, seen.getLong("queueTime"));
    assertEquals(-1, seen.getLong("parent"));
    assertEquals(0, seen.getLong("waitTime"));
    assertTrue(seen.getLong("id") > 0);
  }

  /** All phases in one run. Each phase is at most the whole minus the other phases. */
  @Test
  void waitingSuspendedAndRequeuedTimes_areDistinguished() throws Throwable {
    AtomicReference<Block> handler = new AtomicReference<>();
    CountDownLatch occupied = new CountDownLatch(1);
    long[] whole = new long[1];
    ResumableBody run = Steps.then(() -> hold(HOLD));
    ResumableBody wait =
        Steps.then(() -> {
          Thread waiting = Thread.currentThread();
          elsewhere.call("waited for", () -> Recorded.holdOnceParked(waiting, 2 * HOLD));
        });
    // Suspends the handler while this block runs, then occupies the handler's pool for as long
    // again.
    ResumableBody await =
        Steps.await(
            elsewhere,
            () -> {
              Eventually.holds(() -> handler.get() != null);
              Eventually.holds(() -> handler.get().state() == Block.State.SUSPENDED);
              home.execute(
                  "occupies",
                  () -> {
                    occupied.countDown();
                    Eventually.holds(() -> home.queued() > 0);
                    hold(4 * HOLD);
                  });
              occupied.await();
              hold(3 * HOLD);
            });
    List<RecordedEvent> events =
        Recorded.during(
            BLOCK,
            () -> {
              CountDownLatch go = new CountDownLatch(1);
              ResumableBody ready = Steps.then(go::await);
              handler.set(home.submit("handler", Steps.of(ready, run, wait, await).body()));
              long start = System.nanoTime();
              go.countDown();
              handler.get().join();
              whole[0] = System.nanoTime() - start;
            });
    RecordedEvent event = labelled(events, "handler");
    long slack = whole[0] - 10 * HOLD;
    assertPhase(2 * HOLD, event.getLong("waitTime"), slack);
    assertPhase(3 * HOLD, event.getLong("suspendedTime"), slack);
    assertPhase(4 * HOLD, event.getLong("requeueTime"), slack);
    long phases =
        event.getLong("waitTime") + event.getLong("suspendedTime") + event.getLong("requeueTime");
    assertTrue(event.getDuration().toNanos() - phases >= HOLD * 0.99, event::toString);
    assertEquals(-1, event.getLong("processorTime"));
  }

  private static void assertPhase(long held, long recorded, long slack) {
    assertTrue(
        held <= recorded && recorded <= held + slack,
        "held " + held + " recorded " + recorded + " slack " + slack);
  }

  @Test
  void aWaitInABlockThatRunsInPlace_isAlsoAWaitOfTheBlockAroundIt_once() throws Throwable {
    List<RecordedEvent> events =
        Recorded.during(
            BLOCK,
            () ->
                home.call(
                    "outer",
                    () -> home.call("inner", () -> Blocking.run("a nap", this::waitInACall))));
    long inner = labelled(events, "inner").getLong("waitTime");
    RecordedEvent outer = labelled(events, "outer");
    assertTrue(inner >= 2 * HOLD, () -> "" + inner);
    assertTrue(outer.getLong("waitTime") >= 2 * HOLD, events::toString);
    assertTrue(outer.getLong("waitTime") <= outer.getDuration().toNanos() * 1.01, events::toString);
  }

  /** Waits inside a call that is itself recorded as a wait; the call continues afterwards. */
  private void waitInACall() {
    Thread waiting = Thread.currentThread();
    elsewhere.call("waited for", () -> Recorded.holdOnceParked(waiting, HOLD));
    hold(HOLD);
  }

  @Test
  void aBlockThatALoopRunsInsideAWait_isWaitingTimeOfTheOuterOne_andRunningTimeOfItself()
      throws Throwable {
    try (var made = TargetKind.HOME_MADE_LOOP.make()) {
      Target loop = made.target();
      List<RecordedEvent> events =
          Recorded.during(
              BLOCK,
              () ->
                  loop.call(
                      "waits",
                      () -> elsewhere.call("posts", () -> loop.call("middle", () -> hold(HOLD)))));
      assertEquals(0, labelled(events, "middle").getLong("waitTime"));
      assertTrue(labelled(events, "waits").getLong("waitTime") >= HOLD, events::toString);
    }
  }

  @Test
  void processorTime_isRecordedOnRequest() throws Throwable {
    AtomicReference<Block> handler = new AtomicReference<>();
    ResumableBody await =
        Steps.await(
            elsewhere,
            () -> {
              Eventually.holds(() -> handler.get() != null);
              Eventually.holds(() -> handler.get().state() == Block.State.SUSPENDED);
              hold(HOLD);
            });
    List<RecordedEvent> events =
        Recorded.during(
            BLOCK,
            Map.of("processorTime", "true"),
            () -> {
              handler.set(
                  home.submit(
                      "handler", Steps.of(Steps.then(() -> hold(HOLD / 10)), await).body()));
              handler.get().join();
            });
    RecordedEvent event = labelled(events, "handler");
    long processor = event.getLong("processorTime");
    long run = event.getDuration().toNanos() - event.getLong("suspendedTime");
    assertTrue(processor > 0, event::toString);
    assertTrue(processor <= run * 1.01 + 1_000_000, event::toString);
    long ready = event.getLong("readyTime");
    if (Files.exists(Path.of("/proc/thread-self/schedstat"))) {
      assertTrue(ready >= 0, event::toString);
      assertTrue(processor + ready <= run * 1.01 + 1_000_000, event::toString);
    } else {
      assertEquals(-1, ready);
    }
    RecordedEvent later =
        labelled(Recorded.during(BLOCK, () -> home.call("later", () -> {})), "later");
    assertEquals(-1, later.getLong("processorTime"));
    assertEquals(-1, later.getLong("readyTime"));
  }

  @Test
  void processorTimeOfABlockInsideAWait_isNotCountedForTheBlocksAround() throws Throwable {
    try (var made = TargetKind.HOME_MADE_LOOP.make()) {
      Target loop = made.target();
      AtomicLong used = new AtomicLong();
      // Calls from the loop to a pool and back run inside the loop's waits.
      Body inner = () -> elsewhere.call("there", () -> loop.call("inner", () -> hold(HOLD)));
      Body middle =
          () ->
              home.call(
                  "here",
                  () ->
                      loop.call(
                          "middle",
                          () -> {
                            hold(HOLD);
                            inner.run();
                          }));
      List<RecordedEvent> events =
          Recorded.during(
              BLOCK,
              Map.of("processorTime", "true"),
              () -> {
                loop.call("before", () -> used.addAndGet(-processorTimeOfThisThread()));
                loop.call("outer", middle);
                loop.call("after", () -> used.addAndGet(processorTimeOfThisThread()));
              });
      long sum =
          Stream.of("outer", "middle", "inner")
              .mapToLong(label -> labelled(events, label).getLong("processorTime"))
              .sum();
      assertTrue(sum <= used.get(), sum + " of " + used + " in " + events);
    }
  }

  private static long processorTimeOfThisThread() {
    return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
  }

  @Test
  void aDrain_isOneEventPerRun_withTheNumberOfItsItems() throws Throwable {
    AtomicInteger left = new AtomicInteger(5);
    AtomicReference<Drain> drain = new AtomicReference<>();
    List<RecordedEvent> events =
        Recorded.during(
            BLOCK,
            () -> {
              drain.set(
                  new Drain(
                      home,
                      "drain",
                      3,
                      most -> {
                        int items = Math.min(most, left.get());
                        left.addAndGet(-items);
                        return items;
                      }));
              elsewhere.call("submits", () -> drain.get().submit());
              Eventually.holds(() -> left.get() == 0);
              Eventually.holds(() -> drain.get().state() == Block.State.IDLE && !home.isBusy());
            });
    List<RecordedEvent> runs =
        events.stream().filter(event -> event.getString("label").equals("drain")).toList();
    assertEquals(List.of(3, 2), runs.stream().map(event -> event.getInt("items")).toList());
    assertEquals(
        List.of(labelled(events, "submits").getLong("id"), -1L),
        runs.stream().map(event -> event.getLong("parent")).toList());
    assertEquals(1, labelled(events, "submits").getInt("items"));
    assertTrue(runs.stream().allMatch(event -> event.getLong("queueTime") >= 0), runs::toString);
  }

  @Test
  void blocksThatHaveNotEnded_areInTheRecordingWhenItEnds() throws Exception {
    CountDownLatch gate = new CountDownLatch(1);
    CountDownLatch running = new CountDownLatch(3);
    Body untilTheGateOpens =
        () -> {
          running.countDown();
          gate.await();
        };
    List<RecordedEvent> events;
    Block suspended;
    Thread here;
    try (Recording recording = new Recording()) {
      recording.enable(BLOCK);
      recording.start();
      suspended =
          home.submit("suspended", Steps.of(Steps.await(elsewhere, untilTheGateOpens)).body());
      Eventually.holds(() -> suspended.state() == Block.State.SUSPENDED);
      home.execute("running", () -> home.call("inside it", untilTheGateOpens));
      home.execute("queued", () -> {});
      here =
          Thread.ofPlatform()
              .start(
                  () -> elsewhere.call(Place.HERE, "on a thread of no target", untilTheGateOpens));
      running.await();
      events = Recorded.upTo(recording, "dev.hocket.UnfinishedBlock");
    } finally {
      gate.countDown();
    }
    here.join();
    assertEquals("suspended", labelled(events, "suspended").getString("state"));
    assertTrue(labelled(events, "suspended").getLong("suspendedTime") > 0);
    assertEquals("running", labelled(events, "Awaited.java:1").getString("state"));
    RecordedEvent runs = labelled(events, "running");
    assertEquals("running", runs.getString("state"));
    assertTrue(runs.getLong("runTime") > 0, runs::toString);
    assertEquals(runs.getLong("id"), labelled(events, "inside it").getLong("parent"));
    RecordedEvent queued = labelled(events, "queued");
    assertEquals("queued", queued.getString("state"));
    assertTrue(queued.getLong("queueTime") > 0, queued::toString);
    assertEquals(-1, queued.getLong("runTime"));
    RecordedEvent inPlace = labelled(events, "on a thread of no target");
    assertEquals("running", inPlace.getString("state"));
    assertTrue(inPlace.getBoolean("inPlace"));
  }
}
