package dev.hocket.flow;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hocket.core.Targets;
import dev.hocket.flow.engine.Deployment;
import dev.hocket.flow.engine.Execution;
import dev.hocket.flow.engine.Remapping;
import dev.hocket.flow.functions.Function;
import dev.hocket.flow.functions.Library;
import dev.hocket.flow.functions.Replicable;
import dev.hocket.flow.graph.Statistics;
import dev.hocket.flow.mapping.Mapping;
import dev.hocket.flow.settings.Failures;
import dev.hocket.flow.settings.Sections;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests runs whose sections change. */
@Timeout(value = 10, unit = TimeUnit.MINUTES)
class RemappingTest {
  private static final long SEED = Long.getLong("hocket.seed", System.nanoTime());
  private static final int RUNS = 50;

  /** A source of the numbers from 0, until the test ends it or a limit is reached. */
  public static final class Until {
    private long next;

    /** Returns the next number. */
    @Function(source = true)
    public Object until(AtomicBoolean over, long count) {
      return over.get() || next == count ? Flow.END : (Object) next++;
    }
  }

  /** A slow function with a sum. */
  public static final class Slow {
    private long sum;

    /** Adds a number that takes thousands of operations to compute. */
    @Function
    public long slow(long number) {
      long hash = number;
      for (int i = 0; i < 10_000; i++) {
        hash = 31 * hash + (hash >>> 7);
      }
      sum += hash;
      return sum ^ number;
    }
  }

  /** A function that waits for something outside the program without declaring it. */
  public static final class Waits {
    private long calls;

    /** Waits, and adds how often it has waited. */
    @Function
    public long waits(long number) throws InterruptedException {
      Thread.sleep(1);
      return number + ++calls;
    }
  }

  /** Refuses one number. */
  @Function
  public static long refuses(long number, long refused) {
    if (number == refused) {
      throw new IllegalStateException("refused");
    }
    return number;
  }

  /** A sum that is separate in each copy. */
  @Replicable
  public static final class OwnSum {
    private long sum;

    /** Adds a number. */
    @Function
    public long ownSum(long number) {
      sum += number;
      return sum;
    }
  }

  /** Computes slowly, without state. */
  @Function
  public static long costs(long number) {
    long hash = number;
    for (int i = 0; i < 10_000; i++) {
      hash = 31 * hash + (hash >>> 7);
    }
    return hash;
  }

  /** Makes a list of some numbers. */
  @Function
  public static List<Long> some(long number) {
    return List.of(number, number + 1, number + 2, number + 3);
  }

  /** A hash of all values so far, which depends on their order. */
  public static final class Order {
    private long hash;

    /** Adds a number. */
    @Function
    public long order(long number) {
      hash = 31 * hash + number;
      return hash;
    }

    /** Adds numbers. */
    @Function
    public long orderAll(List<Long> numbers) {
      numbers.forEach(this::order);
      return hash;
    }
  }

  private final AtomicBoolean over = new AtomicBoolean();

  private static Library library() {
    return Library.of(
        Neighbours.class,
        Functions.Sum.class,
        Until.class,
        OwnSum.class,
        Slow.class,
        Order.class,
        Waits.class,
        RemappingTest.class);
  }

  private static Flow endless(AtomicBoolean over, long refused) {
    return Flow.define(
        "endless",
        library(),
        f -> f.call("sum", f.call("refuses", f.call("until", over, Long.MAX_VALUE), refused)));
  }

  /** Changes the sections every few packets, until the run ends. */
  private static void remap(Flow flow, Assembly assembly, Random random) {
    Execution run = assembly.execution();
    long pause = 0;
    do {
      pause += random.nextInt(20);
      Sections sections =
          random.nextBoolean()
              ? Sections.single()
              : Sections.of(List.of(List.of("until", "sum"), List.of("refuses"))).restPerFunction();
      Deployment next =
          assembly.deployment(Mapping.of(flow.graph(), sections, assembly.mapping().groups()));
      next.admission().pauseAfter(pause);
      if (run.deployed() == null) {
        run.start(next);
        continue;
      }
      if (!Remapping.change(run, next, Long.MAX_VALUE)) {
        return;
      }
    } while (true);
  }

