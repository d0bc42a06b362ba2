package dev.hocket.flow.flink;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.hocket.flow.Definition;
import dev.hocket.flow.Flow;
import dev.hocket.flow.functions.Library;
import dev.hocket.flow.settings.Failures;
import dev.hocket.flow.settings.Order;
import dev.hocket.flow.settings.Results;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests that many calls of an asynchronous function wait for their values at a time. */
@Timeout(value = 10, unit = TimeUnit.MINUTES)
class AsyncOperatorTest {
  private static final int PARTY = 4;

  private static FlinkCluster cluster;

  @BeforeAll
  static void start() {
    cluster = FlinkCluster.embedded(4);
  }

  @AfterAll
  static void stop() {
    cluster.close();
  }

  /** Calls that wait for one another: the last of a party ends them all, beginning with itself. */
  static final class Meetings {
    @Samples.Immutable
    static final class Guests {
      final Deque<Runnable> waiting = new ArrayDeque<>();

      synchronized void add(Runnable guest) {
        waiting.push(guest);
        if (waiting.size() == PARTY) {
          waiting.forEach(Runnable::run);
          waiting.clear();
        }
      }
    }

    private static final Guests GUESTS = new Guests();

    @dev.hocket.flow.functions.Function(async = true)
    static CompletionStage<Long> meet(long value) {
      CompletableFuture<Long> met = new CompletableFuture<>();
      GUESTS.add(() -> met.complete(10 * value));
      return met;
    }

    @dev.hocket.flow.functions.Function(async = true)
    static CompletionStage<Long> odd(long value) {
      return value % 2 == 1
          ? CompletableFuture.supplyAsync(() -> value)
          : CompletableFuture.failedFuture(new IllegalStateException("even " + value));
    }
  }

  private static Flow flow(Function<Definition, Object> algorithm) {
    return Flow.define("sample", Library.of(Samples.class, Meetings.class), algorithm)
        .result(Results.ALL);
  }

  private static Object onFlink(Flow flow) {
    return cluster.start(FlinkFlow.of(flow).checkpoints(Duration.ofMinutes(1))).await();
  }

  /** A checkpoint would wait for a party that is not complete. */
  private static Object atMostOnce(Flow flow) {
    return cluster.start(FlinkFlow.of(flow).atMostOnce()).await();
  }

  @Test
  void keptOrder_isThatOfThePackets() {
    Flow flow =
        flow(d -> {
          Object n = d.call("numbers", 2L * PARTY);
          return d.call("shown", n, d.call("meet", n));
        });
    assertEquals(
        List.of("0=0", "1=10", "2=20", "3=30", "4=40", "5=50", "6=60", "7=70"), atMostOnce(flow));
  }

  @Test
  void freeOrder_isThatOfTheValues() {
    // The last guest of a party is still on its way in when the others leave.
    Flow flow = flow(d -> d.call("meet", d.call("numbers", 2L * PARTY))).order(Order.FREE);
    assertEquals(List.of(20L, 10L, 0L, 30L, 60L, 50L, 40L, 70L), atMostOnce(flow));
  }

  @Test
  void callsBehindCopiesAndInFrontOfThem_keepTheOrder() {
    Flow flow =
        flow(d -> {
          Object n = d.balance(3, d.call("numbers", 400), x -> d.call("twice", x));
          Object late = d.call("later", d.call("later", n));
          Object sum = d.byKey(2, late, x -> d.call("modulo", x, 5), x -> d.call("sum", x));
          return d.call("plus", d.call("later", sum), n);
        });
    assertEquals(flow.run(), onFlink(flow));
  }

  @Test
  void callsInBranches_areWaitedFor() {
    Flow flow =
        flow(d -> {
          Object n = d.call("numbers", 50);
          return d.when(
              d.apply("even", x -> (Long) x[0] % 2 == 0, n), () -> d.call("later", n), () -> n);
        });
    assertEquals(flow.run(), onFlink(flow));
  }

  @Test
  void failures_areSkippedOrStopTheJob() {
    List<Object> skipped = new ArrayList<>();
    Flow flow = flow(d -> d.call("twice", d.call("odd", d.call("numbers", 6))));
    assertEquals(
        List.of(2L, 6L, 10L),
        onFlink(flow.failures(Failures.skip(failure -> skipped.add(failure.packet())))));
    assertEquals(List.of(1L, 3L, 5L), skipped);
    FlinkFlow job = FlinkFlow.of(flow).restarts(0);
    Exception thrown = assertThrows(IllegalStateException.class, () -> cluster.start(job).await());
    assertEquals("even 0", thrown.getMessage());
  }

  @Test
  void noPacketIsLostOrDoubled_whenCallsAreInFlightAtAFailure() {
    Samples.Ticks.CHECKPOINTS.set(0);
    Samples.Failing.LEFT.set(2);
    Flow flow =
        flow(d -> {
          Object n = d.call("later", d.call("ticks", 9));
          return d.call("shown", d.call("sum", d.call("fail-later", n)), 1L);
        });
    FlinkFlow job = FlinkFlow.of(flow).checkpoints(Duration.ofMillis(50)).restarts(2);
    List<?> values = (List<?>) cluster.start(job).await();
    assertEquals(0, Samples.Failing.LEFT.get(), "failures left");
    long sum = 0;
    for (int i = 0; i < values.size(); i++) {
      sum += i + 1;
      assertEquals(sum + "=1", values.get(i));
    }
  }
}
