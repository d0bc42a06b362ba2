package dev.hocket.flow;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.hocket.core.Block;
import dev.hocket.core.Eventually;
import dev.hocket.core.Steps;
import dev.hocket.core.Target;
import dev.hocket.core.Targets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests handlers that are suspended until a run has ended, on a target with a single thread. */
@Timeout(300)
class RunHandlerTest {
  private final Target target = Targets.create("awaits flows", 1);
  private final List<Object> story = Collections.synchronizedList(new ArrayList<>());
  private final CountDownLatch gate = new CountDownLatch(1);

  @AfterEach
  void shutDown() throws InterruptedException {
    target.shutdown(Duration.ofMinutes(2));
  }

  private Flow flow(java.util.function.Function<Object[], Object> code) {
    return Flow.define("gated", Functions.library(), f -> f.apply("code", code::apply, 20L));
  }

  private Block awaiting(Run run) {
    Steps steps =
        Steps.of(
                co -> {
                  Object atOnce = run.await(co);
                  if (atOnce != null) {
                    co.complete(atOnce);
                  }
                },
                co -> story.add(co.takeReference()))
            .onFailure(story::add);
    return target.submit("Handler.java:1", steps.body());
  }

  private static void awaitSuspended(Block handler) {
    Eventually.holds(() -> handler.state() == Block.State.SUSPENDED);
  }

  private Object await(Object value) {
    try {
      gate.await();
      return value;
    } catch (InterruptedException stopped) {
      throw new CancellationException();
    }
  }

  @Test
  void aRunThatGoesOn_suspends_andTheHandlerContinuesWithTheResult() throws Exception {
    Block handler = awaiting(flow(a -> await(a[0])).start());
    awaitSuspended(handler);
    target.call("free", () -> story.add("free"));
    gate.countDown();
    handler.join();
    assertEquals(List.of("free", 20L), story);
  }

  @Test
  void aRunThatHasEnded_suspendsNothing() throws Exception {
    Run run = flow(a -> a[0]).start();
    run.await();
    awaiting(run).join();
    assertEquals(List.of(20L), story);
  }

  @Test
  void whatAFunctionThrows_isThrownAtTheAwait() throws Exception {
    IllegalStateException failure = new IllegalStateException("at the gate");
    Block handler =
        awaiting(
            flow(
                    a -> {
                      await(null);
                      throw failure;
                    })
                .start());
    awaitSuspended(handler);
    gate.countDown();
    handler.join();
    assertSame(failure, story.getFirst());
  }

  @Test
  void aCancelOfTheHandler_cancelsTheRun() throws Exception {
    Run run = flow(a -> await(a[0])).start();
    Block handler = awaiting(run);
    awaitSuspended(handler);
    handler.cancel();
    handler.join();
    assertEquals(
        "cancelled in the await of the result of flow gated",
        ((CancellationException) story.getFirst()).getMessage());
    assertThrows(CancellationException.class, run::await);
  }
}
