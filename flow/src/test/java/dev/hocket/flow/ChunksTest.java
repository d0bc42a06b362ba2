package dev.hocket.flow;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hocket.flow.functions.Bindings;
import dev.hocket.flow.functions.Function;
import dev.hocket.flow.functions.Library;
import dev.hocket.flow.graph.Graph;
import dev.hocket.flow.mapping.PromptNodes;
import dev.hocket.flow.mapping.Sharing;
import dev.hocket.flow.mapping.Units;
import dev.hocket.flow.settings.Sections;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests collections whose elements are handled side by side because nothing prevents it. */
@Timeout(value = 10, unit = TimeUnit.MINUTES)
class ChunksTest {
  /** The mark of copies that the program does not have. */
  private static final String COPIED = "×/2";

  /** The functions; a class with a static initialiser like that of this test might wait. */
  public static final class Elements {
    private Elements() {}

    /** Makes a list of the first numbers. */
    @Function
    public static List<Long> first(long count) {
      return LongStream.range(0, count).boxed().toList();
    }

    /** Makes a list that has one object several times. */
    @Function
    public static List<StringBuilder> same(long times) {
      return new ArrayList<>(Collections.nCopies((int) times, new StringBuilder()));
    }

    /** Appends to its argument, and returns the length. */
    @Function
    public static long grows(StringBuilder text) {
      return text.append('.').length();
    }

    /** Adds numbers in their order. */
    @Function
    public static long total(List<Object> numbers) {
      return numbers.stream().mapToLong(number -> (Long) number).reduce(7, (a, b) -> 31 * a + b);
    }

    /** The remainder of a division by 7. */
    @Function
    public static long small(long number) {
      return Math.floorMod(number, 7L);
    }

    /** Returns whether a number is even. */
    @Function
    public static boolean even(long number) {
      return number % 2 == 0;
    }

    /** Makes a generator of random numbers, which several threads may use. */
    @Function
    public static Random random(long seed) {
      return new Random(seed);
    }

    /** Adds the next random number. */
    @Function
    public static long noise(Random random, long number) {
      return number + random.nextInt(100);
    }

    /** Makes numbers when they are wanted, with the same object for all. */
    @Function
    public static Iterable<StringBuilder> reused(long count) {
      StringBuilder text = new StringBuilder();
      return () ->
          LongStream.range(0, count)
              .mapToObj(number -> {
                text.setLength(0);
                return text.append(number);
              })
              .iterator();
    }

    /** Reads a number. */
    @Function
    public static long parsed(StringBuilder text) {
      return Long.parseLong(text.toString());
    }

    /** All numbers. */
    @Function
    public static Iterable<Long> endless(long from) {
      return () -> LongStream.iterate(from, number -> number + 1).iterator();
    }

    /** Refuses one number. */
    @Function
    public static long refuses(long number, long refused) {
      if (number == refused) {
        throw new IllegalStateException("refused " + number);
      }
      return number;
    }
  }

  private static final Library LIBRARY = Functions.library().and(Library.of(Elements.class));

  private interface Body {
    Object of(Definition f, Definition.Value element);
  }

  private static Flow over(Object collection, Body body) {
    return Flow.define("elements", LIBRARY, f -> f.map(collection, one -> body.of(f, one)))
        .processors(2);
  }

  private static Flow made(String maker, long count, Body body) {
    return Flow.define(
            "elements", LIBRARY, f -> f.map(f.call(maker, count), one -> body.of(f, one)))
        .processors(2);
  }

  private static boolean isCut(Flow flow) {
    return flow.explain().contains(COPIED);
  }

  @Test
  void elementsWithoutState_areHandledSideBySideInOrder() {
    for (long count : List.of(0L, 1L, 2L, 7L, 8L, 9L, 1_000L)) {
      Flow flow = made("first", count, (f, n) -> f.call("twice", f.call("plus", n, 1L)));
      assertTrue(isCut(flow), flow.explain());
      assertEquals(flow.interpret(), flow.run(), count + " elements");
    }
  }

  @Test
  void randomBodies_haveTheValuesOfTheProgram() {
    for (int i = 0; i < 30; i++) {
      long seed = RandomFlowsTest.SEED + i;
      Random random = RandomFlowsTest.random(seed);
      Flow flow = made("first", random.nextInt(100), (f, n) -> value(f, random, 3, List.of(n)));
      assertTrue(isCut(flow), flow.explain());
      assertEquals(flow.interpret(), flow.run(), "-Dhocket.seed=" + seed);
    }
  }

  /** A random number, computed from some of the numbers seen. */
  private static Definition.Value value(
      Definition f, Random random, int depth, List<Definition.Value> seen) {
    Definition.Value any = seen.get(random.nextInt(seen.size()));
    return switch (depth == 0 ? 0 : random.nextInt(4)) {
      case 0 -> f.call("twice", f.call("small", any));
      case 1 ->
          f.call("plus", value(f, random, depth - 1, seen), value(f, random, depth - 1, seen));
      case 2 ->
          f.when(
              f.call("even", any),
              () -> value(f, random, depth - 1, seen),
              () -> value(f, random, depth - 1, seen));
      default ->
          f.call(
              "total",
              f.map(
                  f.call("first", f.call("small", any)),
                  inner -> value(f, random, depth - 1, List.of(any, inner))));
    };
  }