  private Thread start(Flow flow, Assembly assembly, Random random) throws InterruptedException {
    Thread remapper = Thread.ofPlatform().start(() -> remap(flow, assembly, random));
    while (assembly.execution().deployed() == null
        || assembly.execution().admitted() < random.nextInt(100)) {
      Thread.onSpinWait();
    }
    return remapper;
  }

  @Test
  void cancelling_stopsTheRunAtAnyMoment() throws Exception {
    Random random = new Random(SEED);
    for (int i = 0; i < RUNS; i++) {
      Flow flow = endless(over, -1);
      Assembly assembly = flow.assembly();
      Thread remapper = start(flow, assembly, random);
      assertTrue(assembly.execution().cancel());
      assertThrows(CancellationException.class, assembly.execution().done()::get);
      remapper.join();
    }
  }

  @Test
  void ending_finishesThePacketsThatHaveBegun() throws Exception {
    Random random = new Random(SEED);
    for (int i = 0; i < RUNS; i++) {
      Flow flow = endless(over, -1);
      Assembly assembly = flow.assembly();
      Thread remapper = start(flow, assembly, random);
      assembly.execution().end();
      Object sum = assembly.execution().done().get();
      remapper.join();
      Statistics statistics = assembly.execution().statistics();
      long packets = statistics.finished();
      assertEquals(packets == 0 ? null : packets * (packets - 1) / 2, sum, "-Dhocket.seed=" + SEED);
      assertEquals(packets, statistics.admitted());
      for (Statistics.Calls calls : statistics.functions()) {
        assertEquals(packets, calls.calls(), calls.id());
      }
    }
  }

  @Test
  void aFailure_stopsTheRunAndNamesThePacket() throws Exception {
    Random random = new Random(SEED);
    for (int i = 0; i < RUNS; i++) {
      long refused = random.nextInt(300);
      Flow flow = endless(over, refused);
      Assembly assembly = flow.assembly();
      remap(flow, assembly, random);
      ExecutionException e =
          assertThrows(ExecutionException.class, assembly.execution().done()::get);
      assertInstanceOf(IllegalStateException.class, e.getCause());
      String place = e.getCause().getSuppressed()[0].getMessage();
      assertTrue(place.contains("packet " + (refused + 1)), place);
    }
  }

  @Test
  void aSkippedFailure_isReportedOnce() throws Exception {
    List<Long> reported = Collections.synchronizedList(new ArrayList<>());
    long refused = new Random(SEED).nextInt(500);
    Flow flow =
        Flow.define(
                "skipping",
                library(),
                f -> f.call("sum", f.call("refuses", f.call("until", over, 500L), refused)))
            .failures(Failures.skip(failure -> reported.add(failure.packet())));
    assertEquals(499L * 500 / 2 - refused, remapped(flow), "-Dhocket.seed=" + SEED);
    assertEquals(List.of(refused + 1), reported);
  }

  /** A function that waits until the next packet has come to another function. */
  public static final class Neighbours {
    /** Records that a number has arrived. */
    @Function
    public static long comes(long number, AtomicLong last) {
      last.set(number);
      return number;
    }

    /** Waits until the next number has arrived, or none will. */
    @Function
    public static long awaits(long number, AtomicLong last, AtomicBoolean over) {
      while (last.get() <= number && !over.get()) {
        Thread.onSpinWait();
      }
      return number;
    }
  }

