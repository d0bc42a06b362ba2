package dev.hocket.flow;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hocket.flow.functions.Function;
import dev.hocket.flow.functions.Library;
import dev.hocket.flow.functions.ReadOnly;
import dev.hocket.flow.graph.FlowException;
import dev.hocket.flow.graph.Node.Call;
import dev.hocket.flow.graph.Statistics;
import dev.hocket.flow.mapping.Mapping;
import dev.hocket.flow.mapping.Places;
import dev.hocket.flow.mapping.Settings;
import dev.hocket.flow.settings.Arcs;
import dev.hocket.flow.settings.Failures;
import dev.hocket.flow.settings.Order;
import dev.hocket.flow.settings.Results;
import dev.hocket.flow.settings.Sections;
import dev.hocket.flow.settings.Waiting;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests the sections of functions, and the order of packets. */
@Timeout(value = 10, unit = TimeUnit.MINUTES)
class MappingTest {
  private static final Flow SUMS =
      Flow.define(
          "sums",
          Functions.library(),
          f -> f.call("sum", f.call("twice", f.call("twice", f.call("numbers", 10)))));

  private static final Flow PLUS =
      Flow.define(
          "plus",
          Functions.library(),
          f -> {
            Definition.Value n = f.call("numbers", 3);
            return f.call("plus", n, f.call("twice", n));
          });

  private static List<String> sections(Flow flow) {
    Run run = flow.start();
    run.await();
    return run.statistics().sections().stream().map(Statistics.Activations::name).sorted().toList();
  }

  @Test
  void single_isOneSection() {
    assertEquals(
        List.of("sums: numbers#1 twice#1 twice#2 sum#1"),
        sections(SUMS.sections(Sections.single())));
  }

  /** Returns the name of the section of a flow with a number of calls in one section. */
  private static String nameOfSection(int calls) {
    Flow flow =
        Flow.define(
            "long",
            Functions.library(),
            f -> {
              Definition.Value value = f.call("numbers", 3);
              for (int i = 1; i < calls; i++) {
                value = f.call("twice", value);
              }
              return value;
            });
    return sections(flow.sections(Sections.single())).getFirst();
  }

  @Test
  void aSectionOfManyCalls_isNamedByTwentyOfThem() {
    assertTrue(nameOfSection(20).endsWith(" twice#19"), nameOfSection(20));
    assertTrue(nameOfSection(21).endsWith(" twice#19 … (21)"), nameOfSection(21));
  }

  @Test
  void fewerThanOnePacketInFlight_isRefused() {
    IllegalArgumentException refusal =
        assertThrows(IllegalArgumentException.class, () -> SUMS.inFlight(0));
    assertEquals("0 packets in flight; allow 1 or more", refusal.getMessage());
  }

  @Test
  void perFunction_isASectionForEachCall() {
    assertEquals(
        List.of("sums: numbers#1", "sums: sum#1", "sums: twice#1", "sums: twice#2"),
        sections(SUMS.sections(Sections.perFunction())));
  }

  @Test
  void patterns_matchWholeNamesOrIds() {
    Sections sections =
        Sections.of(List.of(List.of("num.*", "twice#1"), List.of("twice#2", "sum")));
    assertEquals(
        List.of("sums: numbers#1 twice#1", "sums: twice#2 sum#1"),
        sections(SUMS.sections(sections)));
  }

  @Test
  void io_givesBlockingCallsSectionsOfTheirOwn() {
    Flow flow =
        Flow.define(
            "io",
            Functions.library(),
            f -> {
              Definition.Value latch =
                  f.environment("latch", CountDownLatch.class, new CountDownLatch(0));
              return f.call("sum", f.call("meet", latch, f.call("twice", f.call("numbers", 3))));
            });
    assertEquals(
        List.of("io: meet#1", "io: numbers#1 twice#1", "io: sum#1"),
        sections(flow.sections(Sections.io())));
  }

