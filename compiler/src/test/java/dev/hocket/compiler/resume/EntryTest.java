package dev.hocket.compiler.resume;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hocket.core.Body;
import dev.hocket.core.Target;
import dev.hocket.core.Targets;
import java.lang.reflect.Method;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Resumable methods and blocks on real targets, called by code without coroutines. */
@Timeout(300)
public class EntryTest {
  private static final String HANDLER =
      """
      import dev.hocket.compiler.resume.EntryTest;
      import dev.hocket.directives.*;
      import java.util.concurrent.Callable;

      public class Handler implements Runnable, Callable<Integer> {
        @Deprecated
        @Resumable
        public void run() {
          EntryTest.log("begin");
          TargetBlocks.await(TargetBlocks.virtual("there"), true, "Handler.java:10", EntryTest.body()); Resumed.awaited();
          EntryTest.log("end");
        }

        @Resumable
        public Integer call() {
          TargetBlocks.await(TargetBlocks.virtual("there"), true, "Handler.java:16", EntryTest.body()); Resumed.awaited();
          return 1;
        }

        public void waits() {
          run(); Resumed.waited();
          EntryTest.log("over");
        }

        public void blocks() {
          TargetBlocks.run(TargetBlocks.virtual("here"), true, "Handler.java:26", TargetBlocks.resumable($co -> {
            EntryTest.log("outer");
            TargetBlocks.await(TargetBlocks.virtual("there"), true, "Handler.java:28", TargetBlocks.resumable($co2 -> {
              EntryTest.log("inner");
              TargetBlocks.await(TargetBlocks.virtual("here"), true, "Handler.java:30", () -> EntryTest.log("innermost")); Resumed.awaited();
              EntryTest.log("inner");
            })); Resumed.awaited();
            EntryTest.log("outer");
          }));
        }
      }
      """;

  private static final List<String> LOG = Collections.synchronizedList(new ArrayList<>());
  private static CountDownLatch gate;
  private static Target here;
  private static Target there;

  private Object handler;

  /** Records a text; the handler calls it. */
  public static void log(String text) {
    LOG.add(text + " " + Targets.current().map(Target::name).orElse("nowhere"));
  }

  /** The block that the handler awaits. */
  public static Body body() {
    return () -> {
      gate.await();
      log("body");
    };
  }

  @BeforeAll
  static void createTargets() {
    here = Targets.create("here", 1);
    there = Targets.create("there", 1);
  }

  @AfterAll
  static void shutDownTargets() throws InterruptedException {
    assertEquals(List.of(), here.shutdown(Duration.ofMinutes(2)));
    assertEquals(List.of(), there.shutdown(Duration.ofMinutes(2)));
  }

  @BeforeEach
  void loadHandler() throws Exception {
    LOG.clear();
    gate = new CountDownLatch(1);
    Class<?> type = Lowered.text("Handler", HANDLER).resumable().load().loadClass("Handler");
    handler = type.getConstructor().newInstance();
  }

  @Test
  void aVoidMethod_returnsToForeignCodeAtItsFirstSuspension() throws Exception {
    here.call(
        "Test.java:1",
        () -> {
          ((Runnable) handler).run();
          log("returned");
          gate.countDown();
        });
    settle();
    assertEquals(List.of("begin here", "returned here", "body there", "end here"), LOG);
  }

  @Test
  void aMethodWithAResult_isWaitedForByForeignCode() throws Exception {
    gate.countDown();
    int[] result = {0};
    here.call("Test.java:1", () -> result[0] = (Integer) ((Callable<?>) handler).call());
    assertEquals(1, result[0]);
    assertEquals(List.of("body there"), LOG);
  }

  @Test
  void aWaitedCall_continuesAfterTheWholeMethod() throws Exception {
    gate.countDown();
    Method waits = handler.getClass().getMethod("waits");
    here.call("Test.java:1", () -> waits.invoke(handler));
    assertEquals(List.of("begin here", "body there", "end here", "over here"), LOG);
  }

  @Test
  void onAThreadOfNoTarget_awaitWaits() {
    gate.countDown();
    ((Runnable) handler).run();
    assertEquals(List.of("begin nowhere", "body there", "end nowhere"), LOG);
  }

  @Test
  void blocks_suspendAndFreeTheirThreads() throws Exception {
    handler.getClass().getMethod("blocks").invoke(handler);
    assertEquals(
        List.of("outer here", "inner there", "innermost here", "inner there", "outer here"), LOG);
  }

  @Test
  void anEntry_keepsWhatReflectionSees() throws Exception {
    Method entry = handler.getClass().getMethod("run");
    assertTrue(entry.isAnnotationPresent(Deprecated.class));
    assertTrue(
        Arrays.stream(handler.getClass().getDeclaredMethods())
            .filter(method -> !method.isSynthetic())
            .allMatch(method -> method.getParameterCount() == 0));
  }

  /** Waits until all blocks posted to the targets so far have run. */
  private static void settle() {
    there.call("Test.java:2", () -> {});
    here.call("Test.java:3", () -> {});
  }
}
