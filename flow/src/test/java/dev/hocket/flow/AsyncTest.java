package dev.hocket.flow;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hocket.core.Eventually;
import dev.hocket.flow.functions.Function;
import dev.hocket.flow.functions.Library;
import dev.hocket.flow.graph.FlowException;
import dev.hocket.flow.settings.Arcs;
import dev.hocket.flow.settings.Failures;
import dev.hocket.flow.settings.Order;
import dev.hocket.flow.settings.Results;
import dev.hocket.flow.settings.Sections;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Tests that no thread waits for the stages of asynchronous functions, and that results are as if
 * one did.
 */
@Timeout(value = 10, unit = TimeUnit.MINUTES)
class AsyncTest {
  static final class Loads {
    @Function(async = true)
    static CompletionStage<Long> load(long n) {
      return CompletableFuture.supplyAsync(() -> 10 * n);
    }

    @Function(async = true)
    static CompletableFuture<Long> loaded(long... ns) {
      return CompletableFuture.completedFuture(LongStream.of(ns).sum());
    }

    /** Returns a stage as an ordinary value. */
    @Function
    static CompletionStage<Long> stage(long n) {
      return CompletableFuture.completedFuture(n);
    }

    @Function(async = true)
    static CompletionStage<Long> nothing(long n) {
      return n == 2 ? null : CompletableFuture.completedFuture(n);
    }

    @Function(async = true)
    static CompletionStage<Long> throwsAt(long n, long bad) {
      if (n == bad) {
        throw new IllegalStateException("cannot call " + n);
      }
      return CompletableFuture.completedFuture(n);
    }

    @Function(async = true)
    static CompletionStage<Long> failsAt(long n, long bad) {
      return CompletableFuture.supplyAsync(() -> {
        if (n == bad) {
          throw new IllegalStateException("cannot load " + n);
        }
        return n;
      });
    }

    @Function(async = true)
    static long noStage(long n) {
      return n;
    }

    @Function(async = true, source = true)
    static CompletionStage<Long> asyncSource() {
      return null;
    }

    @Function(async = true, blocking = true)
    static CompletionStage<Long> asyncBlocking() {
      return null;
    }

    /** How many calls use a list now. */
    static final AtomicInteger USERS = new AtomicInteger();

    /** Uses the list on a thread of its own; fails if another call uses one at the same time. */
    @Function(async = true)
    static CompletionStage<Long> append(List<Object> log, long n) {
      CompletableFuture<Long> size = new CompletableFuture<>();
      Thread.startVirtualThread(() -> {
        int users = USERS.incrementAndGet();
        Thread.yield();
        log.add(n);
        long now = log.size();
        USERS.decrementAndGet();
        if (users == 1) {
          size.complete(now);
        } else {
          size.completeExceptionally(new IllegalStateException(users + " calls use the list"));
        }
      });
      return size;
    }
  }

  /** A function that adds numbers, and completes the sum later. */
  static final class LateSum {
    private long sum;

    @Function(async = true)
    CompletionStage<Long> lateSum(long n) {
      sum += n;
      long now = sum;
      return CompletableFuture.supplyAsync(() -> now);
    }
  }

  /** A function whose stage would use the state later. */
  static final class Leaking {
    private long sum;

    @Function(async = true)
    CompletionStage<Long> leak(long n) {
      return CompletableFuture.supplyAsync(() -> sum += n);
    }
  }

  /** A function with stages that the test completes. */
  static final class Door {
    private final Map<Long, CompletableFuture<Object>> stages = new ConcurrentHashMap<>();
    private final AtomicInteger called = new AtomicInteger();

    CompletableFuture<Object> stage(Object[] arguments) {
      called.incrementAndGet();
      return stage((long) arguments[0]);
    }

    CompletableFuture<Object> stage(long n) {
      return stages.computeIfAbsent(n, any -> new CompletableFuture<>());
    }
  }

  private static final Library LIBRARY =
      Functions.library().and(Library.of(Loads.class, LateSum.class, Leaking.class));

  private static Flow flow(java.util.function.Function<Definition, Object> algorithm) {
    return Flow.define("async", LIBRARY, algorithm).result(Results.ALL);
  }

  private static Flow through(Door door, long numbers) {
    return flow(f -> f.async("door", () -> door::stage, f.call("numbers", numbers)));
  }

  static List<Sections> mappings() {
    return ByKeyTest.mappings();
  }

  @ParameterizedTest
  @MethodSource("mappings")
  void theValueOfTheStage_isTheValueOfTheCall(Sections sections) {
    Flow flow =
        flow(f -> f.call("sum", f.call("loaded", f.call("load", f.call("numbers", 200)), 1)))
            .sections(sections);
    Object expected = flow.interpret();
    assertEquals(19_900L * 10 + 200, ((List<?>) expected).getLast());
    assertEquals(expected, flow.run());
  }