  @Test
  void aFunctionWithoutAPattern_isRefusedWithAllFunctions() {
    Flow flow = SUMS.sections(Sections.of(List.of(List.of("numbers", "sum"))));
    FlowException e = assertThrows(FlowException.class, flow::run);
    assertTrue(
        e.getMessage()
            .endsWith(
                "no section is named for twice#1, twice#2; there are numbers#1, twice#1, twice#2,"
                    + " sum#1. Add patterns, or give the rest sections of their own"),
        e.getMessage());
    assertEquals(
        3,
        sections(flow.sections(Sections.of(List.of(List.of("numbers", "sum"))).restPerFunction()))
            .size());
  }

  @Test
  void aFunctionOfTwoSections_isRefused() {
    Flow flow = SUMS.sections(Sections.of(List.of(List.of(".*"), List.of("sum"))));
    FlowException e = assertThrows(FlowException.class, flow::run);
    assertTrue(
        e.getMessage().contains("sum#1 matches patterns of 2 sections: [.*] and [sum]"),
        e.getMessage());
  }

  @Test
  void aPatternThatMatchesNothing_isRefused() {
    Flow flow = SUMS.sections(Sections.of(List.of(List.of("su"))).restPerFunction());
    FlowException e = assertThrows(FlowException.class, flow::run);
    assertTrue(
        e.getMessage().contains("section pattern \"su\" matches no function"), e.getMessage());
  }

  @Test
  void settingsOfAnArcThatIsNotThere_areRefused() {
    Flow flow = SUMS.arcs(Arcs.defaults().arc("sum.1", Arcs.defaults()));
    FlowException e = assertThrows(FlowException.class, flow::run);
    assertTrue(e.getMessage().contains("settings of arc sum.1"), e.getMessage());
    assertEquals(180L, SUMS.arcs(Arcs.defaults().arc("sum.0", Arcs.defaults().capacity(1))).run());
  }

  @Test
  void arcsOfACall_takeTheSmallestCapacityAndTheLargestInside() {
    Call plus =
        PLUS.graph().body().nodes().stream()
            .filter(Call.class::isInstance)
            .map(Call.class::cast)
            .filter(call -> call.function().equals("plus"))
            .findFirst()
            .orElseThrow();
    Arcs arcs =
        Arcs.defaults()
            .capacity(8)
            .arc("plus.0", Arcs.defaults().capacity(6).inside(2))
            .arc("plus.1", Arcs.defaults().capacity(9).inside(5));
    Settings settings = Settings.DEFAULT.with().arcs(arcs).build();
    assertEquals(6, settings.capacity(plus));
    assertEquals(5, settings.inside(plus));
  }

  @Test
  void aSectionSpins_ifAnyInputOfItsCallsDoes() {
    Arcs spinning = Arcs.defaults().waiting(Waiting.SPINNING);
    for (String spins : List.of("plus.0", "plus.1")) {
      String blocks = spins.equals("plus.0") ? "plus.1" : "plus.0";
      Arcs arcs = Arcs.defaults().arc(spins, spinning).arc(blocks, Arcs.defaults());
      Settings settings = Settings.DEFAULT.with().arcs(arcs).build();
      Mapping mapping = Mapping.of(PLUS.graph(), Sections.single(), List.of());
      assertEquals(Waiting.SPINNING, mapping.waiting(0, settings), spins);
    }
  }

  @Test
  void plainCodeThatSharesAValue_joinsTheSectionOfTheCall() {
    Flow flow =
        Flow.define(
                "plain",
                Functions.library(),
                f -> {
                  Definition.Value n = f.call("numbers", 50);
                  Definition.Value text = f.call("buffer", n);
                  return f.apply(
                      "list",
                      a -> List.of(a),
                      f.apply("end", a -> ((StringBuilder) a[0]).append('.').toString(), text),
                      f.call("left", text));
                })
            .sections(Sections.perFunction())
            .result(Results.ALL);
    assertTrue(sections(flow).contains("plain: left#1"), () -> sections(flow).toString());
  }

