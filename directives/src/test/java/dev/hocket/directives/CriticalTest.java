package dev.hocket.directives;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hocket.core.Block;
import dev.hocket.core.Body;
import dev.hocket.core.EventLoop;
import dev.hocket.core.Target;
import dev.hocket.core.Targets;
import dev.hocket.core.Worker;
import java.awt.EventQueue;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The lock of {@code critical}: the threads that it excludes, and the code that runs meanwhile. */
@Timeout(300)
class CriticalTest {
  private static final int ROUNDS = 2_000;
  private static final Duration LIMIT = Duration.ofMinutes(2);

  private final Worker pool = Targets.create("pool", 2);
  private final List<String> log = new CopyOnWriteArrayList<>();
  private static EventLoop loop;
  private int count;

  @BeforeAll
  static void registerLoop() throws Exception {
    EventQueue.invokeAndWait(() -> loop = Targets.register("loop"));
  }

  @AfterEach
  void end() throws InterruptedException {
    pool.shutdown(LIMIT);
  }

  private static void inside(String name, Body code) throws Exception {
    Critical.of(name).enter("C.java:1");
    try {
      code.run();
    } catch (Exception | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new AssertionError(e);
    } finally {
      Critical.of(name).exit();
    }
  }

  /** Holds the lock, on a thread without a target, until the test releases it. */
  private static Held held(String name) throws InterruptedException {
    Held held = new Held(name);
    held.thread.start();
    held.entered.await();
    return held;
  }

  private static final class Held {
    private final CountDownLatch entered = new CountDownLatch(1);
    private final CountDownLatch released = new CountDownLatch(1);
    private final Thread thread;

    Held(String name) {
      thread = new Thread(() -> hold(name), "holder of " + name);
      thread.setDaemon(true);
    }

    private void hold(String name) {
      Critical.of(name).enter("Held.java:1");
      entered.countDown();
      try {
        released.await();
      } catch (InterruptedException e) {
        throw new AssertionError(e);
      } finally {
        Critical.of(name).exit();
      }
    }

    void release() {
      released.countDown();
    }
  }

  private static void waitsInCritical(Block block) {
    long deadline = System.nanoTime() + LIMIT.toNanos();
    while (!block.toString().contains("waits for critical")) {
      assertTrue(System.nanoTime() - deadline < 0, block::toString);
      Thread.yield();
    }
  }

  @Test
  void threadsOfAllKinds_excludeOneAnother() throws Exception {
    List<Target> targets = List.of(pool, pool, loop, Targets.createVirtual("virtual"));
    List<Block> blocks = new ArrayList<>();
    for (int i = 0; i < 12; i++) {
      blocks.add(targets.get(i % targets.size()).submit("count", this::countOn));
    }
    countOn();
    for (Block block : blocks) {
      block.join();
    }
    assertEquals(13 * ROUNDS, count);
    targets.getLast().shutdown(LIMIT);
  }

  private void countOn() throws Exception {
    for (int i = 0; i < ROUNDS; i++) {
      inside("count", () -> count++);
    }
  }

  @Test
  void oneName_doesNotExcludeAnother_norTheNameless() throws Exception {
    Held held = held("a");
    inside("b", () -> inside("", () -> log.add("in")));
    held.release();
    assertEquals(List.of("in"), log);
  }

  @Test
  void enteredAgain_isLeftWithTheLastExit() throws Exception {
    Critical.of("again").enter("C.java:1");
    inside("again", () -> inside("again", () -> {}));
    Block other = pool.submit("other", () -> inside("again", () -> log.add("other")));
    waitsInCritical(other);
    assertEquals(List.of(), log);
    Critical.of("again").exit();
    other.join();
  }

  @Test
  void exitByAThreadThatIsNotInside_isRefused() throws Exception {
    Held held = held("foreign");
    IllegalMonitorStateException refusal =
        assertThrows(IllegalMonitorStateException.class, () -> Critical.of("foreign").exit());
    assertEquals("critical(foreign) has not been entered by this thread", refusal.getMessage());
    held.release();
  }

  @Test
  void aThreadOfAPoolThatWaits_makesRoom() throws Exception {
    Worker one = Targets.create("one", 1);
    Held held = held("room");
    Block waiting = one.submit("waiting", () -> inside("room", () -> log.add("entered")));
    waitsInCritical(waiting);
    one.submit("next", () -> log.add("next")).join();
    held.release();
    waiting.join();
    assertEquals(List.of("next", "entered"), log);
    one.shutdown(LIMIT);
  }

  @Test
  void aWait_isNamedInReports() throws Exception {
    Held held = held("reported");
    Block waiting = pool.submit("W.java:7", () -> inside("reported", () -> {}));
    waitsInCritical(waiting);
    String report = waiting.toString();
    assertTrue(report.contains("waits for critical(reported) at C.java:1"), report);
    held.release();
    waiting.join();
  }

  @Test
  void anInterruptedWait_entersNevertheless_withTheInterruptStillSet() throws Exception {
    Held held = held("interrupted");
    CountDownLatch entered = new CountDownLatch(1);
    Thread waiter =
        new Thread(() -> {
          Critical.of("interrupted").enter("C.java:1");
          log.add("interrupt " + Thread.currentThread().isInterrupted());
          Critical.of("interrupted").exit();
          entered.countDown();
        });
    waiter.start();
    waiter.interrupt();
    held.release();
    entered.await();
    assertEquals(List.of("interrupt true"), log);
  }

  @Test
  void aLoopThatWaitsToEnter_runsItsOwnBlocks_whichAreOutside() throws Exception {
    Held held = held("loop");
    Block outer = loop.submit("outer", () -> inside("loop", () -> log.add("outer")));
    waitsInCritical(outer);
    loop.submit("free", () -> log.add("free")).join();
    Block inner = loop.submit("inner", () -> inside("loop", () -> log.add("inner")));
    waitsInCritical(inner);
    held.release();
    outer.join();
    assertEquals(List.of("free", "inner", "outer"), log);
  }

  @Test
  void aBlockThatALoopRunsWhileItWaitsInside_isInsideToo() throws Exception {
    loop.call(
        "outer",
        () ->
            inside(
                "inside",
                () -> {
                  log.add("begin");
                  Body inner = () -> inside("inside", () -> log.add("inner"));
                  pool.call("between", () -> loop.call("inner", inner));
                  log.add("end");
                }));
    assertEquals(List.of("begin", "inner", "end"), log);
    inside("inside", () -> log.add("left"));
  }

  @Test
  void aLoopThatHasAnotherWaitOnTop_isNoObstacleForThoseBehindIt() throws Exception {
    Held held = held("covered");
    Block below = loop.submit("below", () -> inside("covered", () -> log.add("below")));
    waitsInCritical(below);
    CompletableFuture<Block> behind = new CompletableFuture<>();
    Block onTop =
        loop.submit(
            "on top",
            () -> {
              Body code = () -> inside("covered", () -> log.add("behind"));
              behind.complete(pool.submit("behind", code));
              behind.get().join();
            });
    waitsInCritical(behind.get());
    held.release();
    onTop.join();
    below.join();
    assertEquals(List.of("behind", "below"), log);
  }
}
