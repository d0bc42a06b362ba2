package dev.hocket.directives.jdk;

import static dev.hocket.core.Steps.then;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hocket.core.Block;
import dev.hocket.core.Coroutine;
import dev.hocket.core.Eventually;
import dev.hocket.core.ResumableBody;
import dev.hocket.core.Steps;
import dev.hocket.core.Target;
import dev.hocket.core.Targets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Handlers that await methods of the JDK, on a target with a single thread. */
class JdkWaitsTest {
  private static final AtomicInteger NAMES = new AtomicInteger();

  private final Target target = Targets.create("jdk-" + NAMES.incrementAndGet(), 1);
  private final List<String> story = Collections.synchronizedList(new ArrayList<>());
  private final CompletableFuture<String> future = new CompletableFuture<>();

  @AfterEach
  void shutDown() throws InterruptedException {
    target.shutdown(Duration.ofMinutes(1));
  }

  private interface Twin {
    Object call(Coroutine handler) throws Exception;
  }

  /** A handler that records the result of a twin. */
  private Block handler(Twin twin) {
    ResumableBody call =
        co -> {
          Object value = twin.call(co);
          if (value != null) {
            co.complete(value);
          }
        };
    return target.submit(
        "Handler.java:1", Steps.of(call, co -> story.add("" + co.takeReference())).body());
  }

  private Block suspended(Twin twin) {
    Block block = handler(twin);
    Eventually.holds(() -> block.state() == Block.State.SUSPENDED);
    return block;
  }

  @Test
  void aFuture_resumesItsHandler_andTheThreadIsFreeMeanwhile() throws Exception {
    Block handler = suspended(co -> JdkWaits.join(future, co));
    assertTrue(handler.toString().contains("waits for join of a Complet"), handler.toString());
    target.call("free", () -> story.add("free"));
    future.complete("value");
    handler.join();
    assertEquals(List.of("free", "value"), story);
  }

  @Test
  void aFutureThatIsDone_suspendsNothing() {
    future.complete("value");
    target.call(
        "in place",
        Steps.of(co -> story.add(JdkWaits.get(future, co)), then(() -> story.add("next"))).body());
    assertEquals(List.of("value", "next"), story);
  }

  @Test
  void aFailure_isThatOfTheMethod() {
    Block handler = suspended(co -> JdkWaits.get(future, co));
    IllegalStateException failure = new IllegalStateException();
    future.completeExceptionally(failure);
    assertEquals(failure, assertThrows(ExecutionException.class, handler::join).getCause());
  }

  @Test
  void aTimeout_isThatOfTheMethod() {
    Block handler = handler(co -> JdkWaits.get(future, 1, TimeUnit.MILLISECONDS, co));
    assertThrows(TimeoutException.class, handler::join);
  }

  @Test
  void aFutureWithoutCallback_resumesItsHandler() throws Exception {
    FutureTask<String> task = new FutureTask<>(() -> "task");
    Block handler = suspended(co -> JdkWaits.get(task, co));
    task.run();
    handler.join();
    Block late =
        handler(
            co -> JdkWaits.get(new FutureTask<>(() -> "never run"), 1, TimeUnit.MILLISECONDS, co));
    assertThrows(TimeoutException.class, late::join);
    assertEquals(List.of("task"), story);
  }

  @Test
  void aThread_resumesItsHandlerAtItsEnd() throws Exception {
    CountDownLatch gate = new CountDownLatch(1);
    Thread thread =
        Thread.ofPlatform()
            .start(() -> {
              try {
                gate.await();
              } catch (InterruptedException end) {
                story.add("interrupted");
              }
            });
    Block handler =
        suspended(co -> {
          JdkWaits.join(thread, co);
          return null;
        });
    gate.countDown();
    handler.join();
    assertFalse(thread.isAlive());
    assertEquals(List.of("null"), story);
  }

  @Test
  void cancel_leavesTheFutureAsItIs() throws Exception {
    Block handler = suspended(co -> JdkWaits.get(future, co));
    FutureTask<String> task = new FutureTask<>(() -> "task");
    Block other = suspended(co -> JdkWaits.get(task, co));
    handler.cancel();
    other.cancel();
    assertThrows(CancellationException.class, handler::join);
    assertThrows(CancellationException.class, other::join);
    assertFalse(future.isDone());
    assertFalse(task.isDone());
    future.complete("late");
    task.run();
    target.call("nothing is resumed", () -> {});
    assertEquals(List.of(), story);
  }

  @Test
  void aHandlerThatIsCancelled_isNotResumedByTheThreadThatHasWaitedForIt() {
    for (int i = 0; i < 2_000; i++) {
      FutureTask<String> task = new FutureTask<>(() -> "task");
      Block handler = suspended(co -> JdkWaits.get(task, co));
      handler.cancel();
      assertThrows(CancellationException.class, handler::join);
    }
    assertEquals(List.of(), story);
  }

  @Test
  void futuresThatComplete_whileHandlersAreCancelled_resumeOnce() {
    Target pool = Targets.create("jdk-pool-" + NAMES.incrementAndGet(), 4);
    for (int i = 0; i < 5_000; i++) {
      CompletableFuture<Integer> one = new CompletableFuture<>();
      AtomicInteger ended = new AtomicInteger();
      Steps steps =
          Steps.of(co -> JdkWaits.join(one, co), then(ended::incrementAndGet))
              .onFailure(failure -> ended.incrementAndGet());
      Block block = pool.submit("Handler.java:2", steps.body());
      Block other = pool.submit("completes", () -> one.complete(1));
      block.cancel();
      Eventually.holds(() -> block.isDone() && other.isDone());
      assertTrue(ended.get() == 1 || block.state() == Block.State.CANCELLED, block.toString());
      assertTrue(ended.get() <= 1);
    }
  }
}
