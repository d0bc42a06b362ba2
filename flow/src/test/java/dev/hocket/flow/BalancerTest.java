package dev.hocket.flow;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hocket.flow.functions.Function;
import dev.hocket.flow.functions.Library;
import dev.hocket.flow.graph.FlowException;
import dev.hocket.flow.graph.Node.Balance;
import dev.hocket.flow.graph.Statistics;
import dev.hocket.flow.link.Balancer;
import dev.hocket.flow.settings.Failures;
import dev.hocket.flow.settings.Results;
import dev.hocket.flow.settings.Sections;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the choice of a packet's copy. */
@Timeout(value = 10, unit = TimeUnit.MINUTES)
class BalancerTest {
  /** An input; the third one's {@code hashCode} fails this many times. */
  record Key(long n, AtomicInteger failures) {
    @Override
    public int hashCode() {
      if (n == 2 && failures.getAndDecrement() > 0) {
        throw new IllegalStateException("no hash");
      }
      return Long.hashCode(n);
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Key key && n == key.n;
    }

    @Function
    static long number(Key key) {
      return key.n;
    }
  }

  private static Run byHash(boolean single, int failures, Failures policy) {
    AtomicInteger left = new AtomicInteger(failures);
    return Flow.define(
            "balanced",
            Functions.library().and(Library.of(Key.class)),
            f ->
                f.balance(
                    2,
                    Balance.BY_HASH,
                    f.apply("key", a -> new Key((Long) a[0], left), f.call("numbers", 5)),
                    key -> f.call("number", key)))
        .sections(single ? Sections.single() : Sections.perFunction())
        .result(Results.ALL)
        .failures(policy)
        .start();
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aHashThatFails_stopsTheFlowWithPositionAndPacket(boolean single) {
    Run run = byHash(single, 1, Failures.stop());
    IllegalStateException failure = assertThrows(IllegalStateException.class, run::await);
    String note = failure.getSuppressed()[0].toString();
    assertTrue(note.matches("in balance#1 at BalancerTest.java:\\d+, packet 3"), note);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aHashThatFails_isSkippedAndReported(boolean single) {
    List<Failures.Failure> reported = new ArrayList<>();
    Run run = byHash(single, 1, Failures.skip(reported::add));
    assertEquals(List.of(0L, 1L, 3L, 4L), run.await());
    assertEquals(1, run.statistics().skipped());
    assertEquals(4, run.statistics().finished());
    assertEquals(1, reported.size());
    assertEquals(3, reported.getFirst().packet());
    assertEquals("balance#1", reported.getFirst().call());
    assertEquals("no hash", reported.getFirst().cause().getMessage());
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aHashThatFails_isRetried(boolean single) {
    assertEquals(List.of(0L, 1L, 2L, 3L, 4L), byHash(single, 2, Failures.retry(2)).await());
    assertThrows(IllegalStateException.class, () -> byHash(single, 3, Failures.retry(2)).await());
  }

  private static List<Long> calls(int degree) {
    Flow flow =
        Flow.define(
            "degrees",
            Functions.library(),
            f ->
                f.balance(
                    3,
                    Balance.ROUND_ROBIN,
                    f.environment("degree", Integer.class, degree),
                    f.call("numbers", 6),
                    n -> f.call("twice", n)));
    Run run = flow.start();
    assertEquals(10L, run.await());
    return run.statistics().functions().stream()
        .filter(calls -> calls.id().startsWith("twice"))
        .sorted(Comparator.comparing(Statistics.Calls::id))
        .map(Statistics.Calls::calls)
        .toList();
  }

  @Test
  void aDegree_usesTheFirstCopies() {
    assertEquals(List.of(6L, 0L, 0L), calls(1));
    assertEquals(List.of(2L, 2L, 2L), calls(3));
    assertTrue(
        assertThrows(FlowException.class, () -> calls(4)).getMessage().contains("4 copies in use"));
  }

  @Test
  void skippedPackets_leaveTheLoadAsItIs() {
    Balancer balancer = new Balancer(Balance.LEAST_LOADED, 2, 0);
    for (int i = 0; i < 3; i++) {
      balancer.left(balancer.pass());
    }
    assertEquals(0, balancer.choose("a"));
    assertEquals(1, balancer.choose("b"));
  }
}