  @Test
  void anyCollection_mayBeCut() {
    for (Object all : List.of(List.of(3L, 4L, 5L), new long[] {3, 4, 5}, Set.of(3L))) {
      Flow flow = over(all, (f, n) -> f.call("twice", n));
      assertTrue(isCut(flow), flow.explain());
      assertEquals(flow.interpret(), flow.run());
    }
  }

  @Test
  void branchesLoopsAndInnerCollections_areInTheChunks() {
    Flow flow =
        made("first", 30, (f, n) -> f.map(f.call("first", n), inner -> f.call("plus", inner, n)));
    assertTrue(isCut(flow), flow.explain());
    assertEquals(flow.interpret(), flow.run());
  }

  @Test
  void twoCollections_shareTheSectionsOfTheirCopies() {
    Flow flow =
        Flow.define(
                "two",
                LIBRARY,
                f ->
                    f.map(
                        f.map(f.call("first", 50), n -> f.call("twice", n)),
                        n -> f.call("plus", n, 1L)))
            .processors(2);
    assertTrue(flow.explain().contains("section twice#1×/2 plus#1×/2"), flow.explain());
    assertEquals(flow.interpret(), flow.run());
  }

  @Test
  void callsOfAllCopies_countAsThoseOfTheProgram() {
    Run run = made("first", 100, (f, n) -> f.call("twice", n)).start();
    run.await();
    assertEquals(
        List.of("first#1 1", "twice#1 100"),
        run.statistics().functions().stream()
            .map(calls -> calls.id() + " " + calls.calls())
            .sorted()
            .toList());
  }

  @Test
  void aFunctionWithState_getsTheElementsInOrder() {
    Flow flow = made("first", 100, (f, n) -> f.call("sum", f.call("twice", n)));
    assertFalse(isCut(flow), flow.explain());
    assertEquals(flow.interpret(), flow.run());
  }

  @Test
  void aFunctionThatChangesItsArgument_isNotCopied() {
    Flow flow = made("same", 500, (f, text) -> f.call("grows", text));
    assertFalse(isCut(flow), flow.explain());
    assertEquals(flow.interpret(), flow.run());
  }

  /** Two elements, or two packets, may have one object as their value. */
  @Test
  void measurements_copyNoFunctionThatChangesItsArgument() {
    Graph graph =
        Flow.define(
                "stream",
                LIBRARY,
                f -> f.map(f.call("same", f.call("numbers", 3)), text -> f.call("grows", text)))
            .graph();
    ClassLoader loader = getClass().getClassLoader();
    Bindings none = new Bindings();
    Units units =
        Units.of(
            graph,
            none,
            loader,
            Sharing.of(graph, none, loader),
            PromptNodes.of(graph, none, loader));
    assertEquals(Set.of(units.of("same#1")), units.copyable());
  }

  /** Each value of a random generator goes to the element that gets it without sections. */
  @Test
  void aFunctionThatChangesAThreadSafeArgument_isNotCopied() {
    Flow flow =
        Flow.define(
                "random",
                LIBRARY,
                f -> {
                  Definition.Value random = f.call("random", 42L);
                  return f.map(f.call("first", 2_000L), n -> f.call("noise", random, n));
                })
            .processors(2);
    assertFalse(isCut(flow), flow.explain());
    assertEquals(flow.interpret(), flow.run());
  }

  @Test
  void elementsMadeWhenTheyAreWanted_areOneChunk() {
    Flow flow = made("reused", 100, (f, text) -> f.call("parsed", text));
    assertTrue(isCut(flow), flow.explain());
    assertEquals(flow.interpret(), flow.run());
    Flow endless = made("endless", 0, (f, n) -> f.call("refuses", n, 42L));
    assertTrue(isCut(endless), endless.explain());
    assertThrows(IllegalStateException.class, endless::run);
  }

  @Test
  void sectionsThatTheProgramHasChosen_win() {
    Flow flow = made("first", 100, (f, n) -> f.call("twice", n));
    assertFalse(isCut(flow.sections(Sections.perFunction())));
    assertFalse(isCut(flow.sections(Sections.single())));
  }

  @Test
  void aFailure_namesTheFunctionOfTheProgram() {
    Flow flow = made("first", 100, (f, n) -> f.call("refuses", n, 42L));
    assertTrue(isCut(flow), flow.explain());
    IllegalStateException failure = assertThrows(IllegalStateException.class, flow::run);
    assertEquals("refused 42", failure.getMessage());
    String place = failure.getSuppressed()[0].getMessage();
    assertTrue(place.contains("refuses#1 ") && place.contains("ChunksTest.java:"), place);
  }
}