  private static Flow log(Class<?> type, String read) {
    return Flow.define(
            "log",
            Functions.library(),
            f -> {
              Definition.Value log =
                  f.environment(
                      "log",
                      type,
                      type == List.class ? new ArrayList<>() : new LinkedBlockingQueue<>());
              Definition.Value n = f.call("numbers", 100);
              return f.apply(
                  "both",
                  a -> List.of(a),
                  type == List.class ? f.call("write", log, n) : f.call("inc", n),
                  f.call("twice", n),
                  f.call(read, log, f.call("twice", n)));
            })
        .sections(Sections.perFunction());
  }

  @Test
  void functionsThatShareAMutableValue_areInOneSectionAndTakeTurnsPacketByPacket() {
    Flow flow = log(List.class, "read");
    assertTrue(sections(flow).contains("log: write#1 read#1"), () -> sections(flow).toString());
    assertEquals(
        log(List.class, "read").result(Results.ALL).interpret(),
        log(List.class, "read").result(Results.ALL).run());
  }

  @Test
  void functionsThatShareAThreadSafeValue_mayBeApart() {
    assertEquals(5, sections(log(LinkedBlockingQueue.class, "read-safely")).size());
  }

  @Function
  static long note(AtomicLong last, long number) {
    last.set(number);
    return number;
  }

  @Function
  static long noted(AtomicLong last, List<Object> log, long number) {
    log.add(number);
    return last.get();
  }

  private static Flow noting() {
    return Flow.define(
            "noting",
            Functions.library().and(Library.of(MappingTest.class)),
            f -> {
              Definition.Value last = f.environment("last", AtomicLong.class, new AtomicLong());
              Definition.Value log = f.environment("log", List.class, new ArrayList<>());
              Definition.Value n = f.call("numbers", 300);
              f.call("note", last, n);
              return f.apply(
                  "both",
                  a -> List.of(a),
                  f.call("noted", last, log, n),
                  f.call("size", log, f.call("twice", n)));
            })
        .result(Results.ALL);
  }

  @Test
  void oneSection_hasTheOrderOfTheProgramForThreadSafeValuesToo() {
    assertEquals(noting().interpret(), noting().sections(Sections.single()).run());
  }

  private static final ThreadLocal<StringBuilder> UNKNOWN =
      ThreadLocal.withInitial(StringBuilder::new);

  /** A text for each thread. */
  @Carriers.ThreadSafe
  private static final class Buffers extends ThreadLocal<StringBuilder> {
    @Override
    protected StringBuilder initialValue() {
      return new StringBuilder();
    }
  }

  private static final Buffers BUFFERS = new Buffers();

  private static String spelled(ThreadLocal<StringBuilder> texts, long number) {
    StringBuilder text = texts.get();
    text.setLength(0);
    return text.append(number).toString();
  }

  @Function
  static String spell(long number) {
    return spelled(UNKNOWN, number);
  }

  @Function
  static String write(long number) {
    return spelled(BUFFERS, number);
  }

  @Function
  static String writeToo(long number) {
    return spelled(BUFFERS, -number);
  }

  private static String together(String one, String other) {
    Library library = Functions.library().and(Library.of(MappingTest.class));
    return Groups.of(
        Flow.define(
            "texts",
            library,
            f -> {
              Definition.Value n = f.call("numbers", 9);
              return f.call("join", f.call(one, n), f.call(other, n));
            }));
  }

  @Test
  void aFunctionThatUsesAThreadLocal_isRefusedUnlessItsClassSaysThatItIsSafe() {
    FlowException e = assertThrows(FlowException.class, () -> together("spell", "write"));
    assertTrue(
        e.getMessage().contains("spell#1 uses " + MappingTest.class.getName() + ".UNKNOWN, which"),
        e.getMessage());
    assertTrue(together("write", "write-too").startsWith("[]"), together("write", "write-too"));
  }

