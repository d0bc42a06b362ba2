package dev.hocket.flow;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hocket.flow.functions.Function;
import dev.hocket.flow.functions.Library;
import dev.hocket.flow.functions.Replicable;
import dev.hocket.flow.graph.FlowException;
import dev.hocket.flow.graph.Graph;
import dev.hocket.flow.settings.Failures;
import dev.hocket.flow.settings.Order;
import dev.hocket.flow.settings.Results;
import dev.hocket.flow.settings.Sections;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests that copies by key have state for each key, regardless of copies and sections. */
@Timeout(value = 10, unit = TimeUnit.MINUTES)
class ByKeyTest {
  enum Colour {
    RED,
    GREEN
  }

  record Customer(String name, int number) {}

  record Held(Object value) {}

  /** Keys that are hard to handle: skewed, changing, failing. */
  static final class Keys {
    @Function
    static Object modulo(long n, long by) {
      return n % by;
    }

    @Function
    static Object orNull(long n) {
      return n % 3 == 0 ? null : n % 2;
    }

    /** Returns the same key for nine of ten packets. */
    @Function
    static Object skewed(long n) {
      return n % 10 == 9 ? "rare" : "frequent";
    }

    @Function
    static Object array(long n) {
      return new long[] {n % 2};
    }

    @Function
    static Object list(long n) {
      return new ArrayList<>(List.of(n % 2));
    }

    @Function
    static Object fixedList(long n) {
      return List.of(n % 2);
    }

    @Function
    static Object colour(long n) {
      return Colour.values()[(int) (n % 2)];
    }

    @Function
    static Object customer(long n) {
      return new Customer("c", (int) (n % 2));
    }

    @Function
    static Object asList(long n) {
      return Arrays.asList(n % 2);
    }

    @Function
    static Object heldArray(long n) {
      return new Held(new long[] {n % 2});
    }

    @Function
    static Object heldNumber(long n) {
      return new Held(n % 2);
    }

    @Function
    static Object optionalList(long n) {
      return Optional.of(new ArrayList<>(List.of(n % 2)));
    }

    @Function
    static Object listOfLists(long n) {
      return List.of(new ArrayList<>(List.of(n % 2)));
    }

    /** Returns keys that equal earlier ones but may change. */
    @Function
    static Object listAtLast(long n) {
      return n < 2 ? List.of(n) : new ArrayList<>(List.of(n % 2));
    }

    @Function
    static Object bomb(long n) {
      return new Bomb(n);
    }
  }

  /** A key whose hash code fails for one number. */
  record Bomb(long n) {
    @Override
    public int hashCode() {
      if (n == 4) {
        throw new IllegalStateException("no hash");
      }
      return 7;
    }
  }

  /** A function whose third object cannot be made. */
  static final class Third {
    static final AtomicInteger MADE = new AtomicInteger();
    private long calls;

    Third() {
      if (MADE.incrementAndGet() == 3) {
        throw new IllegalStateException("the third object");
      }
    }

    @Function
    long third(long n) {
      return 100 * n + ++calls;
    }
  }

  @Replicable
  static final class Seen {
    private long calls;

    @Function
    long seen(long n) {
      return 100 * n + ++calls;
    }
  }

  private static final Library LIBRARY =
      Functions.library().and(Library.of(Keys.class, Third.class, Seen.class));

  private static Flow flow(java.util.function.Function<Definition, Object> algorithm) {
    return Flow.define("keyed", LIBRARY, algorithm).result(Results.ALL);
  }

  /** Returns a flow that computes the sums of the numbers so far, for each key. */
  private static Flow sums(int copies, long numbers, String key, Object... more) {
    return flow(f ->
        f.byKey(
            copies,
            f.call("numbers", numbers),
            n -> f.call(key, Stream.concat(Stream.of(n), Arrays.stream(more)).toArray()),
            n -> f.call("sum", n)));
  }

  private static List<Long> expectedSums(
      long numbers, java.util.function.LongFunction<Object> key) {
    Map<Object, Long> sums = new HashMap<>();
    return LongStream.range(0, numbers)
        .mapToObj(n -> sums.merge(key.apply(n), n, Long::sum))
        .toList();
  }

  static List<Sections> mappings() {
    return List.of(Sections.single(), Sections.perFunction(), Sections.io(), Sections.automatic());
  }

  @ParameterizedTest
  @MethodSource("mappings")
  void stateBelongsToAKey_forAnyNumberOfCopies(Sections sections) {
    List<Long> expected = expectedSums(500, n -> n % 7);
    for (int copies = 1; copies <= 4; copies++) {
      Flow flow = sums(copies, 500, "modulo", 7).sections(sections);
      assertEquals(expected, flow.interpret());
      assertEquals(expected, flow.run());
    }
  }

  @ParameterizedTest
  @MethodSource("mappings")
  void nullAndSkewedKeys_areKeys(Sections sections) {
    assertEquals(
        expectedSums(300, n -> n % 3 == 0 ? null : n % 2),
        sums(3, 300, "or-null").sections(sections).run());
    assertEquals(
        expectedSums(300, n -> n % 10 == 9), sums(3, 300, "skewed").sections(sections).run());
  }

