package dev.hocket.flow;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.hocket.flow.Carriers.Shape;
import dev.hocket.flow.Carriers.Tick;
import dev.hocket.flow.engine.Deployment;
import dev.hocket.flow.engine.Execution;
import dev.hocket.flow.engine.Section;
import dev.hocket.flow.functions.Library;
import dev.hocket.flow.graph.Graph;
import dev.hocket.flow.mapping.Division;
import dev.hocket.flow.mapping.Mapping;
import dev.hocket.flow.mapping.PromptNodes;
import dev.hocket.flow.mapping.Sharing;
import dev.hocket.flow.mapping.Units;
import dev.hocket.flow.settings.Results;
import dev.hocket.flow.settings.Sections;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests functions without state that get an object which changes with its use: the order of the
 * uses is that of the program.
 */
@Timeout(value = 10, unit = TimeUnit.MINUTES)
class ChangingValuesTest {
  private static final long ELEMENTS = 2_000;

  private static final Library LIBRARY =
      Functions.library()
          .and(Library.of(Carriers.class, ChunksTest.Elements.class, Carriers.Noisy.class));

  private interface Body {
    Object of(Definition f);
  }

  private static Flow flow(Body body) {
    return Flow.define("values", LIBRARY, body::of).processors(2);
  }

  /** The function gets one value for all elements, and each element. */
  private static Body each(String maker, String function) {
    return f -> {
      Definition.Value made = f.call(maker, 42L);
      return f.map(f.call("first", ELEMENTS), n -> f.call(function, made, n));
    };
  }

  private static Body given(Object value, Class<?> type, String function) {
    return f -> {
      Definition.Value given = f.environment("given", type, value);
      return f.map(f.call("first", ELEMENTS), n -> f.call(function, given, n));
    };
  }