  @Test
  void anArgumentThatLeadsToAThreadLocal_isRefusedUnlessItIsOnlyRead() {
    FlowException e = assertThrows(FlowException.class, () -> local("spell-with"));
    assertTrue(e.getMessage().contains("spell-with#1 uses texts, which"), e.getMessage());
    assertTrue(local("spell-trusted").startsWith("[]"));
  }

  @Test
  void whatHandlesFailures_sharesASectionWithCodeThatUsesTheSameValue() {
    List<Object> log = new ArrayList<>();
    Flow flow =
        Flow.define(
            "failures",
            Functions.library(),
            f -> {
              Object list = f.environment("log", List.class, log);
              return f.call("write", list, f.call("twice", f.call("numbers", 9)));
            });
    String same = apart(flow, Failures.skip(failure -> log.add(failure)));
    assertTrue(same.contains("section numbers#1 twice#1 write#1"), same);
    List<Object> own = new ArrayList<>();
    String other = apart(flow, Failures.skip(failure -> own.add(failure)));
    assertTrue(other.contains("section twice#1\n"), other);
  }

  private static String apart(Flow flow, Failures failures) {
    return flow.sections(Sections.perFunction()).failures(failures).explain();
  }

  /** Makes a ThreadLocal late, in an object that all calls have. */
  static final class CountsLater {
    private static final List<ThreadLocal<Integer>> COUNTS = new ArrayList<>();

    @Function
    static int countsLater(long number) {
      if (COUNTS.isEmpty()) {
        COUNTS.add(new InheritableThreadLocal<>());
      }
      return COUNTS.size();
    }
  }

  /** Makes one that is marked. */
  static final class CountsSafely {
    private final Buffers texts = new Buffers();

    @Function
    String countsSafely(long number) {
      return spelled(texts, number);
    }
  }

  private static String makes(BiFunction<Definition, Definition.Value, Object> body) {
    Library library =
        Functions.library()
            .and(Library.of(MappingTest.class, CountsLater.class, CountsSafely.class));
    return Groups.of(Flow.define("makes", library, f -> body.apply(f, f.call("numbers", 9))));
  }

  @Test
  void aFunctionThatMakesAThreadLocal_isRefusedUnlessItsClassSaysThatItIsSafe() {
    FlowException e =
        assertThrows(FlowException.class, () -> makes((f, n) -> f.call("counts-later", n)));
    assertTrue(
        e.getMessage().contains("counts-later#1 uses a ThreadLocal that it makes, which"),
        e.getMessage());
    assertTrue(makes((f, n) -> f.call("counts-safely", n)).startsWith("[]"));
  }

  @Test
  void codeThatMakesAThreadLocal_isRefused() {
    FlowException e =
        assertThrows(
            FlowException.class,
            () ->
                makes((f, n) ->
                    f.stateful(
                        "counts",
                        () -> {
                          ThreadLocal<Object> last = new ThreadLocal<>();
                          return a -> {
                            last.set(a[0]);
                            return last.get();
                          };
                        },
                        n)));
    assertTrue(
        e.getMessage().contains("counts#1 uses a ThreadLocal that it makes"), e.getMessage());
  }

  @Function
  static Object spelling(long number) {
    ThreadLocal<StringBuilder> texts = ThreadLocal.withInitial(StringBuilder::new);
    return new Object[] {texts};
  }

  @Function
  static ThreadLocal<StringBuilder> newBuffers(long number) {
    return new Buffers();
  }

  @Function
  static String spellInPacket(ThreadLocal<StringBuilder> texts, long number) {
    return spelled(texts, number);
  }

  @Function
  static String spellInBuffers(Buffers texts, long number) {
    return spelled(texts, number);
  }

  private static String ofPacket(String makes, String uses) {
    Library library = Functions.library().and(Library.of(MappingTest.class));
    return Groups.of(
        Flow.define(
            "texts",
            library,
            f -> {
              Definition.Value n = f.call("numbers", 9);
              return uses == null ? f.call(makes, n) : f.call(uses, f.call(makes, n), n);
            }));
  }

