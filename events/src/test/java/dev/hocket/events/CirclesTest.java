package dev.hocket.events;

import static dev.hocket.events.Events.choose;
import static dev.hocket.events.Events.doneEvt;
import static dev.hocket.events.Events.joinEvt;
import static dev.hocket.events.Events.timeOutEvt;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hocket.core.Block;
import dev.hocket.core.DeadlockException;
import dev.hocket.core.Steps;
import dev.hocket.core.Target;
import dev.hocket.core.Targets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Waits for the ends of threads and blocks in a circle: one of them is refused, none hangs. */
class CirclesTest {
  private final Target target = Targets.create("circles-" + System.nanoTime(), 8);
  private final Collection<String> refusals = new ConcurrentLinkedQueue<>();

  @AfterEach
  void shutDown() throws InterruptedException {
    target.shutdown(Duration.ofMinutes(1));
  }

  private void sync(Event<?> event) throws InterruptedException {
    try {
      event.sync();
    } catch (DeadlockException refusal) {
      refusals.add(refusal.getMessage());
    }
  }

  @Test
  void twoThreadsThatWaitForEachOther_areNotBothRefused() throws Exception {
    IVar<Thread> first = new IVar<>();
    IVar<Thread> second = new IVar<>();
    first.put(Events.spawn(() -> sync(joinEvt(second.get()))));
    second.put(Events.spawn(() -> sync(joinEvt(first.get()))));
    first.get().join();
    second.get().join();
    assertEquals(1, refusals.size(), refusals::toString);
    String message = refusals.iterator().next();
    assertTrue(message.contains("waits (end of thread events) for thread \"events\""), message);
  }

  @Test
  void aThreadThatWaitsForItself_isRefused() throws Exception {
    Events.spawn(() -> sync(joinEvt(Thread.currentThread()))).join();
    assertEquals(1, refusals.size(), refusals::toString);
  }

  @Test
  void aHandlerAndAThreadThatWaitForEachOther_areNotBothRefused() throws Exception {
    IVar<Block> handler = new IVar<>();
    Thread thread = Events.spawn(() -> sync(doneEvt(handler.get())));
    Steps steps =
        Steps.of(co -> joinEvt(thread).sync(co)).onFailure(failed -> refusals.add(failed + ""));
    handler.put(target.submit("handler", steps.body()));
    thread.join();
    handler.get().join();
    assertEquals(1, refusals.size(), refusals::toString);
    String message = refusals.iterator().next();
    assertTrue(message.contains("waits (end of block handler) for block handler"), message);
    assertTrue(message.contains("waits (end of thread events) for thread \"events\""), message);
  }

  @Test
  void aWaitForTheBlockThatJoinsTheWaitingOne_isRefused() throws Exception {
    IVar<Block> inner = new IVar<>();
    Block outer = target.submit("outer", () -> inner.get().join());
    inner.put(target.submit("inner", () -> doneEvt(outer).sync()));
    assertThrows(
        DeadlockException.class,
        () -> {
          outer.join();
          inner.get().join();
        });
  }

  @Test
  void aChoiceWithATimeout_isNoCircle() throws Exception {
    Event<String> end = joinEvt(Thread.currentThread()).wrap(ended -> "ended");
    assertEquals("late", choose(end, timeOutEvt(Duration.ofMillis(1)).wrap(none -> "late")).sync());
  }

  /** A thread, a block or a handler. */
  private sealed interface Process {
    record OfThread(Thread thread) implements Process {}

    record OfBlock(Block block) implements Process {}

    default Event<?> end() {
      return switch (this) {
        case OfThread(Thread thread) -> joinEvt(thread);
        case OfBlock(Block block) -> doneEvt(block);
      };
    }
  }

  @Test
  void ofRandomWaits_oneIsRefusedInEachCircle() throws Exception {
    long seed = Long.getLong("hocket.seed", System.nanoTime());
    Random random = new Random(seed);
    for (int round = 0; round < 100; round++) {
      refusals.clear();
      int[] awaited = random.ints(6, 0, 6).toArray();
      List<Process> processes = new ArrayList<>();
      CountDownLatch made = new CountDownLatch(1);
      for (int next : awaited) {
        processes.add(start(random.nextInt(3), made, () -> processes.get(next).end()));
      }
      made.countDown();
      for (Process process : processes) {
        process.end().sync();
      }
      int circles = circles(awaited);
      assertEquals(
          circles,
          refusals.size(),
          () -> refusals + " of " + Arrays.toString(awaited) + ", seed " + seed);
    }
  }

  private Process start(int kind, CountDownLatch made, Maker<Event<?>> end) {
    return switch (kind) {
      case 0 ->
          new Process.OfThread(
              Events.spawn(() -> {
                made.await();
                sync(end.make());
              }));
      case 1 ->
          new Process.OfBlock(
              target.submit(
                  "block",
                  () -> {
                    made.await();
                    sync(end.make());
                  }));
      default ->
          new Process.OfBlock(
              target.submit(
                  "handler",
                  Steps.of(co -> made.await(), co -> end.make().sync(co))
                      .onFailure(failed -> refusals.add(failed + ""))
                      .body()));
    };
  }

  /** Counts the circles of a graph in which each node has one arc. */
  private static int circles(int[] awaited) {
    Set<Integer> inCircles = new HashSet<>();
    int circles = 0;
    for (int start = 0; start < awaited.length; start++) {
      int node = start;
      for (int i = 0; i < awaited.length; i++) {
        node = awaited[node];
      }
      if (inCircles.add(node)) {
        circles++;
        for (int next = awaited[node]; next != node; next = awaited[next]) {
          inCircles.add(next);
        }
      }
    }
    return circles;
  }
}
