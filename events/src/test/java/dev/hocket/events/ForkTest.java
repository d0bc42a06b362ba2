package dev.hocket.events;

import static dev.hocket.events.Events.choose;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.hocket.core.Eventually;
import dev.hocket.events.steps.Failure;
import java.io.IOException;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests that the result of a forked process is an event, however the process ends. */
@Timeout(300)
class ForkTest {
  private final Channel<Integer> c = new Channel<>("c");

  @Test
  void theResult_isReadyFromTheEndOn_andMayBeNull() throws Exception {
    try (Scope scope = Scope.open("s")) {
      Event<Integer> seven = scope.fork(() -> 7);
      Event<Object> nothing = scope.fork(() -> null);
      assertEquals(7, seven.sync());
      assertEquals(7, seven.sync());
      assertEquals(null, nothing.sync());
    }
  }

  @Test
  void theFirstOfTwoResults_isAChoice() throws Exception {
    try (Scope scope = Scope.open("s")) {
      assertEquals(1, choose(scope.fork(() -> 1), scope.fork(c::recv)).sync());
    }
  }

  @Test
  void aFailure_failsTheEventAndTheScope() throws Exception {
    IllegalArgumentException failure = new IllegalArgumentException("bad");
    Scope scope = Scope.open("s");
    Event<Integer> failed =
        scope.fork(() -> {
          throw failure;
        });
    assertSame(failure, assertThrows(IllegalArgumentException.class, failed::sync));
    assertSame(failure, assertThrows(IllegalArgumentException.class, scope::join));
    scope.close();
  }

  @Test
  void aCheckedFailure_isACause() throws Exception {
    IOException failure = new IOException("gone");
    Scope scope = Scope.open("s");
    Event<Integer> failed =
        scope.fork(() -> {
          throw Failure.sneak(failure);
        });
    assertSame(failure, assertThrows(CompletionException.class, failed::sync).getCause());
    assertSame(failure, assertThrows(IOException.class, scope::close));
  }

  @Test
  void aProcessThatIsInterruptedOrNeverRuns_isCancelled() throws Exception {
    Scope scope = Scope.open("s");
    Event<Integer> waits = scope.fork(c::recv);
    Eventually.holds(() -> c.waiting() == 1);
    scope.cancel();
    Event<Integer> late = scope.fork(() -> 1);
    assertEquals(
        "scope s was cancelled before the process had its result",
        assertThrows(CancellationException.class, waits::sync).getMessage());
    assertThrows(CancellationException.class, late::sync);
    scope.close();
  }

  @Test
  void inAClosedScope_nothingIsForked() throws Exception {
    Scope scope = Scope.open("s");
    scope.close();
    assertThrows(IllegalStateException.class, () -> scope.fork(() -> 1).sync());
  }
}
