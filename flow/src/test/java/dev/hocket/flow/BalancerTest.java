package dev.hocket.flow;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hocket.flow.Node.Balance;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which copy a packet goes to. */
@Timeout(60)
class BalancerTest {
  /** The third one fails to give its hash, so many times. */
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
  void aHashThatFails_isAskedForAgain(boolean single) {
    assertEquals(List.of(0L, 1L, 2L, 3L, 4L), byHash(single, 2, Failures.retry(2)).await());
    assertThrows(IllegalStateException.class, () -> byHash(single, 3, Failures.retry(2)).await());
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