  @Test
  void aRunWhoseFunctionsWaitForLaterPackets_keepsItsSections() throws Exception {
    AtomicLong last = new AtomicLong(-1);
    Flow flow =
        Flow.define(
                "neighbours",
                library(),
                f ->
                    f.call(
                        "sum",
                        f.call(
                            "awaits",
                            f.call("comes", f.call("until", over, Long.MAX_VALUE), last),
                            last,
                            over)))
            .sections(Sections.of(List.of(List.of("until", "comes"), List.of("awaits", "sum"))))
            .target(Targets.create("neighbours", 2));
    Assembly assembly = flow.assembly();
    Execution run = assembly.execution();
    run.start(assembly.deployment(assembly.mapping()));
    while (run.admitted() == 0) {
      Thread.onSpinWait();
    }
    run.pause();
    // A second passes between two looks at the run.
    AtomicLong seconds = new AtomicLong();
    assertFalse(
        Remapping.change(
            run,
            assembly.deployment(assembly.mapping()),
            TimeUnit.SECONDS.toNanos(20),
            () -> TimeUnit.SECONDS.toNanos(seconds.incrementAndGet())));
    long then = run.admitted();
    while (run.admitted() < then + 100) {
      Thread.onSpinWait();
    }
    assertTrue(run.deployed().admission().mayPause());
    over.set(true);
    Object sum = run.done().get();
    long packets = run.admitted();
    assertEquals(packets * (packets - 1) / 2, sum);
  }

  /** A function that waits until the run is about to change. */
  public static final class Steady {
    private Steady() {}

    /** Returns its argument, later. */
    @Function
    public static long steady(long number, CountDownLatch changes) throws InterruptedException {
      changes.await();
      return number;
    }
  }

  @Test
  void packetsThatEndOneAfterAnother_areAwaited_howeverManyThereAre() throws Exception {
    int most = 64;
    CountDownLatch changes = new CountDownLatch(1);
    Flow flow =
        Flow.define(
                "slowly",
                library().and(Library.of(Steady.class)),
                f ->
                    f.call("sum", f.call("steady", f.call("until", over, Long.MAX_VALUE), changes)))
            .inFlight(most)
            .sections(Sections.of(List.of(List.of("until"), List.of("steady", "sum"))));
    Assembly assembly = flow.assembly();
    Execution run = assembly.execution();
    run.start(assembly.deployment(assembly.mapping()));
    try {
      while (run.admitted() < most) {
        Thread.onSpinWait();
      }
      run.pause();
      changes.countDown();
      // Each packet takes a second, so all of them take longer than the patience for one.
      assertTrue(
          Remapping.change(
              run,
              assembly.deployment(assembly.mapping()),
              TimeUnit.SECONDS.toNanos(2),
              () -> TimeUnit.SECONDS.toNanos(run.statistics().finished())));
    } finally {
      changes.countDown();
      over.set(true);
    }
    run.done().get();
  }

  @Test
  void aChangeThatFails_endsTheRunWithTheFailure() throws Exception {
    Flow flow = endless(over, -1);
    Assembly assembly = flow.assembly();
    Execution run = assembly.execution();
    run.start(assembly.deployment(assembly.mapping()));
    while (run.admitted() == 0) {
      Thread.onSpinWait();
    }
    run.pause();
    // Without a deployment to change to, the change fails after the former sections have ended.
    assertThrows(NullPointerException.class, () -> Remapping.change(run, null, Long.MAX_VALUE));
    ExecutionException e =
        assertThrows(ExecutionException.class, () -> run.done().get(2, TimeUnit.MINUTES));
    assertInstanceOf(NullPointerException.class, e.getCause());
  }

  /** Re-maps a run to its end. */
  private static Object remapped(Flow flow) throws Exception {
    Assembly assembly = flow.assembly();
    remap(flow, assembly, new Random(SEED));
    return assembly.execution().done().get();
  }

