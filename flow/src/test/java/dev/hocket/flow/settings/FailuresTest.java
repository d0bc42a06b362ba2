package dev.hocket.flow.settings;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hocket.flow.Flow;
import dev.hocket.flow.functions.Library;
import dev.hocket.flow.graph.Position;
import dev.hocket.flow.settings.Failures.Failure;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Tests failure policies, alone and combined. */
class FailuresTest {
  private static final Failure FAILURE =
      new Failure("load#1", new Position("algo.clj", 1, 1), 7, new IllegalStateException("no"));

  /** Counts the calls of a function that always fails. */
  private static int calls(Failures policy) {
    AtomicInteger calls = new AtomicInteger();
    Flow flow =
        Flow.define(
                "fails",
                Library.of(),
                f ->
                    f.stateful(
                        "fail",
                        () ->
                            arguments -> {
                              calls.incrementAndGet();
                              throw new IllegalStateException("always");
                            }))
            .failures(policy);
    assertThrows(IllegalStateException.class, flow::run);
    return calls.get();
  }

  @Test
  void retriesOfTwoPolicies_addUp() {
    assertEquals(1 + 2 + 3, calls(Failures.retry(2, Failures.retry(3))));
    assertEquals(1 + 1 + 2 + 3, calls(Failures.retry(1, Failures.retry(2, Failures.retry(3)))));
    assertEquals(1, calls(Failures.retry(0)));
    assertEquals(Integer.MAX_VALUE, Failures.retry(Integer.MAX_VALUE, Failures.retry(3)).retries());
  }

  @Test
  void theLastPolicy_decidesAboutThePacket() {
    List<Failure> reports = new ArrayList<>();
    assertFalse(Failures.stop().skips(FAILURE));
    assertFalse(Failures.retry(2).skips(FAILURE));
    assertTrue(Failures.retry(2, Failures.retry(3, Failures.skip(reports::add))).skips(FAILURE));
    assertEquals(List.of(FAILURE), reports);
  }

  @Test
  void aSenselessPolicy_isRefused() {
    assertThrows(IllegalArgumentException.class, () -> Failures.retry(-1));
    assertThrows(NullPointerException.class, () -> Failures.retry(1, null));
    assertThrows(NullPointerException.class, () -> Failures.skip(null));
  }
}