  static Stream<Arguments> changing() {
    return Stream.of(
        arguments("a generator as an Object", each("object-random", "of-object")),
        arguments("a clock", each("ticking", "of-clock")),
        arguments("behind a clock", each("offset", "of-clock")),
        arguments("a clock in a record", each("timed", "of-timed")),
        arguments("in a list without a type", each("list-of-random", "of-raw-list")),
        arguments("in a list of objects", each("list-of-random", "of-list")),
        arguments("in a map", each("map-of-random", "of-map")),
        arguments("in an array", each("array-of-random", "of-array")),
        arguments("in an optional value", each("optional-random", "of-optional")),
        arguments("in a generic record", each("holder", "of-holder")),
        arguments("in a record in a record", each("nest", "of-nest")),
        arguments("in a record with an optional value", each("maybe", "of-maybe")),
        arguments("in a field", each("box", "of-box")),
        arguments("in a field of a field", each("crate", "of-crate")),
        arguments("in a supplier", each("supplier", "of-supplier")),
        arguments("in a lambda of the program", each("dice", "of-dice")),
        arguments("in a lambda in a record", each("throwing", "of-throwing")),
        arguments("behind an iterator", each("iterator", "of-iterator")),
        arguments("behind an iterable", each("iterable", "of-iterable")),
        arguments("a counter with a text", each("counter", "text-of")),
        arguments("a counter that is equal", each("counter", "equal-to")),
        arguments("a counter with an annotation", each("safe-counter", "of-safe")),
        arguments("a map that knows the last use", each("used-map", "last-used")),
        arguments("a static field behind a text", given(new Tick(1), Tick.class, "text-of")),
        arguments(
            "a static field in an element",
            (Body)
                f ->
                    f.map(
                        f.environment(
                            "ticks",
                            List.class,
                            IntStream.range(0, 2_000).mapToObj(Tick::new).toList()),
                        tick -> f.call("text-of", tick, 1L))),
        arguments("a constant of an enum", given(Carriers.Op.COUNTS, Carriers.Op.class, "of-op")),
        arguments(
            "an enum behind an interface",
            given(Carriers.Op.COUNTS, Carriers.Counts.class, "of-counts")),
        arguments(
            "elements",
            (Body) f -> f.map(f.call("randoms", ELEMENTS), one -> f.call("of-object", one, 1L))),
        arguments(
            "elements in records",
            (Body) f -> f.map(f.call("holders", ELEMENTS), one -> f.call("of-holder", one, 1L))),
        arguments(
            "an object that a function of the body makes",
            (Body)
                f -> {
                  Definition.Value list = f.call("growing", 1L);
                  return f.map(
                      f.call("first", ELEMENTS),
                      n -> f.call("of-iterable", f.call("adds-when-iterated", list), n));
                }),
        arguments(
            "a branch",
            (Body)
                f -> {
                  Definition.Value random = f.call("object-random", 42L);
                  return f.map(
                      f.call("first", ELEMENTS),
                      n ->
                          f.call("of-object", f.when(f.call("even", n), () -> random, () -> n), n));
                }),
        arguments(
            "the function's own object",
            (Body) f -> f.map(f.call("first", ELEMENTS), n -> f.call("noisy", n))));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource
  void changing(String kind, Body body) {
    Tick.reset();
    Object expected = flow(body).interpret();
    for (int i = 0; i < 3; i++) {
      Tick.reset();
      assertEquals(expected, flow(body).run());
    }
  }

  static Stream<Arguments> plain() {
    List<Long> mutable = new ArrayList<>(List.of(3L, 4L, 5L));
    return Stream.of(
        arguments("numbers as objects", each("number", "text-of")),
        arguments("a text as an object", each("text", "text-of")),
        arguments("an immutable list", each("first", "size-of")),
        arguments("a list that is only read", each("growing", "size-of")),
        arguments("a map that is only read", each("map-of-texts", "entry-of")),
        arguments("an array that is only read", each("array-of-numbers", "sum-of")),
        arguments("a generic record of numbers", each("pair", "sum-of-pair")),
        arguments("an optional number", each("optional-number", "text-of")),
        arguments("a shape", each("circle", "area")),
        arguments("a shape that is given", given(new Shape.Square(2), Shape.class, "area")),
        arguments("a given list", given(mutable, List.class, "size-of")),
        arguments("an enum", given(TimeUnit.DAYS, TimeUnit.class, "text-of")),
        arguments(
            "records with lists",
            (Body) f -> f.map(f.call("articles", ELEMENTS), page -> f.call("links", page))),
        arguments(
            "lists that functions of the body make",
            (Body)
                f ->
                    f.map(
                        f.call("first", ELEMENTS),
                        n -> f.call("size-of", f.call("growing", n), n))));
  }

  /** The benefit of sections remains for data. */
  @ParameterizedTest(name = "{0}")
  @MethodSource
  void plain(String kind, Body body) {
    Flow flow = flow(body);
    Object expected = flow.interpret();
    assertTrue(flow.explain().contains("×/2"), flow.explain());
    Run run = flow.start();
    assertEquals(expected, run.await());
    assertFalse(run.explain().contains("one chunk"), run.explain());
  }

  private static final List<String> MAKERS =
      List.of("object-random", "optional-random", "box", "counter", "number", "text", "growing");

  /** A random value that leads to values from outside of a collection, and to its elements. */
  private static Object value(Definition f, Random random, int depth, List<Object> known) {
    if (depth == 0) {
      return known.get(random.nextInt(known.size()));
    }
    Object inner = value(f, random, depth - 1, known);
    return switch (random.nextInt(5)) {
      case 0 -> f.call("wrapped", inner);
      case 1 -> f.call("listed", inner);
      case 2 -> f.call("first-of", inner, value(f, random, depth - 1, known));
      case 3 ->
          f.when(
              f.call("even", known.getFirst()),
              () -> inner,
              () -> value(f, random, depth - 1, known));
      default -> inner;
    };
  }

  @Test
  void randomValues_areUsedAsInTheProgram() {
    for (int i = 0; i < 60; i++) {
      long seed = RandomFlowsTest.SEED + i;
      Set<String> makers = new HashSet<>();
      Body body =
          f -> {
            Random random = RandomFlowsTest.random(seed);
            List<Object> outside = new ArrayList<>();
            for (int value = 0; value < 2; value++) {
              String maker = MAKERS.get(random.nextInt(MAKERS.size()));
              makers.add(maker);
              outside.add(f.call(maker, (long) value));
            }
            return f.map(
                f.call("first", 400L),
                n -> {
                  List<Object> known = new ArrayList<>(List.of(n));
                  known.addAll(outside);
                  return f.call("look", value(f, random, random.nextInt(4), known), n);
                });
          };
      // Functions that use a counter are known to change it when they only read it.
      boolean hasCopies = flow(body).explain().contains("×/2");
      assertTrue(hasCopies || makers.contains("counter"), "-Dhocket.seed=" + seed);
      assertEquals(flow(body).interpret(), flow(body).run(), "-Dhocket.seed=" + seed);
    }
  }

  /** Copies that the program asks for may get one object, too. */
  @ParameterizedTest
  @ValueSource(strings = {"elements", "outside"})
  void copiesOfTheProgram_changeOneObjectInOrder(String from) {
    Flow flow =
        flow(
                f -> {
                  Definition.Value texts = f.call("same", 500L);
                  Definition.Value text = f.call("growing-text", 1L);
                  return f.map(
                      texts,
                      one ->
                          f.balance(
                              2,
                              from.equals("elements") ? one : text,
                              copy -> f.call("grows", copy)));
                })
            .sections(Sections.perFunction());
    Object expected = flow.interpret();
    for (int i = 0; i < 5; i++) {
      assertEquals(expected, flow.run());
    }
  }

  @Test
  void explain_namesTheClassThatMayChange() {
    Run run = flow(each("box", "of-box")).start();
    run.await();
    assertTrue(
        run.explain()
            .contains("one chunk, because its code gets a " + Carriers.Box.class.getName()),
        run.explain());
    String one = flow(each("object-random", "changes")).explain();
    assertTrue(one.contains("one element at a time, because it may change what it gets"), one);
  }

  // --- streams

  /** A flow whose second function has two copies. */
  private static final class Copied {
    final Assembly assembly;
    final Units units;
    final Graph graph;

    Copied(Flow flow) {
      assembly = flow.assembly();
      graph = flow.graph();
      ClassLoader loader = ChangingValuesTest.class.getClassLoader();
      units =
          Units.of(
              graph,
              assembly.bindings(),
              loader,
              Sharing.of(graph, assembly.bindings(), loader),
              PromptNodes.of(graph, assembly.bindings(), loader));
    }

    boolean mayCopy(String id) {
      return units.copyable().contains(units.of(id));
    }

    /** Runs the flow with copies; returns its value. */
    Object run(String id, Map<String, Long> calls) {
      int count = units.count();
      List<Integer> sections = IntStream.range(0, count).boxed().toList();
      Division division = new Division(sections, count, Set.of(), Map.of(units.of(id), 2));
      Graph divided = units.divided(division);
      Deployment deployment =
          assembly.deployment(
              divided, Mapping.of(divided, units, division, assembly.mapping().groups()));
      Execution run = assembly.execution();
      run.start(deployment);
      Object value = run.done().join();
      for (Section section : deployment.sections()) {
        section.costs().calls().forEach(cost -> calls.put(cost.id(), cost.calls()));
      }
      return value;
    }
  }

  private static Flow stream(String source, String function) {
    return Flow.define("stream", LIBRARY, f -> f.call(function, f.call(source, ELEMENTS)))
        .result(Results.ALL);
  }

  @ParameterizedTest
  @ValueSource(strings = {"dealt", "dealt-object", "dealt-list"})
  void packetsThatShareAnObject_areHandledInOrder(String function) {
    Object expected = stream("deals", function).interpret();
    Copied copied = new Copied(stream("deals", function));
    assertTrue(copied.mayCopy(function + "#1"));
    Map<String, Long> calls = new HashMap<>();
    assertEquals(expected, copied.run(function + "#1", calls));
    // Two of three packets have a number only.
    assertTrue(calls.get(function + "#1×/2") > 0, calls::toString);
    assertTrue(
        copied.units.notes().get(function + "#1").contains("may change go to its first copy"),
        copied.units.notes()::toString);
  }

  /** What a packet owns, its elements have in common. */
  @ParameterizedTest
  @ValueSource(strings = {"object-random of-object", "number text-of"})
  void elementsThatShareTheObjectOfTheirPacket_areHandledInOrder(String names) {
    String maker = names.split(" ")[0];
    String function = names.split(" ")[1];
    Flow flow =
        flow(
                f -> {
                  Definition.Value made = f.call(maker, f.call("numbers", 100L));
                  return f.map(f.call("first", 20L), n -> f.call(function, made, n));
                })
            .result(Results.ALL);
    Copied copied = new Copied(flow);
    Map<String, Long> calls = new HashMap<>();
    assertEquals(flow.interpret(), copied.run(function + "#1", calls));
    assertEquals(maker.equals("number"), calls.get(function + "#1×/2") > 0, calls::toString);
  }

  @ParameterizedTest
  @ValueSource(strings = {"lists size-of-all", "numbers twice", "pairs sum-of-any"})
  void packetsOfTheirOwnData_useAllCopies(String names) {
    String source = names.split(" ")[0];
    String function = names.split(" ")[1];
    Object expected = stream(source, function).interpret();
    Copied copied = new Copied(stream(source, function));
    Map<String, Long> calls = new HashMap<>();
    assertEquals(expected, copied.run(function + "#1", calls));
    assertEquals(ELEMENTS / 2, calls.get(function + "#1×/2"), 1, calls::toString);
  }

  @Test
  void aGivenCollection_isNotCopied() {
    List<Long> list = new ArrayList<>(List.of(1L));
    Copied copied =
        new Copied(
            Flow.define(
                "given",
                LIBRARY,
                f ->
                    f.call(
                        "size-of",
                        f.environment("list", List.class, list),
                        f.call("numbers", 3L))));
    assertFalse(copied.mayCopy("size-of#1"));
    assertEquals(
        "is not copied: it gets a java.util.ArrayList, which may change",
        copied.units.notes().get("size-of#1"));
  }
}
