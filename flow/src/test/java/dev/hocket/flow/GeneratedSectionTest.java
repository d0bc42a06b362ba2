package dev.hocket.flow;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hocket.flow.Definition.Value;
import dev.hocket.flow.functions.Function;
import dev.hocket.flow.functions.Library;
import dev.hocket.flow.graph.FlowException;
import dev.hocket.flow.settings.Failures;
import dev.hocket.flow.settings.Results;
import dev.hocket.flow.settings.Sections;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Tests that the code of a section keeps the algorithm's values and their types, failures and
 * counts.
 */
@Timeout(value = 10, unit = TimeUnit.MINUTES)
class GeneratedSectionTest {
  private static final int MANY = 500;

  /** A function whose arguments and results have several types. */
  static final class Kinds {
    private short calls;

    @Function
    int whole(int value) {
      return value;
    }

    @Function
    double half(long value) {
      return value / 2.0;
    }

    @Function
    static boolean isEven(long value) {
      return value % 2 == 0;
    }

    @Function
    void forget(Object value) {
      calls++;
    }

    @Function
    short calls(float value) {
      return ++calls;
    }

    @Function
    static String text(Object value) {
      return value.getClass().getSimpleName() + " " + value;
    }
  }

  private static Flow flow(java.util.function.Function<Definition, Object> algorithm) {
    Library library = Functions.library().and(Library.of(Kinds.class));
    return Flow.define("generated", library, algorithm).sections(Sections.single());
  }

  private static Object chain(Definition f, Object begin, int length) {
    Object value = begin;
    for (int i = 0; i < length; i++) {
      value =
          f.call(
              "twice", f.call("third-fails", f.apply("half", GeneratedSectionTest::half, value)));
    }
    return value;
  }

  private static Object half(Object[] arguments) {
    return (Long) arguments[0] / 2;
  }

  @Test
  void anAlgorithmOfManyCalls_runsInOneSection() {
    Flow flow = flow(f -> chain(f, f.call("numbers", 2), MANY)).result(Results.ALL);
    assertEquals(List.of(0L, 0L), flow.run());
    assertEquals(flow.interpret(), flow.run());
  }

  @Test
  void aLoopOfManyCalls_runsInOneSection() {
    Flow flow =
        flow(f ->
                f.loop(
                    List.of(1L, f.call("numbers", 2)),
                    v ->
                        f.when(
                            f.apply("more", a -> (Long) a[0] > 0, v.get(0)),
                            () ->
                                f.recur(
                                    f.apply("dec", a -> (Long) a[0] - 1, v.get(0)),
                                    chain(f, v.get(1), MANY)),
                            () -> v.get(1))))
            .result(Results.ALL);
    assertEquals(List.of(0L, 0L), flow.run());
  }

  @Test
  void aBranchAndCopiesOfManyCalls_runInOneSection() {
    Flow flow =
        flow(f ->
                f.balance(
                    3,
                    f.call("numbers", 3),
                    x ->
                        f.when(
                            f.call("is-even", x),
                            () -> inc(f, x, MANY),
                            () -> f.map(List.of(1, 2), y -> inc(f, y, MANY)))))
            .result(Results.ALL);
    List<Object> expected = List.of(MANY, List.of(MANY + 1, MANY + 2), MANY + 2);
    assertEquals(expected, flow.run());
  }

  private static Object inc(Definition f, Object begin, int length) {
    Object value = begin;
    for (int i = 0; i < length; i++) {
      value = f.call("inc", value);
    }
    return value;
  }

  @Test
  void aFailureInALongAlgorithm_namesItsCallAndPacket() {
    Flow flow =
        flow(f -> {
          Object value = inc(f, f.call("numbers", 10), MANY / 2);
          return inc(f, f.call("third-fails", value), MANY / 2);
        });
    IllegalStateException failure = assertThrows(IllegalStateException.class, flow::run);
    assertTrue(
        failure.getSuppressed()[0].toString().matches(".*call third-fails#1 at .*, packet 3"),
        failure.getSuppressed()[0].toString());
  }

  @Test
  void aFailure_hasNoFrameOfAGeneratedClass() {
    Flow flow = flow(f -> f.call("third-fails", f.call("numbers", 10)));
    IllegalStateException failure = assertThrows(IllegalStateException.class, flow::run);
    List<String> classes =
        Arrays.stream(failure.getStackTrace()).map(StackTraceElement::getClassName).toList();
    assertEquals(Functions.Failing.class.getName(), classes.getFirst());
    assertFalse(classes.stream().anyMatch(name -> name.contains("Generated")), classes.toString());
  }

  @Test
  void values_haveTheTypesTheyHaveInJava() {
    Flow flow =
        flow(f ->
            f.apply(
                "list",
                a -> List.of(a),
                f.call("text", f.call("whole", 3L)),
                f.call("text", f.call("half", (byte) 3)),
                f.call("text", f.call("is-even", f.call("whole", (short) 3))),
                f.call("text", f.call("calls", 3.0)),
                f.call("text", 'c'),
                f.call("text", f.call("twice", 2.9))));
    assertEquals(
        List.of("Integer 3", "Double 1.5", "Boolean false", "Short 1", "Character c", "Long 4"),
        flow.run());
  }

