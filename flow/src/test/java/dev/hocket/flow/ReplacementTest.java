package dev.hocket.flow;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hocket.core.Eventually;
import dev.hocket.flow.functions.Function;
import dev.hocket.flow.functions.Library;
import dev.hocket.flow.graph.FlowException;
import dev.hocket.flow.graph.FlowFn;
import dev.hocket.flow.settings.Results;
import dev.hocket.flow.settings.Sections;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Functions that are replaced while the flow runs, with their state. */
@Timeout(value = 10, unit = TimeUnit.MINUTES)
class ReplacementTest {
  /** The former function. */
  static final class Total {
    long sum;

    @Function
    long total(long n) {
      sum += n;
      return sum;
    }
  }

  /** The new function: its totals are negative, so a test sees which function made a value. */
  static final class NewTotal {
    private final long before;
    private long sum;

    NewTotal() {
      this(0);
    }

    NewTotal(long before) {
      this.before = before;
    }

    @Function
    long total(long n) {
      sum += n;
      return -(before + sum);
    }
  }

  static final class StaticTotal {
    @Function
    static long total(long n) {
      return -n;
    }
  }

  static final class LeakingTotal {
    private final List<Long> all = new ArrayList<>();

    @Function
    List<Long> total(long n) {
      all.add(n);
      return all;
    }
  }

  static final class SourceTotal {
    @Function(source = true)
    static Object total(long n) {
      return n;
    }
  }

  private static final Library LIBRARY =
      Functions.library().and(Library.of(Total.class, RemappingTest.Until.class));

  private static final UnaryOperator<Object> HAND_OVER =
      former -> new NewTotal(((Total) former).sum);

  private static final Set<Thread.State> WAITS =
      Set.of(Thread.State.WAITING, Thread.State.TIMED_WAITING);

  private final AtomicBoolean over = new AtomicBoolean();

  private Flow flow(java.util.function.BiFunction<Definition, Definition.Value, Object> of) {
    return Flow.define(
            "replaced",
            LIBRARY,
            f ->
                of.apply(
                    f,
                    f.call(
                        "until", f.environment("over", AtomicBoolean.class, over), Long.MAX_VALUE)))
        .result(Results.ALL);
  }

  private static void goesOn(Run run) {
    long finished = run.statistics().finished();
    Eventually.holds(() -> run.statistics().finished() > finished + 100);
  }

  @SuppressWarnings("unchecked")
  private List<Long> ended(Run run) {
    over.set(true);
    return (List<Long>) run.await();
  }

  /** Checks that the values are the totals of 0, 1, 2, …, and negative from some packet on. */
  private static void assertTotals(List<Long> values) {
    long sum = 0;
    boolean isNew = false;
    for (int n = 0; n < values.size(); n++) {
      sum += n;
      isNew |= values.get(n) < 0;
      assertEquals(isNew ? -sum : sum, values.get(n), "packet " + (n + 1));
    }
    assertTrue(isNew);
    assertTrue(values.get(1) > 0);
  }

  @ParameterizedTest
  @MethodSource("dev.hocket.flow.ByKeyTest#mappings")
  void aFunction_isReplacedWithItsStateAndNoPacketIsLost(Sections sections) {
    Run run = flow((f, n) -> f.call("total", n)).sections(sections).start();
    goesOn(run);
    assertTrue(run.replace("total", Library.of(NewTotal.class), HAND_OVER));
    goesOn(run);
    List<Long> values = ended(run);
    assertTotals(values);
    assertEquals(values.size(), run.statistics().finished());
    assertEquals(
        values.size(),
        run.statistics().functions().stream()
            .filter(calls -> calls.id().equals("total#1"))
            .findFirst()
            .orElseThrow()
            .calls());
  }

  @Test
  void replacementsFollowOneAnother() {
    Run run = flow((f, n) -> f.call("total", n)).sections(Sections.perFunction()).start();
    for (int i = 0; i < 5; i++) {
      goesOn(run);
      assertTrue(
          run.replace(
              "total#1",
              Library.of(Total.class),
              former -> {
                Total next = new Total();
                next.sum = ((Total) former).sum;
                return next;
              }));
    }
    goesOn(run);
    assertTrue(run.replace("total", Library.of(NewTotal.class), HAND_OVER));
    goesOn(run);
    assertTotals(ended(run));
  }

  @ParameterizedTest
  @MethodSource("dev.hocket.flow.ByKeyTest#mappings")
  void theStateOfEachKey_isHandedOver(Sections sections) {
    Run run =
        flow((f, n) ->
                f.byKey(
                    3, n, k -> f.apply("key", a -> (Long) a[0] % 5, k), k -> f.call("total", k)))
            .sections(sections)
            .start();
    goesOn(run);
    assertTrue(run.replace("total", Library.of(NewTotal.class), HAND_OVER));
    goesOn(run);
    List<Long> values = ended(run);
    Map<Long, Long> sums = new HashMap<>();
    for (long n = 0; n < values.size(); n++) {
      long sum = sums.merge(n % 5, n, Long::sum);
      assertEquals(sum, Math.abs(values.get((int) n)), "packet " + (n + 1));
    }
    assertTrue(values.getLast() < 0);
  }

