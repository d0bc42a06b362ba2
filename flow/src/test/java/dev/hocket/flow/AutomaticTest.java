package dev.hocket.flow;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.hocket.core.Eventually;
import dev.hocket.core.Target;
import dev.hocket.core.Targets;
import dev.hocket.flow.engine.Cost;
import dev.hocket.flow.engine.Deployment;
import dev.hocket.flow.engine.Execution;
import dev.hocket.flow.engine.Samples;
import dev.hocket.flow.engine.Section;
import dev.hocket.flow.engine.SectionPeek;
import dev.hocket.flow.functions.Function;
import dev.hocket.flow.functions.Library;
import dev.hocket.flow.graph.Statistics;
import dev.hocket.flow.settings.Arcs;
import dev.hocket.flow.settings.Order;
import dev.hocket.flow.settings.Results;
import dev.hocket.flow.settings.Sections;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongSupplier;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Tests sections chosen by measurements, which are the default: functions that wait delay no
 * others.
 */
@Timeout(value = 10, unit = TimeUnit.MINUTES)
class AutomaticTest {
  private static final long PACKETS = 200;

  /** Functions that wait for each other. */
  public static final class Talk {
    private static final BlockingQueue<Long> QUESTIONS = new LinkedBlockingQueue<>();
    private static final BlockingQueue<Long> ANSWERS = new LinkedBlockingQueue<>();

    /** Asks, and waits for the answer. */
    @Function
    public static long asks(long number, BlockingQueue<Long> to, BlockingQueue<Long> from)
        throws InterruptedException {
      to.put(number);
      return from.take();
    }

    /** Waits for a question, and answers it. */
    @Function
    public static long answers(long number, BlockingQueue<Long> from, BlockingQueue<Long> to)
        throws InterruptedException {
      long question = from.take();
      to.put(2 * question);
      return question;
    }

    /** Asks through a static field. */
    @Function
    public static long asksStatically(long number) throws InterruptedException {
      QUESTIONS.put(number);
      return ANSWERS.take();
    }

    /** Answers through a static field. */
    @Function
    public static long answersStatically(long number) throws InterruptedException {
      long question = QUESTIONS.take();
      ANSWERS.put(2 * question);
      return question;
    }

    /** Spins until another function has published the number. */
    @Function
    public static long listens(long number, AtomicLong said) {
      while (said.get() < number) {
        Thread.onSpinWait();
      }
      return number;
    }

    /** Publishes a number. */
    @Function
    public static long says(long number, AtomicLong said) {
      said.set(number);
      return number;
    }

    /** Waits on a monitor until another function has published the number. */
    @Function
    public static long watches(long number, AtomicLong told) throws InterruptedException {
      synchronized (told) {
        while (told.get() < number) {
          told.wait();
        }
      }
      return number;
    }

    /** Publishes a number and notifies the waiting thread. */
    @Function
    public static long tells(long number, AtomicLong told) {
      synchronized (told) {
        told.set(number);
        told.notifyAll();
      }
      return number;
    }
  }

  private static final Library LIBRARY = Functions.library().and(Library.of(Talk.class));

  /** For functions that spin until another one has run: they need two threads anywhere. */
  private static final Target TWO_THREADS = Targets.create("two-threads", 2);

  private static List<Object> numbers(LongStream expected) {
    return expected.mapToObj(number -> (Object) number).toList();
  }

  private interface Pair {
    Definition.Value of(Definition f, Definition.Value number);
  }

  private static List<Object> sums(Pair pair) {
    return numbers(
        Flow.define("talk", LIBRARY, f -> pair.of(f, f.call("numbers", PACKETS)))
            .sections(Sections.automatic())
            .target(TWO_THREADS)
            .result(Results.ALL));
  }

  @SuppressWarnings("unchecked")
  private static List<Object> numbers(Flow flow) {
    return (List<Object>) flow.run();
  }

  private static final List<Object> THRICE =
      numbers(LongStream.range(0, PACKETS).map(number -> 3 * number));

  private static final List<Object> TWICE =
      numbers(LongStream.range(0, PACKETS).map(number -> 2 * number));