  @Test
  void asManyKeysAsPackets_eachHaveState() {
    assertEquals(
        LongStream.range(0, 2_000).boxed().toList(), sums(2, 2_000, "modulo", 5_000).run());
  }

  @ParameterizedTest
  @MethodSource("mappings")
  void keysInsideKeys_haveStateForEachPair(Sections sections) {
    Flow flow =
        flow(f ->
                f.byKey(
                    2,
                    f.call("numbers", 400),
                    n -> f.call("modulo", n, 3),
                    n ->
                        f.call(
                            "plus",
                            f.call("sum", n),
                            f.byKey(2, n, m -> f.call("modulo", m, 4), m -> f.call("count", m)))))
            .sections(sections);
    Map<Object, Long> sums = new HashMap<>();
    Map<Object, Long> counts = new HashMap<>();
    List<Long> expected =
        LongStream.range(0, 400)
            .mapToObj(n ->
                sums.merge(n % 3, n, Long::sum)
                    + counts.merge(List.of(n % 3, n % 4), 1L, Long::sum))
            .toList();
    assertEquals(expected, flow.interpret());
    assertEquals(expected, flow.run());
  }

  @ParameterizedTest
  @MethodSource("mappings")
  void copiesByKeyInLoopsBranchesAndCollections_equalTheProgram(Sections sections) {
    Flow flow =
        flow(
                f -> {
                  Definition.Value n = f.call("numbers", 60);
                  Definition.Value summed =
                      f.when(
                          f.apply("even", a -> (Long) a[0] % 2 == 0, n),
                          () -> keyed(f, n),
                          () ->
                              f.loop(
                                  List.of(3L, n),
                                  v ->
                                      f.when(
                                          f.apply("more", a -> (Long) a[0] > 0, v.get(0)),
                                          () ->
                                              f.recur(
                                                  f.apply("less", a -> (Long) a[0] - 1, v.get(0)),
                                                  keyed(f, v.get(1))),
                                          () -> v.get(1))));
                  return f.map(
                      f.apply("list", a -> List.of(a[0], 1L, (Long) a[0] % 5), summed),
                      x -> keyed(f, x));
                })
            .sections(sections);
    Object expected = flow.interpret();
    assertEquals(expected, flow.run());
  }

  private static Definition.Value keyed(Definition f, Object value) {
    return f.byKey(2, value, x -> f.call("modulo", x, 3), x -> f.call("sum", x));
  }

  @Test
  void twoCallsOfAFunction_haveSeparateState() {
    Flow flow =
        flow(f ->
            f.byKey(
                2,
                f.call("numbers", 6),
                n -> f.call("modulo", n, 2),
                n -> f.call("plus", f.call("sum", n), f.call("sum", 1))));
    // For 0 to 5: the sum of the packets of its key so far, plus their number.
    assertEquals(List.of(1L, 2L, 4L, 6L, 9L, 12L), flow.run());
  }

  @Test
  void insideCopies_stateBelongsToTheCopyAndTheKey() {
    Flow flow =
        flow(f ->
            f.balance(
                2,
                f.call("numbers", 8),
                n -> f.byKey(2, n, m -> f.call("modulo", m, 4), m -> f.call("seen", m))));
    assertEquals(flow.interpret(), flow.run());
    String message =
        refusal(f ->
            f.balance(
                2, 1, n -> f.byKey(2, n, m -> f.call("modulo", m, 4), m -> f.call("count", m))));
    assertTrue(message.contains("mark it @Replicable"), message);
  }

  @Test
  void freeOrder_keepsTheOrderOfEachKeyInsideTheCopies() {
    Flow flow =
        flow(f ->
                f.byKey(
                    3,
                    f.call("numbers", 2_000),
                    n -> f.call("modulo", n, 5),
                    n ->
                        f.call(
                            "sum",
                            f.when(
                                f.apply("slow", a -> (Long) a[0] % 3 == 0, n),
                                () -> f.call("twice", f.call("twice", n)),
                                () -> f.call("twice", n)))))
            .sections(Sections.perFunction())
            .order(Order.FREE);
    assertEquals(RandomFlowsTest.counted(flow.interpret()), RandomFlowsTest.counted(flow.run()));
  }