  @Test
  void aFunctionWithoutState_needsNoHandOver() {
    Run run = flow((f, n) -> f.call("total", n)).start();
    goesOn(run);
    assertTrue(
        run.replace(
            "total",
            Library.of(StaticTotal.class),
            former -> {
              throw new AssertionError("nothing to hand over");
            }));
    goesOn(run);
    List<Long> values = ended(run);
    assertEquals(1L - values.size(), values.getLast());
  }

  @Test
  void codeMadeOfTheFormerCode_keepsItsState() {
    Run run =
        flow((f, n) ->
                f.stateful(
                    "total",
                    () -> {
                      long[] sum = {0};
                      return a -> sum[0] += (Long) a[0];
                    },
                    n))
            .start();
    goesOn(run);
    assertTrue(run.replace("total", former -> arguments -> -(Long) former.call(arguments)));
    goesOn(run);
    assertTotals(ended(run));
  }

  @Test
  void pendingCalls_endWithTheFormerFunction() throws Exception {
    CompletableFuture<Object> first = new CompletableFuture<>();
    AtomicBoolean called = new AtomicBoolean();
    Run run =
        flow((f, n) ->
                f.async(
                    "load",
                    () ->
                        a -> {
                          called.set(true);
                          return (Long) a[0] == 0
                              ? first
                              : CompletableFuture.completedFuture("former " + a[0]);
                        },
                    n))
            .inFlight(4)
            .start();
    Eventually.holds(called::get);
    FutureTask<Boolean> replaced =
        new FutureTask<>(() ->
            run.replace("load", former -> a -> CompletableFuture.completedFuture("new " + a[0])));
    Thread replacing = Thread.ofPlatform().daemon().start(replaced);
    Eventually.holds(() -> WAITS.contains(replacing.getState()));
    first.complete("first");
    assertTrue(replaced.get());
    goesOn(run);
    over.set(true);
    List<?> values = (List<?>) run.await();
    assertEquals("first", values.getFirst());
    assertEquals("new " + (values.size() - 1), values.getLast());
  }

  @Test
  void aHandOverThatFails_leavesTheFunctionInPlaceUntilTheNext() {
    Run run = flow((f, n) -> f.call("total", n)).start();
    goesOn(run);
    IllegalStateException failure =
        assertThrows(
            IllegalStateException.class,
            () ->
                run.replace(
                    "total",
                    Library.of(NewTotal.class),
                    former -> {
                      throw new IllegalStateException("cannot hand over");
                    }));
    assertEquals("cannot hand over", failure.getMessage());
    goesOn(run);
    assertTrue(run.replace("total", Library.of(NewTotal.class), HAND_OVER));
    goesOn(run);
    assertTotals(ended(run));
  }

  @Test
  void stateOfAnotherClass_isRefusedWithTheCall() {
    Run run = flow((f, n) -> f.call("total", n)).start();
    goesOn(run);
    String message =
        assertThrows(
                FlowException.class,
                () -> run.replace("total", Library.of(NewTotal.class), former -> former))
            .getMessage();
    assertTrue(message.startsWith("ReplacementTest.java:"), message);
    assertTrue(message.contains("total#1 is a " + Total.class.getName() + "; make a "), message);
    goesOn(run);
    ended(run);
  }

  private static String refusal(Run run, String function, Class<?>... by) {
    String message =
        assertThrows(FlowException.class, () -> run.replace(function, Library.of(by), HAND_OVER))
            .getMessage();
    assertTrue(message.startsWith("ReplacementTest.java:"), message);
    return message;
  }

  @Test
  void whatDoesNotFit_isRefusedWithItsPlaceBeforeTheRunPauses() {
    Run run = flow((f, n) -> f.call("total", n)).start();
    goesOn(run);
    String unknown = refusal(run, "totl", NewTotal.class);
    assertTrue(unknown.contains("no function totl to replace; there are total, until"), unknown);
    String missing = refusal(run, "total", Functions.Sum.class);
    assertTrue(missing.contains("no function is named total"), missing);
    String source = refusal(run, "until", RemappingTest.Until.class);
    assertTrue(source.contains("until is a source"), source);
    String byASource = refusal(run, "total", SourceTotal.class);
    assertTrue(byASource.contains("sources cannot be replaced"), byASource);
    String leaking = refusal(run, "total", LeakingTotal.class);
    assertTrue(leaking.contains("lets its state out"), leaking);
    UnaryOperator<FlowFn> same = former -> former;
    String java = assertThrows(FlowException.class, () -> run.replace("total", same)).getMessage();
    assertTrue(java.contains("total#1 calls a Java method"), java);
    // The run has noticed nothing.
    assertTrue(run.replace("total", Library.of(NewTotal.class), HAND_OVER));
    goesOn(run);
    assertTotals(ended(run));
  }

  @Test
  void aRunThatHasEnded_keepsItsFunctions() {
    Run ended = flow((f, n) -> f.call("total", n)).start();
    ended(ended);
    assertFalse(ended.replace("total", Library.of(NewTotal.class), HAND_OVER));
    over.set(false);
    Run cancelled = flow((f, n) -> f.call("total", n)).start();
    cancelled.cancel();
    assertFalse(cancelled.replace("total", Library.of(NewTotal.class), HAND_OVER));
  }
}