  @Test
  void functionsThatWaitForEachOtherThroughQueues_doNotHang() {
    assertEquals(
        THRICE,
        sums((f, number) -> {
          Definition.Value to =
              f.environment("to", BlockingQueue.class, new LinkedBlockingQueue<Long>());
          Definition.Value from =
              f.environment("from", BlockingQueue.class, new LinkedBlockingQueue<Long>());
          return f.call(
              "plus", f.call("asks", number, to, from), f.call("answers", number, to, from));
        }));
  }

  @Test
  void functionsThatWaitForEachOtherThroughStaticFields_doNotHang() {
    assertEquals(
        THRICE,
        sums((f, number) ->
            f.call(
                "plus", f.call("asks-statically", number), f.call("answers-statically", number))));
  }

  @Test
  void aFunctionThatSpinsUntilAnotherHasRun_doesNotHang() {
    assertEquals(
        TWICE,
        sums((f, number) -> {
          Definition.Value said = f.environment("said", AtomicLong.class, new AtomicLong(-1));
          return f.call("plus", f.call("listens", number, said), f.call("says", number, said));
        }));
  }

  @Test
  void aFunctionThatWaitsOnAMonitor_doesNotHang() {
    assertEquals(
        TWICE,
        sums((f, number) -> {
          Definition.Value told = f.environment("told", AtomicLong.class, new AtomicLong(-1));
          return f.call("plus", f.call("watches", number, told), f.call("tells", number, told));
        }));
  }

  @Test
  void codeThatWaitsForEachOther_doesNotHang() {
    BlockingQueue<Object> queue = new LinkedBlockingQueue<>();
    assertEquals(
        TWICE,
        sums((f, number) ->
            f.call(
                "plus",
                f.stateful("takes", () -> a -> queue.take(), number),
                f.stateful("puts", () -> a -> queue.add(a[0]) ? a[0] : null, number))));
  }

  @Test
  void plainCodeThatWaitsForAFunction_doesNotHang() {
    BlockingQueue<Object> queue = new LinkedBlockingQueue<>();
    assertEquals(
        TWICE,
        sums((f, number) ->
            f.call(
                "plus",
                f.apply("takes", a -> queue.take(), f.call("twice", f.call("twice", number))),
                f.stateful("puts", () -> a -> queue.add(a[0]) ? a[0] : null, number))));
  }

  @Test
  void aBranchThatWaitsForALaterPacket_doesNotHoldIt() {
    CountDownLatch later = new CountDownLatch(1);
    Flow flow =
        Flow.define(
                "branch",
                LIBRARY,
                f -> {
                  Definition.Value n = f.call("numbers", 2);
                  return f.stateful(
                      "join",
                      () ->
                          a -> {
                            later.countDown();
                            return a[0];
                          },
                      f.when(
                          f.apply("first?", a -> (Long) a[0] == 0, n),
                          () ->
                              f.stateful(
                                  "slow",
                                  () -> a -> later.await(5, TimeUnit.MINUTES) ? a[0] : "late",
                                  n),
                          () -> f.call("twice", n)));
                })
            .order(Order.FREE)
            .sections(Sections.automatic())
            .result(Results.ALL);
    assertEquals(List.of(2L, 0L), flow.run());
  }

  @Test
  void aFunctionThatWaitsForALaterPacket_getsItWithNarrowArcs() {
    AtomicLong passed = new AtomicLong(-1);
    Flow flow =
        Flow.define(
                "narrow",
                LIBRARY,
                f -> {
                  Definition.Value n = f.call("numbers", PACKETS);
                  return f.call(
                      "plus",
                      f.stateful(
                          "behind",
                          () ->
                              a -> {
                                while (passed.get() < Math.min((Long) a[0] / 4 + 2, PACKETS - 1)) {
                                  Thread.onSpinWait();
                                }
                                return a[0];
                              },
                          f.call("twice", f.call("twice", n))),
                      f.stateful(
                          "ahead",
                          () ->
                              a -> {
                                passed.set((Long) a[0]);
                                return a[0];
                              },
                          n));
                })
            .arcs(Arcs.defaults().capacity(2))
            .sections(Sections.automatic())
            .target(TWO_THREADS)
            .result(Results.ALL);
    assertEquals(numbers(LongStream.range(0, PACKETS).map(number -> 5 * number)), flow.run());
  }