  @ParameterizedTest
  @MethodSource("mappings")
  void insideBranchesLoopsCollectionsAndCopies_itEqualsTheProgram(Sections sections) {
    Flow flow =
        flow(
                f -> {
                  Definition.Value n = f.call("numbers", 40);
                  Definition.Value branched =
                      f.when(
                          f.apply("even", a -> (Long) a[0] % 2 == 0, n),
                          () -> f.call("load", n),
                          () ->
                              f.loop(
                                  List.of(3L, n),
                                  v ->
                                      f.when(
                                          f.apply("more", a -> (Long) a[0] > 0, v.get(0)),
                                          () ->
                                              f.recur(
                                                  f.apply("less", a -> (Long) a[0] - 1, v.get(0)),
                                                  f.call("late-sum", v.get(1))),
                                          () -> v.get(1))));
                  return f.map(
                      f.apply("list", a -> List.of(a[0], 1L, 2L), branched),
                      x ->
                          f.call(
                              "plus",
                              f.balance(2, x, y -> f.call("load", y)),
                              f.byKey(
                                  2,
                                  x,
                                  y -> f.apply("key", a -> (Long) a[0] % 3, y),
                                  y -> f.call("late-sum", y))));
                })
            .sections(sections);
    assertEquals(flow.interpret(), flow.run());
  }

  @Test
  void aStageWithoutAsync_isAValue() {
    List<?> values = (List<?>) flow(f -> f.call("stage", f.call("numbers", 1))).run();
    assertTrue(values.getFirst() instanceof CompletionStage);
  }

  @Test
  void whileCallsArePending_noThreadWaitsAndFreeOrderLetsOthersPass() {
    Door door = new Door();
    List<Object> passed = Collections.synchronizedList(new ArrayList<>());
    Run run =
        flow(f ->
                f.apply(
                    "note",
                    a -> {
                      passed.add(a[0]);
                      return a[0];
                    },
                    f.async("door", () -> door::stage, f.call("numbers", 50))))
            .order(Order.FREE)
            .start();
    // All fifty are pending at a time, in one section.
    Eventually.holds(() -> door.called.get() == 50);
    for (long n = 49; n > 0; n--) {
      door.stage(n).complete(n);
    }
    Eventually.holds(() -> passed.size() == 49);
    assertFalse(passed.contains(0L));
    door.stage(0).complete(0L);
    run.await();
  }

  @Test
  void keptOrder_isKept_ifStagesCompleteInReverse() {
    Door door = new Door();
    Run run = through(door, 50).start();
    Eventually.holds(() -> door.called.get() == 50);
    for (long n = 49; n >= 0; n--) {
      door.stage(n).complete(-n);
    }
    assertEquals(LongStream.range(0, 50).mapToObj(n -> -n).toList(), run.await());
  }

  @Test
  void theCapacityOfTheArc_limitsPendingCalls() {
    Door door = new Door();
    Run run =
        through(door, 30).arcs(Arcs.defaults().arc("door.0", Arcs.defaults().capacity(4))).start();
    for (long n = 0; n < 30; n++) {
      long done = n;
      Eventually.holds(() -> door.called.get() >= Math.min(30, done + 4));
      assertTrue(door.called.get() <= n + 4, () -> door.called + " calls after " + done);
      door.stage(n).complete(n);
    }
    assertEquals(LongStream.range(0, 30).boxed().toList(), run.await());
  }

  @Test
  void packetsInFlight_limitPendingCalls() {
    Door door = new Door();
    Run run = through(door, 20).inFlight(3).start();
    Eventually.holds(() -> door.called.get() == 3);
    for (long n = 0; n < 20; n++) {
      assertTrue(door.called.get() <= n + 3);
      door.stage(n).complete(n);
      long done = n;
      Eventually.holds(() -> door.called.get() >= Math.min(20, done + 3));
    }
    run.await();
  }

  @Test
  void aStageThatNeverCompletes_canBeCancelled() {
    Door door = new Door();
    Run run = through(door, 5).start();
    Eventually.holds(() -> door.called.get() == 5);
    door.stage(1).complete(1L);
    assertTrue(run.cancel());
    assertThrows(CancellationException.class, run::await);
    // Its late answer has no effect.
    door.stage(0).complete(0L);
    assertFalse(door.stage(2).isDone());
  }

  @Test
  void theEndOfARun_waitsForPendingCalls() {
    Door door = new Door();
    Run run = through(door, Long.MAX_VALUE).inFlight(8).start();
    Eventually.holds(() -> door.called.get() == 8);
    run.end();
    for (long n = 7; n >= 0; n--) {
      door.stage(n).complete(n);
    }
    assertEquals(LongStream.range(0, 8).boxed().toList(), run.await());
    assertEquals(8, run.statistics().finished());
  }

  @ParameterizedTest
  @MethodSource("mappings")
  void failures_areTheOriginalOnesWithCallAndPacket(Sections sections) {
    for (String function : List.of("throws-at", "fails-at")) {
      Flow flow = flow(f -> f.call(function, f.call("numbers", 6), 3)).sections(sections);
      IllegalStateException failure = assertThrows(IllegalStateException.class, flow::run);
      String note = failure.getSuppressed()[0].toString();
      assertTrue(
          note.matches("in " + function + ", call .* at AsyncTest.java:\\d+, packet 4"), note);
      assertEquals(List.of(0L, 1L, 2L, 4L, 5L), flow.failures(Failures.skip(skipped -> {})).run());
    }
  }

