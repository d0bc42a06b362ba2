package dev.hocket.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.awt.AWTEvent;
import java.awt.EventQueue;
import java.awt.Toolkit;
import java.awt.event.MouseEvent;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import javax.swing.JPanel;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests the events of blocks, targets, waits and dispatches in a recording. */
@Timeout(600)
class RecordingTest {
  @Test
  void eachBlock_isAnEventWithTargetLabelOutcomeAndTimes() throws Throwable {
    String name = TargetKind.freshName();
    Worker worker = Targets.create(name, 1);
    worker.setUncaughtHandler((block, failure) -> {});
    List<RecordedEvent> events =
        Recorded.during(
            "dev.hocket.Block",
            () -> {
              worker.call("A.java:1", () -> worker.call("A.java:2", () -> {}));
              worker.submit(
                  Place.HERE,
                  Tag.of("recorded"),
                  "A.java:3",
                  () -> {
                    throw new IllegalStateException();
                  });
              assertThrows(IllegalStateException.class, () -> Tag.await("x", "recorded"));
              CountDownLatch gate = new CountDownLatch(1);
              Block running = worker.submit("A.java:4", gate::await);
              Block queued = worker.submit("A.java:5", () -> {});
              queued.cancel();
              gate.countDown();
              running.join();
            });
    worker.shutdown(Duration.ofMinutes(2));
    Map<String, String> seen = new TreeMap<>();
    for (RecordedEvent event : events) {
      assertEquals(name, event.getString("target"));
      assertTrue(event.getDuration("queueTime").compareTo(Duration.ofMinutes(1)) < 0);
      assertFalse(event.getDuration("queueTime").isNegative());
      seen.put(
          event.getString("label"),
          event.getString("outcome")
              + (event.getBoolean("inPlace") ? " in place" : "")
              + (event.getString("tag") == null ? "" : " " + event.getString("tag")));
    }
    assertEquals(
        Map.of(
            "A.java:1", "completed",
            "A.java:2", "completed in place",
            "A.java:3", "failed in place recorded",
            "A.java:4", "completed",
            "A.java:5", "cancelled"),
        seen);
  }

  @Test
  void suspendedTimeOfABlock_isAPartOfItsDuration() throws Throwable {
    Worker home = Targets.create(TargetKind.freshName(), 1);
    Worker elsewhere = Targets.create(TargetKind.freshName(), 1);
    AtomicReference<Block> handler = new AtomicReference<>();
    ResumableBody await =
        Steps.await(elsewhere, () -> Eventually.holds(() -> isSuspended(handler)));
    List<RecordedEvent> events =
        Recorded.during(
            "dev.hocket.Block",
            () -> {
              handler.set(home.submit("Handler.java:1", Steps.of(await, await).body()));
              handler.get().join();
            });
    home.shutdown(Duration.ofMinutes(2));
    elsewhere.shutdown(Duration.ofMinutes(2));
    assertEquals(3, events.size());
    for (RecordedEvent event : events) {
      Duration suspended = event.getDuration("suspendedTime");
      assertEquals(event.getString("label").equals("Handler.java:1"), suspended.isPositive());
      assertTrue(suspended.compareTo(event.getDuration()) <= 0);
    }
  }

  private static boolean isSuspended(AtomicReference<Block> block) {
    return block.get() != null && block.get().state() == Block.State.SUSPENDED;
  }

  @Test
  void aResize_isAnEvent() throws Throwable {
    Worker worker = Targets.create(TargetKind.freshName(), 1);
    List<RecordedEvent> events = Recorded.during("dev.hocket.Resize", () -> worker.resize(5));
    worker.shutdown(Duration.ofMinutes(2));
    assertEquals(1, events.size());
    assertEquals(worker.name(), events.getFirst().getString("target"));
    assertEquals(1, events.getFirst().getInt("from"));
    assertEquals(5, events.getFirst().getInt("to"));
  }