  @Test
  void theArgumentsOfASource_areEvaluatedAsOftenAsWithoutAChange() throws Exception {
    AtomicInteger evaluated = new AtomicInteger();
    Flow flow =
        Flow.define(
            "prepared",
            library(),
            f -> {
              Object count =
                  f.apply(
                      "count",
                      none -> {
                        evaluated.getAndIncrement();
                        return 500L;
                      });
              return f.call("sum", f.call("refuses", f.call("until", over, count), -1L));
            });
    assertEquals(flow.run(), remapped(flow));
    int both = evaluated.get();
    flow.run();
    assertEquals(2 * (evaluated.get() - both), both);
  }

  @Test
  void copies_takeTurnsAcrossAChange() throws Exception {
    Flow flow =
        Flow.define(
            "copies",
            library(),
            f ->
                f.call(
                    "sum",
                    f.call(
                        "refuses",
                        f.balance(
                            3, f.call("until", over, 500L), number -> f.call("own-sum", number)),
                        -1L)));
    assertEquals(flow.interpret(), remapped(flow));
  }

  private interface Algorithm {
    Flow over(AtomicBoolean over, long count);
  }

  /** Waits until a flow has a section with a name and has handled some more packets. */
  private void runsUntilThereIs(String section, Algorithm algorithm) {
    Flow flow = algorithm.over(over, Long.MAX_VALUE).sections(Sections.automatic());
    Run run = flow.processors(2).start();
    try {
      while (run.statistics().sections().stream().noneMatch(s -> s.name().endsWith(section))) {
        Thread.onSpinWait();
      }
      long then = run.statistics().finished();
      while (run.statistics().finished() < then + 100) {
        Thread.onSpinWait();
      }
    } finally {
      over.set(true);
    }
    Object result = run.await();
    Statistics statistics = run.statistics();
    assertEquals(statistics.admitted(), statistics.finished());
    assertTrue(statistics.functions().stream().allMatch(calls -> calls.nanos() >= 0));
    assertEquals(algorithm.over(new AtomicBoolean(), statistics.finished()).interpret(), result);
  }

  @Test
  void twoCostlyFunctions_comeApart() {
    runsUntilThereIs(
        ": slow#2 sum#1",
        (ends, count) ->
            Flow.define(
                "costly",
                library(),
                f -> f.call("sum", f.call("slow", f.call("slow", f.call("until", ends, count))))));
  }

  @Test
  void aCostlyFunctionWithoutState_isCopiedAndKeepsTheOrder() {
    runsUntilThereIs(
        ": costs#1×/2",
        (ends, count) ->
            Flow.define(
                "stateless",
                library(),
                f -> f.call("order", f.call("costs", f.call("until", ends, count)))));
  }

  @Test
  void elementsWithoutState_areHandledSideBySideInOrder() {
    runsUntilThereIs(
        ": costs#1×/2",
        (ends, count) ->
            Flow.define(
                "elements",
                library(),
                f ->
                    f.call(
                        "order-all",
                        f.map(
                            f.call("some", f.call("until", ends, count)),
                            number -> f.call("costs", number)))));
  }

  @Test
  void aFunctionThatWaits_comesApartFromOneThatComputes() {
    runsUntilThereIs(
        ": waits#1",
        (ends, count) ->
            Flow.define(
                "waiting",
                library(),
                f -> {
                  Object number = f.call("until", ends, count);
                  for (int i = 0; i < 200; i++) {
                    number = f.call("slow", number);
                  }
                  return f.call("sum", f.call("waits", number));
                }));
  }

  @Test
  void aMeasuredFlow_hasTheSameResultsAsOthers() {
    Flow flow =
        Flow.define(
            "sums",
            Functions.library(),
            f -> f.call("sum", f.call("twice", f.call("numbers", 1_000L))));
    assertEquals(flow.interpret(), flow.sections(Sections.automatic()).run());
    assertEquals(
        42L,
        Flow.define("one", Functions.library(), f -> f.call("twice", f.call("inc", 20)))
            .sections(Sections.automatic())
            .run());
  }
}