  @Test
  void failedCalls_areRepeatedBeforeLaterCallsUseTheState() {
    Flow flow =
        flow(f ->
                f.async(
                    "flaky",
                    () -> {
                      AtomicInteger calls = new AtomicInteger();
                      return a -> {
                        int call = calls.incrementAndGet();
                        return CompletableFuture.supplyAsync(() -> {
                          if (call % 3 == 2) {
                            throw new IllegalStateException("call " + call);
                          }
                          return a[0] + "@" + call;
                        });
                      };
                    },
                    f.call("numbers", 5)))
            .failures(Failures.retry(1));
    assertEquals(List.of("0@1", "1@3", "2@4", "3@6", "4@7"), flow.run());
    Flow once = flow(f -> f.call("fails-at", f.call("numbers", 3), 1));
    assertThrows(IllegalStateException.class, once.failures(Failures.retry(3))::run);
  }

  @Test
  void noStage_isAFailureThatNamesTheFunction() {
    Flow flow = flow(f -> f.call("nothing", f.call("numbers", 4)));
    String message = assertThrows(NullPointerException.class, flow::run).getMessage();
    assertEquals("nothing returned null instead of a CompletionStage", message);
    assertThrows(NullPointerException.class, flow::interpret);
    assertEquals(List.of(0L, 1L, 3L), flow.failures(Failures.skip(skipped -> {})).run());
  }

  /** A stage that calls back twice. */
  private static final class Twice extends CompletableFuture<Object> {
    @Override
    public CompletableFuture<Object> whenComplete(
        BiConsumer<? super Object, ? super Throwable> action) {
      action.accept("first", null);
      action.accept("second", new IllegalStateException("second"));
      return this;
    }
  }

  @Test
  void aStageThatCallsBackTwice_countsOnce() {
    Run run = flow(f -> f.async("twice", () -> a -> new Twice(), f.call("numbers", 100))).start();
    assertEquals(Collections.nCopies(100, "first"), run.await());
    assertEquals(100, run.statistics().finished());
  }

  @Test
  void aStageThatFailsToCallBack_isAFailureOfItsPacket() {
    CompletableFuture<Object> broken =
        new CompletableFuture<>() {
          @Override
          public CompletableFuture<Object> whenComplete(
              BiConsumer<? super Object, ? super Throwable> action) {
            throw new UnsupportedOperationException("broken");
          }
        };
    Flow flow = flow(f -> f.async("broken", () -> a -> broken, f.call("numbers", 3)));
    assertThrows(UnsupportedOperationException.class, flow::run);
  }

  @Test
  void onlyTheWrapperOfADependentStage_isRemoved() {
    CompletionException own = new CompletionException("own", null);
    Flow flow =
        flow(f ->
            f.async("own", () -> a -> CompletableFuture.failedFuture(own), f.call("numbers", 1)));
    assertSame(own, assertThrows(CompletionException.class, flow::run));
  }

  @ParameterizedTest
  @MethodSource("mappings")
  void aListOfTheSurroundings_isUsedByOnePendingCallAtATime(Sections sections) {
    for (Order order : Order.values()) {
      List<Object> log = new ArrayList<>();
      flow(f -> f.call("append", f.environment("log", List.class, log), f.call("numbers", 3_000)))
          .sections(sections)
          .order(order)
          .run();
      assertEquals(3_000, log.size(), order.toString());
    }
  }

  @Test
  void aListThatElementsShare_isUsedByOnePendingCallAtATime() {
    Flow flow =
        flow(f -> {
          Definition.Value n = f.call("numbers", 20);
          Definition.Value log = f.apply("log", a -> new ArrayList<>(), n);
          Definition.Value sizes =
              f.map(
                  f.apply("range", a -> LongStream.range(0, 100).boxed().toList(), n),
                  x -> f.call("append", log, x));
          return f.apply("size", a -> ((List<?>) a[1]).size(), sizes, log);
        });
    assertEquals(Collections.nCopies(20, 100), flow.run());
  }

  @Test
  void meaninglessCalls_areRefusedWithTheirPlace() {
    refused("no-stage", "no-stage is asynchronous, but returns long; let it return", 1);
    refused("async-source", "is a source, which returns one value after the other");
    refused("async-blocking", "is blocking; leave out blocking");
    refused("leak", "lets its state out", 1);
  }

  private static void refused(String function, String words, Object... arguments) {
    FlowException refusal =
        assertThrows(FlowException.class, () -> flow(f -> f.call(function, arguments)));
    assertTrue(refusal.getMessage().startsWith("AsyncTest.java:"), refusal.getMessage());
    assertTrue(refusal.getMessage().contains(words), refusal.getMessage());
  }
}
