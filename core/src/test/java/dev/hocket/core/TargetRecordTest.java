package dev.hocket.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import jdk.jfr.EventType;
import jdk.jfr.FlightRecorder;
import jdk.jfr.Recording;
import jdk.jfr.SettingDescriptor;
import jdk.jfr.consumer.RecordedEvent;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests the events of targets, waits, and dispatches of a program's own loop in a recording. */
@Timeout(300)
class TargetRecordTest {
  private static final String TARGET = "dev.hocket.Target";
  private static final String LOAD = "dev.hocket.Load";
  private static final String WAIT = "dev.hocket.Wait";
  private static final String DISPATCH = "dev.hocket.Dispatch";

  private static Stream<RecordedEvent> of(Target target, List<RecordedEvent> events) {
    return events.stream().filter(event -> event.getString("target").equals(target.name()));
  }

  private static String shape(RecordedEvent event) {
    return event.getString("kind") + " " + event.getInt("size") + " " + event.getInt("limit");
  }

  @Test
  void existingTargets_areAtTheStartOfARecording() throws Throwable {
    Worker bounded = Targets.create(TargetKind.freshName(), 3, 7);
    VirtualWorker virtual = Targets.createVirtual(TargetKind.freshName(), 5);
    List<RecordedEvent> events = Recorded.during(TARGET, Map.of("period", "beginChunk"), () -> {});
    assertEquals("worker 3 7", shape(of(bounded, events).findFirst().orElseThrow()));
    assertEquals("virtual 5 0", shape(of(virtual, events).findFirst().orElseThrow()));
    assertEquals(
        "loop 1 2147483647", shape(of(Targets.of("edt"), events).findFirst().orElseThrow()));
    bounded.shutdown(Duration.ZERO);
    virtual.shutdown(Duration.ZERO);
  }

  @Test
  void aTargetThatIsMade_isAnEvent() throws Throwable {
    List<Worker> made = new ArrayList<>();
    List<RecordedEvent> events =
        Recorded.during(
            TARGET,
            Map.of("period", "beginChunk"),
            () -> made.add(Targets.create(TargetKind.freshName(), 2)));
    assertEquals(
        List.of("worker 2 2147483647"),
        of(made.getFirst(), events).map(TargetRecordTest::shape).toList());
    made.getFirst().shutdown(Duration.ZERO);
  }

  @Test
  void theEndOfARecording_hasTheSizesOfThatTime() throws Throwable {
    Worker worker = Targets.create(TargetKind.freshName(), 2);
    List<RecordedEvent> events =
        Recorded.during(TARGET, Map.of("period", "everyChunk"), () -> worker.resize(9));
    assertEquals("worker 9 2147483647", shape(of(worker, events).toList().getLast()));
    worker.shutdown(Duration.ZERO);
  }

  @Test
  void theLoadOfAPool_countsQueuedActiveAndWaitingBlocks() throws Throwable {
    Worker worker = Targets.create(TargetKind.freshName(), 1);
    Worker other = Targets.create(TargetKind.freshName(), 1);
    CountDownLatch gate = new CountDownLatch(1);
    CountDownLatch held = new CountDownLatch(1);
    worker.execute("waits", () -> other.call("waited for", gate::await));
    worker.execute(
        "runs",
        () -> {
          held.countDown();
          gate.await();
        });
    held.await();
    for (int i = 0; i < 3; i++) {
      worker.execute("queued", () -> {});
    }
    List<RecordedEvent> events = Recorded.during(LOAD, Map.of("period", "endChunk"), () -> {});
    gate.countDown();
    RecordedEvent load = of(worker, events).toList().getLast();
    assertEquals(3, load.getInt("queued"));
    assertEquals(1, load.getInt("active"));
    assertEquals(1, load.getInt("waiting"));
    worker.shutdown(Duration.ofMinutes(2));
    other.shutdown(Duration.ofMinutes(2));
  }

  @Test
  void aResizeOfAVirtualWorker_isAnEvent() throws Throwable {
    VirtualWorker virtual = Targets.createVirtual(TargetKind.freshName(), 5);
    List<RecordedEvent> events = Recorded.during("dev.hocket.Resize", () -> virtual.resize(8));
    assertEquals(1, events.size());
    assertEquals(5, events.getFirst().getInt("from"));
    assertEquals(8, events.getFirst().getInt("to"));
    virtual.shutdown(Duration.ZERO);
  }