  @Test
  void aNumberThatDoesNotFit_isAFailureOfTheCall() {
    Flow flow = flow(f -> f.call("whole", f.call("twice", 2_000_000_000L)));
    IllegalArgumentException failure = assertThrows(IllegalArgumentException.class, flow::run);
    assertEquals("value out of range for int: 4000000000", failure.getMessage());
    assertTrue(failure.getSuppressed()[0].toString().startsWith("in whole, call whole#1"));
  }

  @Test
  void aFunctionWithoutResult_yieldsNull() {
    assertSame(null, flow(f -> f.call("forget", f.call("numbers", 3))).run());
  }

  @Test
  void aVariableWhoseTypeChanges_keepsEachValue() {
    // (loop [n 3 x 1] (if (more n) (recur (dec n) (half x)) x)), where half makes doubles of longs
    Flow flow =
        flow(f ->
            f.loop(
                List.of(2L, f.call("twice", 2L)),
                v ->
                    f.when(
                        f.apply("more", a -> (Long) a[0] > 0, v.get(0)),
                        () ->
                            f.recur(
                                f.apply("dec", a -> (Long) a[0] - 1, v.get(0)),
                                f.call("half", v.get(1))),
                        () -> v.get(1))));
    assertEquals(1.0, flow.run());
  }

  @Test
  void branchesOfDifferentTypes_keepTheirs() {
    Flow flow =
        flow(
                f -> {
                  Value n = f.call("numbers", 2);
                  return f.when(
                      f.call("is-even", n), () -> f.call("half", n), () -> f.call("twice", n));
                })
            .result(Results.ALL);
    assertEquals(List.of(0.0, 2L), flow.run());
  }

  @Test
  void counts_areExactWhenACallFails() {
    Flow flow =
        flow(f -> f.call("count", f.call("third-fails", f.call("twice", f.call("numbers", 10)))))
            .failures(Failures.skip(failure -> {}));
    Run run = flow.start();
    run.await();
    assertEquals(
        List.of("count#1 9", "numbers#1 11", "third-fails#1 10", "twice#1 10"), counts(run));
  }

  @Test
  void counts_haveEachAttemptOfARepeatedCall() {
    Flow flow =
        flow(f -> f.call("count", f.call("third-fails", f.call("numbers", 10))))
            .failures(Failures.retry(1));
    Run run = flow.start();
    run.await();
    assertEquals(List.of("count#1 10", "numbers#1 11", "third-fails#1 11"), counts(run));
  }

  @Test
  void counts_ofBranchesAndLoopsAreOfThoseTaken() {
    Flow flow =
        flow(f -> {
          Value n = f.call("numbers", 10);
          return f.when(f.call("is-even", n), () -> f.call("half", n), () -> f.call("twice", n));
        });
    Run run = flow.start();
    run.await();
    assertEquals(List.of("half#1 5", "is-even#1 10", "numbers#1 11", "twice#1 5"), counts(run));
  }

  private static List<String> counts(Run run) {
    return run.statistics().functions().stream()
        .map(c -> c.id() + " " + c.calls())
        .sorted()
        .toList();
  }

  @Test
  void threeThousandCalls_runInOneSection() {
    assertEquals(3_000, flow(f -> inc(f, 0, 3_000)).run());
    assertEquals(
        List.of(3_000, 3_001),
        flow(f -> inc(f, f.call("numbers", 2), 3_000)).result(Results.ALL).run());
  }

  @Test
  void aSectionTooLargeForAClass_isRefusedWithItsName() {
    Flow flow =
        flow(f -> {
          Object[] values = new Object[10_000];
          Arrays.fill(values, f.call("inc", 1));
          return f.apply("vector", a -> List.of(a), values);
        });
    FlowException e = assertThrows(FlowException.class, flow::run);
    assertTrue(
        e.getMessage()
            .contains("section \"generated: inc#1\" is too large for a class of the JVM; spread"),
        e.getMessage());
  }

  private static Flow lists(int length, Sections sections) {
    return flow(
            f -> {
              Object[] values = new Object[length];
              Arrays.fill(values, f.call("numbers", 3));
              return f.apply("length", a -> a.length, values);
            })
        .sections(sections);
  }

  private static boolean runs(int length) {
    try {
      return length == (Integer) lists(length, Sections.single()).run();
    } catch (FlowException tooLarge) {
      return false;
    }
  }

  @Test
  void aSectionThatFitsAClassOnlyWithoutMeasurement_isNotMeasured() {
    int fits = 1;
    int fails = 10_000;
    while (fails - fits > 1) {
      int middle = (fits + fails) / 2;
      if (runs(middle)) {
        fits = middle;
      } else {
        fails = middle;
      }
    }
    assertEquals(fits, lists(fits, Sections.automatic()).run());
  }

  @Test
  void aLongRun_equalsTheProgram() {
    long count = 100_000;
    Flow flow = flow(f -> f.call("sum", f.call("twice", f.call("numbers", count))));
    assertEquals(LongStream.range(0, count).map(n -> 2 * n).sum(), flow.run());
  }
}