  @Test
  void aThreadLocalOfAPacket_isRefused() {
    for (List<String> calls :
        List.of(Arrays.asList("spelling", null), Arrays.asList("new-buffers", "spell-in-packet"))) {
      FlowException e =
          assertThrows(
              FlowException.class, () -> ofPacket(calls.getFirst(), calls.getLast()), "" + calls);
      assertTrue(
          e.getMessage().contains("uses a ThreadLocal that it makes, which"), e.getMessage());
    }
    assertTrue(ofPacket("new-buffers", "spell-in-buffers").startsWith("[]"));
  }

  @Function
  static String spellWith(Map<String, ThreadLocal<StringBuilder>> texts, long number) {
    return spelled(texts.get("all"), number);
  }

  @Function
  static String spellTrusted(@ReadOnly Map<String, ThreadLocal<StringBuilder>> texts, long number) {
    return spelled(texts.get("all"), number);
  }

  private static String local(String function) {
    Library library = Functions.library().and(Library.of(MappingTest.class));
    return Groups.of(
        Flow.define(
            "texts",
            library,
            f ->
                f.call(
                    function,
                    f.environment("texts", Map.class, Map.of("all", UNKNOWN)),
                    f.call("numbers", 9))));
  }

  @Test
  void aMappingThatContradictsSharing_isRefusedWithTheValue() {
    Flow flow =
        log(List.class, "read")
            .sections(Sections.of(List.of(List.of("write"), List.of("read", "numbers", "twice"))));
    FlowException e = assertThrows(FlowException.class, flow::run);
    assertTrue(
        e.getMessage().contains("write#1 and read#1 share log, which is mutable"), e.getMessage());
  }

  @Test
  void aFunctionWithoutAPattern_joinsTheNamedSectionOfAFunctionThatSharesItsValue() {
    Flow flow =
        log(List.class, "read").sections(Sections.of(List.of(List.of("write"))).restPerFunction());
    assertTrue(sections(flow).contains("log: write#1 read#1"), () -> sections(flow).toString());
  }

  @Test
  void functionsThatGetOneMutableValue_shareASection() {
    Flow flow =
        Flow.define(
                "fan",
                Functions.library(),
                f -> {
                  Definition.Value text = f.call("buffer", f.call("numbers", 50));
                  return f.call("join", f.call("left", text), f.call("right", text));
                })
            .sections(Sections.perFunction())
            .result(Results.ALL);
    assertTrue(sections(flow).contains("fan: left#1 right#1"), () -> sections(flow).toString());
    assertEquals(flow.interpret(), flow.run());
  }

  private static List<String> sectionsOfFan(String left, String right) {
    Flow flow =
        Flow.define(
                "fan",
                Functions.library(),
                f -> {
                  Definition.Value text = f.call("buffer", f.call("numbers", 50));
                  return f.call("join", f.call(left, text), f.call(right, text));
                })
            .sections(Sections.perFunction());
    assertEquals(flow.interpret(), flow.run());
    return sections(flow);
  }

  @Test
  void functionsThatOnlyReadOneMutableValue_mayBeApart() {
    List<String> apart = sectionsOfFan("length", "copy");
    assertTrue(apart.containsAll(List.of("fan: length#1", "fan: copy#1")), apart::toString);
    List<String> together = sectionsOfFan("length", "left");
    assertTrue(together.contains("fan: length#1 left#1"), together::toString);
  }

  private static List<String> sectionsOfSurroundings(String second) {
    return sections(
        Flow.define(
                "log",
                Functions.library(),
                f -> {
                  Definition.Value log = f.environment("log", List.class, new ArrayList<>());
                  Definition.Value n = f.call("numbers", 10);
                  return f.call("plus", f.call("size", log, n), f.call(second, log, n));
                })
            .sections(Sections.perFunction()));
  }

  @Test
  void functionsThatOnlyReadAValueOfTheSurroundings_mayBeApart() {
    List<String> apart = sectionsOfSurroundings("size");
    assertTrue(apart.containsAll(List.of("log: size#1", "log: size#2")), apart::toString);
    List<String> together = sectionsOfSurroundings("write");
    assertTrue(together.contains("log: size#1 write#1"), together::toString);
  }