  @Test
  void aSourceThatWaitsForTheEndOfItsPackets_getsIt() {
    // The first packets arrive fast, so that sections wake each other only after many packets.
    BlockingQueue<Object> back = new LinkedBlockingQueue<>();
    for (long i = 0; i < 100; i++) {
      back.add(i);
    }
    Flow flow =
        Flow.define(
                "circle",
                LIBRARY.and(Library.of(Circle.class)),
                f -> {
                  Definition.Value queue = f.environment("back", BlockingQueue.class, back);
                  return f.call("gives-back", f.call("taken", queue, 20_000L), queue);
                })
            .sections(Sections.automatic())
            .result(Results.NONE);
    Run run = flow.start();
    run.await();
    assertEquals(20_000, run.statistics().finished());
  }

  /** Something of the program that may wait. */
  interface Fetcher {
    /** Fetches a value. */
    long fetch(long number) throws InterruptedException;
  }

  /** A value that never changes and whose code waits. */
  record Queued(UUID id) implements Fetcher {
    private static final BlockingQueue<Long> ALL = new LinkedBlockingQueue<>();

    @Override
    public long fetch(long number) throws InterruptedException {
      return ALL.take();
    }
  }

  /** A constant whose class waits. */
  enum Way implements Fetcher {
    SLOW {
      @Override
      public long fetch(long number) throws InterruptedException {
        Thread.sleep(1);
        return number;
      }
    }
  }

  record Chosen(Way way) {}

  /** Functions that call code of their arguments. */
  public static final class Fetching {
    private Fetching() {}

    /** Fetches by an interface. */
    @Function
    public static long fetches(Fetcher fetcher, long number) throws InterruptedException {
      return fetcher.fetch(number);
    }

    /** Fetches by the first element. */
    @Function
    public static long fetchesFirst(List<Fetcher> all, long number) throws InterruptedException {
      return all.getFirst().fetch(number);
    }

    /** Fetches by a field. */
    @Function
    public static long fetchesChosen(Object chosen, long number) throws InterruptedException {
      Fetcher fetcher = ((Chosen) chosen).way();
      return fetcher.fetch(number);
    }
  }

  static Stream<Arguments> fetchers() {
    return Stream.of(
        arguments("fetches", new Queued(new UUID(1, 2))),
        arguments("fetches", Way.SLOW),
        arguments("fetches-first", List.of(Way.SLOW)),
        arguments("fetches-chosen", new Chosen(Way.SLOW)));
  }

  /** A value that never changes may have methods that wait. */
  @ParameterizedTest
  @MethodSource("fetchers")
  void aFunctionThatMayWaitInTheCodeOfItsArgument_hasItsOwnSection(String function, Object given) {
    Flow flow =
        Flow.define(
            "fetching",
            LIBRARY.and(Library.of(Fetching.class)),
            f ->
                f.call(
                    "sum",
                    f.call(
                        function,
                        f.environment("given", Object.class, given),
                        f.call("twice", f.call("numbers", 10)))));
    assertTrue(flow.explain().contains("section " + function + "#1\n"), flow.explain());
  }

  @Test
  void functionsWhoseNamesHaveTheMarkOfCopies_areTwo() {
    assertEquals(
        7L,
        Flow.define(
                "marked",
                LIBRARY,
                f ->
                    f.stateful(
                        "a×c",
                        () -> a -> (Long) a[0] + 1,
                        f.stateful("a×b", () -> a -> 2 * (Long) a[0], 3L)))
            .run());
  }

  /** Functions that form a cycle through a queue of the program. */
  public static final class Circle {
    private long taken;

    /** Takes a value from the queue, a limited number of times. */
    @Function(source = true)
    public Object taken(BlockingQueue<Object> queue, long most) throws InterruptedException {
      return taken++ == most ? Flow.END : queue.take();
    }