  /**
   * Takes each event as an edge between two sizes: the edges must form one way from the first size
   * to the last.
   */
  @Test
  void resizesAtOnce_areRecordedAsOneChain() throws Throwable {
    Worker worker = Targets.create(TargetKind.freshName(), 1);
    List<RecordedEvent> events =
        Recorded.during(
            "dev.hocket.Resize",
            () -> {
              List<Thread> threads = new ArrayList<>();
              for (int t = 1; t <= 4; t++) {
                int own = t;
                threads.add(Thread.ofPlatform().start(() -> resizeOften(worker, own)));
              }
              for (Thread thread : threads) {
                thread.join();
              }
            });
    int last = worker.size();
    worker.shutdown(Duration.ofMinutes(2));
    Map<Integer, Integer> leftMinusReached = new TreeMap<>();
    for (RecordedEvent event : events) {
      leftMinusReached.merge(event.getInt("from"), 1, Integer::sum);
      leftMinusReached.merge(event.getInt("to"), -1, Integer::sum);
    }
    leftMinusReached.merge(1, -1, Integer::sum);
    leftMinusReached.merge(last, 1, Integer::sum);
    leftMinusReached.values().removeIf(difference -> difference == 0);
    assertEquals(Map.of(), leftMinusReached);
  }

  private static void resizeOften(Worker worker, int own) {
    for (int i = 0; i < 2_000; i++) {
      worker.resize(2 + (i * own) % 7);
    }
  }

  @Test
  void dispatchesOfTheEventThread_areRecorded_withTheTimeSinceTheEventsTimestamp()
      throws Throwable {
    Targets.of("edt");
    EventQueue.invokeAndWait(() -> {});
    List<RecordedEvent> events =
        Recorded.during(
            "dev.hocket.Dispatch",
            () -> {
              Eventually.holds(() ->
                  Toolkit.getDefaultToolkit().getSystemEventQueue().getClass() != EventQueue.class);
              JPanel panel = new JPanel();
              AtomicBoolean seen = new AtomicBoolean();
              panel.addMouseListener(
                  new java.awt.event.MouseAdapter() {
                    @Override
                    public void mousePressed(MouseEvent e) {
                      seen.set(true);
                    }
                  });
              Toolkit.getDefaultToolkit()
                  .getSystemEventQueue()
                  .postEvent(
                      new MouseEvent(
                          panel,
                          MouseEvent.MOUSE_PRESSED,
                          System.currentTimeMillis() - 1234,
                          0,
                          1,
                          1,
                          1,
                          false));
              Eventually.holds(seen::get);
              // A dispatch is recorded at its end: when the second runs, the first is recorded.
              EventQueue.invokeAndWait(() -> {});
              EventQueue.invokeAndWait(() -> {});
            });
    RecordedEvent press =
        events.stream()
            .filter(event -> event.getString("event").equals("MouseEvent.MOUSE_PRESSED"))
            .findFirst()
            .orElseThrow();
    assertEquals("edt", press.getString("loop"));
    assertTrue(press.getBoolean("input"));
    assertTrue(press.getDuration("waitTime").toMillis() >= 1234);
    assertTrue(events.stream().anyMatch(e -> e.getString("event").equals("InvocationEvent")));
  }

  @Test
  void aProgramWithItsOwnEventQueue_behavesTheSame_andAMessageNamesWhatIsMissing()
      throws Exception {
    ChildJvm child = ChildJvm.run(OwnQueue.class, "-Djava.awt.headless=true");
    assertEquals("seen while recorded: 10\n", child.out());
    assertEquals(
        "hocket: dispatches are not recorded: the program has an event queue of its own, "
            + OwnQueue.CountingQueue.class.getName()
            + "\n",
        child.err());
  }

  static final class OwnQueue {
    static final class CountingQueue extends EventQueue {
      int seen;

      @Override
      protected void dispatchEvent(AWTEvent event) {
        seen++;
        super.dispatchEvent(event);
      }
    }

    public static void main(String[] args) throws Exception {
      Targets.of("edt");
      CountingQueue queue = new CountingQueue();
      Toolkit.getDefaultToolkit().getSystemEventQueue().push(queue);
      ByteArrayOutputStream said = new ByteArrayOutputStream();
      PrintStream err = System.err;
      try (Recording recording = new Recording()) {
        System.setErr(new PrintStream(said, true));
        recording.enable("dev.hocket.Dispatch").withThreshold(Duration.ZERO);
        recording.start();
        EventQueue.invokeAndWait(() -> {});
        Eventually.holds(() -> said.size() > 0);
        int before = queue.seen;
        for (int i = 0; i < 10; i++) {
          EventQueue.invokeAndWait(() -> {});
        }
        System.out.println("seen while recorded: " + (queue.seen - before));
      }
      err.print(said);
    }
  }
}