  @Test
  void functionsOnDifferentBranches_mayBeApart() {
    Flow flow =
        Flow.define(
                "either",
                Functions.library(),
                f -> {
                  Definition.Value n = f.call("numbers", 50);
                  Definition.Value text = f.call("buffer", n);
                  return f.when(
                      f.apply("even?", a -> (Long) a[0] % 2 == 0, n),
                      () -> f.call("left", text),
                      () -> f.call("right", text));
                })
            .sections(Sections.perFunction())
            .result(Results.ALL);
    assertTrue(sections(flow).contains("either: left#1"), () -> sections(flow).toString());
    assertTrue(sections(flow).contains("either: right#1"), () -> sections(flow).toString());
    assertEquals(flow.interpret(), flow.run());
  }

  @Test
  void branchesThatOnePacketTakesInTurn_shareASection() {
    Flow flow =
        Flow.define(
                "both",
                Functions.library(),
                f -> {
                  Definition.Value text = f.call("buffer", f.call("numbers", 50));
                  return f.map(
                      List.of(1L, 2L),
                      n ->
                          f.when(
                              f.apply("even?", a -> (Long) a[0] % 2 == 0, n),
                              () -> f.call("left", text),
                              () -> f.call("right", text)));
                })
            .result(Results.ALL);
    assertTrue(sections(flow).contains("both: left#1 right#1"), () -> sections(flow).toString());
    assertEquals(flow.interpret(), flow.run());
  }

  /** A flow with a branch that waits until a later packet has passed on an arc beside it. */
  private static Flow slowBranch(CountDownLatch laterHasPassed) {
    return Flow.define(
            "slow",
            Functions.library(),
            f -> {
              Definition.Value n = f.call("numbers", 2);
              Definition.Value branched =
                  f.when(
                      f.apply("first?", a -> (Long) a[0] == 0, n),
                      () ->
                          f.stateful(
                              "slow",
                              () ->
                                  a -> {
                                    boolean passed = laterHasPassed.await(5, TimeUnit.MINUTES);
                                    return passed ? a[0] : "nobody overtook";
                                  },
                              n),
                      () -> f.call("twice", n));
              return f.stateful(
                  "join",
                  () ->
                      a -> {
                        laterHasPassed.countDown();
                        return List.of(a);
                      },
                  n,
                  branched);
            })
        // On one processor, a worker has one thread only.
        .target(Places.blocking(Settings.DEFAULT))
        .result(Results.ALL);
  }

  @Test
  void freeOrder_letsPacketsOvertakeButMatchesValuesOfOnePacket() {
    Flow flow = slowBranch(new CountDownLatch(1)).order(Order.FREE);
    assertEquals(List.of(List.of(1L, 2L), List.of(0L, 0L)), flow.run());
  }

  @Test
  void keptOrder_preventsOvertaking() {
    CountDownLatch open = new CountDownLatch(0);
    assertEquals(List.of(List.of(0L, 0L), List.of(1L, 2L)), slowBranch(open).run());
  }

  /** A source that may wait, and writes a log. */
  static final class Entries {
    private long next;

    @Function(source = true, blocking = true)
    Object entries(List<Object> log) {
      log.add("entry " + next);
      return next < 3 ? (Object) next++ : Flow.END;
    }
  }

  @Test
  void aSourceThatWaits_staysInTheSectionOfAFunctionThatSharesItsValue() {
    Flow flow =
        Flow.define(
                "log",
                Functions.library().and(Library.of(Entries.class)),
                f -> {
                  Definition.Value log = f.environment("log", List.class, new ArrayList<>());
                  return f.call("write", log, f.call("twice", f.call("entries", log)));
                })
            .sections(Sections.perFunction());
    Run run = flow.start();
    run.await();
    assertEquals(2, run.statistics().sections().size(), run.statistics().toString());
  }
}