    /** Puts a value back into the queue. */
    @Function
    public static Object givesBack(Object value, BlockingQueue<Object> queue) {
      queue.add(value);
      return value;
    }
  }

  /** Functions that compute for two milliseconds, whatever the machine. */
  public static final class Busy {
    private long calls;

    /** Computes. */
    @Function
    public long busy(long number) {
      long begin = System.nanoTime();
      while (System.nanoTime() - begin < 2_000_000) {
        calls++;
      }
      return calls < 0 ? 0 : number;
    }
  }

  /** A source that may wait. */
  public static final class Coming {
    private long next;

    /** Returns the next number. */
    @Function(source = true, blocking = true)
    public Object coming(long count) {
      return next < count ? (Object) next++ : Flow.END;
    }
  }

  private interface Source {
    Definition.Value of(Definition f);
  }

  static Stream<Arguments> sources() {
    return Stream.of(
        arguments("called by the loop", (Source) f -> f.call("numbers", 100_000L)),
        arguments("that may wait", (Source) f -> f.call("coming", 100_000L)));
  }

  /** A machine that stalls spoils a window, but not that of each run. */
  @ParameterizedTest(name = "{0}")
  @MethodSource("sources")
  void longPackets_areDividedAfterAFewSamples(String kind, Source source) throws Exception {
    int runs = 0;
    while (!isDividedSoon(source)) {
      assertTrue(++runs < 20, "no change before two windows of 20 samples");
    }
  }

  private static boolean isDividedSoon(Source source) throws Exception {
    Flow flow =
        Flow.define(
                "long",
                LIBRARY.and(Library.of(Busy.class, Coming.class)),
                f -> f.call("sum", f.call("busy", f.call("busy", source.of(f)))))
            .processors(2);
    Assembly assembly = flow.assembly();
    Execution run = assembly.execution();
    Deployment first = assembly.deployment(assembly.mapping());
    run.start(first);
    // A change waits for packets, however long the machine stands still.
    Automatic automatic = assembly.automatic(new Automatic.Times(() -> 300_000_000_000L, 1));
    try {
      int samples = 0;
      while (run.deployed() == first) {
        if (++samples > 39) {
          return false;
        }
        assertTrue(lookAfterAPacket(run, automatic) > 0);
      }
      assertEquals(first.sections().size() + 1, run.deployed().sections().size());
      // Two more windows, of other sections.
      for (int i = 0; i < 60; i++) {
        lookAfterAPacket(run, automatic);
      }
      return true;
    } finally {
      run.cancel();
      assertThrows(CancellationException.class, run.done()::join);
    }
  }

  @Test
  void aChangeForWhichPacketsHaveNotEnded_isTriedAgain() throws Exception {
    Flow flow =
        Flow.define(
                "later",
                LIBRARY.and(Library.of(Busy.class)),
                f -> f.call("sum", f.call("busy", f.call("busy", f.call("numbers", 100_000L)))))
            .processors(2);
    Assembly assembly = flow.assembly();
    Execution run = assembly.execution();
    Deployment first = assembly.deployment(assembly.mapping());
    run.start(first);
    AtomicInteger tries = new AtomicInteger();
    LongSupplier patience = () -> tries.getAndIncrement() == 0 ? 0 : 300_000_000_000L;
    Automatic automatic = assembly.automatic(new Automatic.Times(patience, 1));
    try {
      while (run.deployed() == first) {
        assertTrue(lookAfterAPacket(run, automatic) > 0);
      }
      assertEquals(first.sections().size() + 1, run.deployed().sections().size());
    } finally {
      run.cancel();
    }
    assertThrows(CancellationException.class, run.done()::join);
  }

  /** Takes a sample, and waits for a change that it begins. */
  private static long lookAfterAPacket(Execution run, Automatic automatic) throws Exception {
    long before = run.admitted();
    while (run.admitted() == before) {
      assertFalse(run.done().isDone());
      Thread.onSpinWait();
    }
    long next = automatic.look();
    for (Thread thread : Thread.getAllStackTraces().keySet()) {
      if (thread.getName().equals("hocket-flow-mapper")) {
        thread.join();
      }
    }
    return next;
  }