  @OnEveryKind
  void aWait_namesItsReason_andItsBlock(TargetKind kind) throws Throwable {
    try (var made = kind.make();
        var other = TargetKind.POOL_OF_ONE.make()) {
      long[] block = new long[1];
      Thread test = Thread.currentThread();
      List<RecordedEvent> waits =
          Recorded.during(
              WAIT,
              () -> {
                try (Recording blocks = new Recording()) {
                  blocks.enable(Recorded.BLOCK).withThreshold(Duration.ZERO);
                  blocks.start();
                  made.target().call("Waits.java:1", () -> waitAsLongAs(test, other.target()));
                  block[0] =
                      Recorded.labelled(Recorded.upTo(blocks, Recorded.BLOCK), "Waits.java:1")
                          .getLong("id");
                }
              });
      RecordedEvent wait =
          waits.stream()
              .filter(event -> "Waits.java:1".equals(event.getString("label")))
              .findFirst()
              .orElseThrow();
      assertEquals(block[0], wait.getLong("block"));
      assertTrue(wait.getString("what").contains("Waited.java:2"), wait::toString);
      RecordedEvent outside =
          waits.stream()
              .filter(event -> event.getString("what").contains("Waits.java:1"))
              .findFirst()
              .orElseThrow();
      assertEquals(-1, outside.getLong("block"));
    }
  }

  @Test
  void aWaitThatAPartnerEnds_andABlockingCall_haveTheProgramsNames() throws Throwable {
    Worker worker = Targets.create(TargetKind.freshName(), 1);
    List<RecordedEvent> waits =
        Recorded.during(
            WAIT,
            () ->
                worker.call(
                    "Orders.java:1",
                    () -> {
                      AtomicBoolean arrived = new AtomicBoolean();
                      Thread here = Thread.currentThread();
                      Thread partner =
                          Thread.ofPlatform()
                              .start(() -> {
                                Recorded.awaitParked(here);
                                arrived.set(true);
                                LockSupport.unpark(here);
                              });
                      Blocking.await(Wait.of("receive on channel orders", arrived::get));
                      Blocking.run("end of the partner", partner::join);
                    }));
    worker.shutdown(Duration.ofMinutes(2));
    assertEquals(
        List.of("receive on channel orders", "end of the partner"),
        waits.stream()
            .filter(event -> "Orders.java:1".equals(event.getString("label")))
            .map(event -> event.getString("what"))
            .toList());
  }

  /** Lets both threads wait before the awaited block ends. */
  private static void waitAsLongAs(Thread test, Target other) {
    Thread here = Thread.currentThread();
    other.call(
        "Waited.java:2",
        () -> {
          Recorded.awaitParked(here);
          Recorded.awaitParked(test);
        });
  }

  @Test
  void waitsBelowAMillisecond_areRecordedOnlyOnRequest() {
    EventType waits =
        FlightRecorder.getFlightRecorder().getEventTypes().stream()
            .filter(type -> type.getName().equals("dev.hocket.Wait"))
            .findAny()
            .orElseThrow();
    List<String> thresholds =
        waits.getSettingDescriptors().stream()
            .filter(setting -> setting.getName().equals("threshold"))
            .map(SettingDescriptor::getDefaultValue)
            .toList();
    assertEquals(List.of("1 ms"), thresholds);
  }

  @Test
  void aProgramsOwnLoop_recordsItsDispatches() throws Throwable {
    try (var made = TargetKind.HOME_MADE_LOOP.make()) {
      EventLoop loop = (EventLoop) made.target();
      List<String> handled = new ArrayList<>();
      List<RecordedEvent> events =
          Recorded.during(
              DISPATCH,
              () ->
                  loop.call(
                      "loop",
                      () -> {
                        loop.dispatch("key.pressed", true, 7_000_000, () -> handled.add("key"));
                        loop.dispatch("timer", false, -1, () -> handled.add("timer"));
                      }));
      loop.call("loop", () -> loop.dispatch("unrecorded", false, 0, () -> handled.add("last")));
      assertEquals(List.of("key", "timer", "last"), handled);
      List<RecordedEvent> own =
          events.stream().filter(e -> e.getString("loop").equals(loop.name())).toList();
      assertEquals("key.pressed", own.getFirst().getString("event"));
      assertTrue(own.getFirst().getBoolean("input"));
      assertEquals(7_000_000, own.getFirst().getLong("waitTime"));
      assertEquals("timer", own.getLast().getString("event"));
      assertFalse(own.getLast().getBoolean("input"));
      assertEquals(-1, own.getLast().getLong("waitTime"));
      assertEquals(2, own.size());
      assertEquals(
          "dispatch of key: thread \""
              + Thread.currentThread().getName()
              + "\" is not the thread of event loop "
              + loop
              + "; call this on the loop's own thread",
          assertThrows(IllegalStateException.class, () -> loop.dispatch("key", true, 0, () -> {}))
              .getMessage());
    }
  }
}