  @Test
  void moreKeysThanTheLimit_stopTheFlowWithFunctionLimitAndKey() {
    Flow flow =
        flow(f ->
            f.byKey(
                2, 3, f.call("numbers", 9), n -> f.call("modulo", n, 4), n -> f.call("count", n)));
    for (Sections sections : mappings()) {
      FlowException failure =
          assertThrows(FlowException.class, () -> flow.sections(sections).run());
      String message = failure.getMessage();
      assertTrue(message.startsWith("ByKeyTest.java:"), message);
      assertTrue(message.contains("count#1 has state for 3 keys"), message);
      assertTrue(message.contains("new key"), message);
    }
    assertThrows(FlowException.class, flow::interpret);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void moreKeysThanTheLimit_areSkippedIfFailuresAre(boolean single) {
    Flow flow =
        flow(f ->
                f.byKey(
                    1,
                    2,
                    f.call("numbers", 9),
                    n -> f.call("modulo", n, 3),
                    n -> f.call("count", n)))
            .sections(single ? Sections.single() : Sections.perFunction())
            .failures(Failures.skip(failure -> {}));
    assertEquals(List.of(1L, 1L, 2L, 2L, 3L, 3L), flow.run());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "array",
        "list",
        "as-list",
        "held-array",
        "optional-list",
        "list-of-lists",
        "list-at-last"
      })
  void aKeyThatMayChange_isRefusedWithItsTypeAndTheCall(String key) {
    for (Sections sections : mappings()) {
      FlowException failure =
          assertThrows(FlowException.class, () -> sums(2, 4, key).sections(sections).run());
      String message = failure.getMessage();
      assertTrue(message.startsWith("ByKeyTest.java:"), message);
      assertTrue(message.matches("(?s).*a key of sum#1 (is|leads to) a .*"), message);
      assertTrue(message.contains("which may change"), message);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"fixed-list", "colour", "customer", "held-number"})
  void aKeyThatCannotChange_isAccepted(String key) {
    assertEquals(expectedSums(50, n -> n % 2), sums(2, 50, key).run());
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aKeyWhoseHashFails_isAFailureOfItsPacket(boolean single) {
    Flow flow = sums(2, 7, "bomb").sections(single ? Sections.single() : Sections.perFunction());
    IllegalStateException failure = assertThrows(IllegalStateException.class, flow::run);
    String note = failure.getSuppressed()[0].toString();
    assertTrue(note.matches("in byKey#1 at ByKeyTest.java:\\d+, packet 5"), note);
    assertEquals(
        List.of(0L, 1L, 2L, 3L, 5L, 6L), flow.failures(Failures.skip(skipped -> {})).run());
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void stateThatCannotBeMade_isAFailureOfItsPacketAndIsRetried(boolean single) {
    Flow flow =
        flow(f ->
                f.byKey(
                    1, f.call("numbers", 6), n -> f.call("modulo", n, 3), n -> f.call("third", n)))
            .sections(single ? Sections.single() : Sections.perFunction());
    Third.MADE.set(0);
    IllegalStateException failure = assertThrows(IllegalStateException.class, flow::run);
    assertTrue(
        Arrays.stream(failure.getSuppressed())
            .anyMatch(note -> note.toString().contains("making the state of third#1")),
        () -> Arrays.toString(failure.getSuppressed()));
    Third.MADE.set(0);
    List<Long> all = List.of(1L, 101L, 201L, 302L, 402L, 502L);
    assertEquals(all, flow.failures(Failures.retry(1)).run());
  }

  @Test
  void aListOfTheSurroundings_keepsTheCopiesInOneSection() {
    List<Object> log = new ArrayList<>();
    Flow flow =
        flow(f -> {
          Definition.Value shared = f.environment("log", List.class, log);
          return f.byKey(
              3,
              f.call("numbers", 3_000),
              n -> f.call("modulo", n, 7),
              n -> f.call("sum", f.call("write", shared, n)));
        });
    flow.sections(Sections.perFunction()).run();
    assertEquals(3_000, log.size());
  }

  @Test
  void aGraphWithKeys_isAValue() {
    Graph graph = sums(2, 3, "modulo", 2).graph();
    assertEquals(graph, Graph.decode(graph.encode()));
  }

  @Test
  void aPicture_namesTheKey() {
    String text = sums(2, 3, "modulo", 2).dot();
    assertTrue(text.contains("by key"), text);
  }

  private static String refusal(java.util.function.Function<Definition, Object> algorithm) {
    String message = assertThrows(FlowException.class, () -> flow(algorithm)).getMessage();
    assertTrue(message.startsWith("ByKeyTest.java:"), message);
    return message;
  }

  @Test
  void meaninglessCopies_areRefusedWithTheirPlace() {
    String stateful = refusal(f -> f.byKey(2, 1, n -> f.call("count", n), n -> f.call("sum", n)));
    assertTrue(stateful.contains("count, which computes a key, has state"), stateful);
    String stateless =
        refusal(f -> f.byKey(2, 1, n -> f.call("modulo", n, 2), n -> f.call("twice", n)));
    assertTrue(stateless.contains("no function in the copies by key has state"), stateless);
    String none = refusal(f -> f.byKey(0, 1, n -> f.call("modulo", n, 2), n -> f.call("sum", n)));
    assertTrue(none.contains("0 copies; give 1 or more"), none);
    String limit =
        refusal(f -> f.byKey(2, 0, 1, n -> f.call("modulo", n, 2), n -> f.call("sum", n)));
    assertTrue(limit.contains("state for at most 0 keys; allow 1 or more"), limit);
    String source =
        refusal(f ->
            f.byKey(2, 1, n -> f.call("modulo", n, 2), n -> f.call("sum", f.call("numbers", 3))));
    assertTrue(source.contains("source numbers stands in copies"), source);
  }
}