  @Test
  void aRunWithoutPackets_isSampledLessAndLess() {
    Flow flow = Flow.define("idle", LIBRARY, f -> f.call("pages", f.call("never")));
    Assembly assembly = flow.assembly();
    Execution run = assembly.execution();
    run.start(assembly.deployment(assembly.mapping()));
    Automatic automatic = assembly.automatic();
    while (automatic.look() < 100 * Automatic.SAMPLE_NANOS) {
      Thread.onSpinWait();
    }
    run.cancel();
    assertThrows(CancellationException.class, run.done()::join);
    assertEquals(0, automatic.look());
  }

  @Test
  void callsOfARunThatEndsSoon_areNotTimed() {
    Flow flow =
        Flow.define("short", LIBRARY, f -> f.call("sum", f.call("twice", f.call("numbers", 10))));
    Assembly assembly = flow.assembly();
    Execution run = assembly.execution();
    run.start(assembly.deployment(assembly.mapping()));
    assertEquals(90L, run.done().join());
    assertTrue(run.statistics().functions().stream().allMatch(calls -> calls.nanos() == -1));
    assertEquals(0, assembly.automatic().look());
  }

  private static List<String> sections(Flow flow) {
    Run run = flow.start();
    run.await();
    return run.statistics().sections().stream().map(Statistics.Activations::name).sorted().toList();
  }

  @Test
  void functionsThatOnlyCompute_beginInOneSection() {
    Flow flow =
        Flow.define(
            "computes", LIBRARY, f -> f.call("sum", f.call("twice", f.call("numbers", 10))));
    assertEquals(List.of("computes: numbers#1 twice#1 sum#1"), sections(flow));
  }

  @Test
  void anUnknownFunction_hasItsOwnSectionFromTheFirstPacketOn() {
    Flow flow =
        Flow.define(
                "mixed",
                LIBRARY,
                f ->
                    f.call(
                        "sum",
                        f.stateful(
                            "opaque", () -> a -> a[0], f.call("twice", f.call("numbers", 10)))))
            .sections(Sections.automatic());
    assertEquals(List.of("mixed: numbers#1 twice#1 sum#1", "mixed: opaque#1"), sections(flow));
    assertTrue(flow.explain().contains("section opaque#1"), flow.explain());
  }

  /** Only a section that waits runs timed code in all rounds; an idle one would do so for ever. */
  @Test
  void aSectionThatHasWaited_isTimedNoLonger() throws Exception {
    BlockingQueue<Object> in = new LinkedBlockingQueue<>();
    CountDownLatch release = new CountDownLatch(1);
    AtomicReference<Thread> held = new AtomicReference<>();
    Flow flow =
        Flow.define(
                "waited",
                LIBRARY.and(Library.of(Circle.class)),
                f ->
                    f.stateful(
                        "holds",
                        () ->
                            a -> {
                              held.set(Thread.currentThread());
                              release.await();
                              return a[0];
                            },
                        f.call("taken", f.environment("in", BlockingQueue.class, in), 50L)))
            .result(Results.NONE);
    Assembly assembly = flow.assembly();
    Execution run = assembly.execution();
    Deployment deployed = assembly.deployment(assembly.mapping());
    deployed.makeTimed();
    run.start(deployed);
    Section section =
        deployed.sections().stream().filter(s -> s.name.endsWith("holds#1")).findFirst().get();
    in.add(0L);
    Eventually.holds(() -> held.get() != null && held.get().getState() == Thread.State.WAITING);
    Samples samples = new Samples();
    samples.look(deployed);
    release.countDown();
    Eventually.holds(() -> run.statistics().finished() == 1 && SectionPeek.isIdle(section));
    samples.look(deployed);
    for (int i = 1; i < 50; i++) {
      long finished = i + 1;
      in.add((long) i);
      Eventually.holds(() -> run.statistics().finished() == finished);
    }
    run.done().join();
    Cost cost = section.costs().calls().getFirst();
    assertEquals(50, cost.calls());
    // A sample lets one more round be timed.
    assertTrue(cost.timed() <= 2, cost::toString);
  }
}
