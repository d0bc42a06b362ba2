package dev.hocket.flow.flink;

import static org.apache.flink.configuration.RestartStrategyOptions.RESTART_STRATEGY_EXPONENTIAL_DELAY_ATTEMPTS;
import static org.apache.flink.configuration.RestartStrategyOptions.RESTART_STRATEGY_EXPONENTIAL_DELAY_BACKOFF_MULTIPLIER;
import static org.apache.flink.configuration.RestartStrategyOptions.RESTART_STRATEGY_EXPONENTIAL_DELAY_INITIAL_BACKOFF;
import static org.apache.flink.configuration.RestartStrategyOptions.RESTART_STRATEGY_EXPONENTIAL_DELAY_MAX_BACKOFF;
import static org.apache.flink.configuration.RestartStrategyOptions.RESTART_STRATEGY_EXPONENTIAL_DELAY_RESET_BACKOFF_THRESHOLD;
import static org.apache.flink.configuration.RestartStrategyOptions.RESTART_STRATEGY_FIXED_DELAY_ATTEMPTS;
import static org.apache.flink.configuration.RestartStrategyOptions.RESTART_STRATEGY_FIXED_DELAY_DELAY;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hocket.flow.Definition;
import dev.hocket.flow.Flow;
import dev.hocket.flow.graph.FlowException;
import dev.hocket.flow.settings.Failures;
import dev.hocket.flow.settings.Order;
import dev.hocket.flow.settings.Results;
import dev.hocket.flow.settings.Sections;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.Stream;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.RestartStrategyOptions;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests that jobs give the results of the local engine, on one embedded cluster. */
@Timeout(value = 10, unit = TimeUnit.MINUTES)
class FlinkFlowTest {
  private static FlinkCluster cluster;

  @BeforeAll
  static void start() {
    cluster = FlinkCluster.embedded(8);
  }

  @AfterAll
  static void stop() {
    cluster.close();
  }

  private static Flow flow(Function<Definition, Object> algorithm) {
    return Flow.define("sample", Samples.library(), algorithm).result(Results.ALL);
  }

  private static Object onFlink(Flow flow) {
    return cluster.start(FlinkFlow.of(flow).checkpoints(Duration.ofMillis(200))).await();
  }

  private static Object atMostOnce(Flow flow) {
    return cluster.start(FlinkFlow.of(flow).atMostOnce()).await();
  }

  private static void assertSame(Flow flow) {
    assertEquals(flow.run(), atMostOnce(flow));
  }

  @Test
  void statelessChain_givesTheResultOfTheLocalEngine() {
    assertSame(flow(d -> d.call("twice", d.call("twice", d.call("numbers", 100)))));
  }

  @Test
  void sections_areTasksThatPacketsPassInTheirOrder() {
    assertSame(
        flow(
                d -> {
                  Object n = d.call("numbers", 100);
                  Object twice = d.call("twice", n);
                  return d.call("plus", d.call("sum", twice), n);
                })
            .sections(Sections.perFunction()));
  }

  @Test
  void wordCount_givesTheResultOfTheLocalEngine() {
    assertSame(
        flow(d -> {
          Object word = d.call("words", "one fish two fish red fish blue fish one");
          return d.byKey(3, word, w -> w, w -> d.call("shown", w, d.call("count", w)));
        }));
  }

  @Test
  void copies_handlePacketsInParallelAndKeepTheirOrder() {
    assertSame(
        flow(d -> {
          Object n = d.call("numbers", 500);
          Object spread = d.balance(4, n, x -> d.call("square", d.call("modulo", x, 17)));
          return d.call("plus", d.call("sum", spread), n);
        }));
  }

  @Test
  void copiesBehindCopies_keepTheOrder() {
    assertSame(
        flow(d -> {
          Object n = d.call("numbers", 300);
          Object once = d.balance(2, n, x -> d.call("twice", x));
          Object key = d.call("modulo", n, 5);
          return d.byKey(3, once, any -> key, x -> d.call("sum", x));
        }));
  }

  @Test
  void freeOrder_givesTheSameValuesForEachKey() {
    Flow flow =
        flow(
                d -> {
                  Object n = d.call("numbers", 300);
                  Object key = d.call("modulo", n, 7);
                  return d.byKey(3, n, any -> key, x -> d.call("sum", x));
                })
            .order(Order.FREE);
    assertEquals(sorted(flow.order(Order.KEPT).run()), sorted(atMostOnce(flow)));
  }

  private static List<Object> sorted(Object values) {
    return ((List<?>) values).stream().map(Object.class::cast).sorted().toList();
  }

  @Test
  void branchesLoopsAndCollections_areInsideATask() {
    assertSame(
        flow(d -> {
          Object n = d.call("numbers", 60);
          Object choice = d.when(d.apply("even", x -> (Long) x[0] % 2 == 0, n), () -> n, () -> 7L);
          Object loop =
              d.loop(
                  List.of(3L, choice),
                  v ->
                      d.when(
                          d.apply("more", x -> (Long) x[0] > 0, v.get(0)),
                          () ->
                              d.recur(
                                  d.apply("less", x -> (Long) x[0] - 1, v.get(0)),
                                  d.call("sum", v.get(1))),
                          () -> v.get(1)));
          Object all = d.map(d.call("below", n), each -> d.call("plus", each, loop));
          return d.apply("text", x -> x[0] + " " + x[1], loop, all);
        }));
  }

  @Test
  void asynchronousFunctions_areWaitedFor() {
    assertSame(flow(d -> d.call("sum", d.call("later", d.call("numbers", 50)))));
  }

  @Test
  void flowWithoutASource_hasOnePacket() {
    Flow flow = Flow.define("one", Samples.library(), d -> d.call("twice", 21));
    assertEquals(42L, onFlink(flow));
  }

  @Test
  void failure_isThrownAsItIs() {
    Samples.Failing.LEFT.set(1);
    Flow flow = flow(d -> d.call("fail-at", d.call("numbers", 50), 20));
    IllegalStateException thrown =
        assertThrows(IllegalStateException.class, () -> atMostOnce(flow));
    assertEquals("at 20", thrown.getMessage());
    assertTrue(thrown.getSuppressed()[0].toString().contains("FlinkFlowTest.java:"));
  }

  @Test
  void skippedPackets_areAbsent() {
    Samples.Failing.LEFT.set(1);
    List<Object> reported = new ArrayList<>();
    Flow flow =
        flow(d -> d.balance(2, d.call("fail-at", d.call("numbers", 9), 4), x -> d.call("twice", x)))
            .failures(Failures.skip(failure -> reported.add(failure.packet())));
    assertEquals(List.of(0L, 2L, 4L, 6L, 10L, 12L, 14L, 16L), atMostOnce(flow));
    assertEquals(List.of(5L), reported);
  }

  @Test
  void repeatedCalls_changeNothing() {
    Samples.Failing.LEFT.set(1);
    Flow flow =
        flow(d -> d.call("sum", d.call("fail-at", d.call("numbers", 9), 4)))
            .failures(Failures.retry(1));
    Object expected = flow.run();
    Samples.Failing.LEFT.set(1);
    assertEquals(expected, onFlink(flow));
  }

  @Test
  void cancelledJob_hasNoResult() throws InterruptedException {
    Samples.Passing.passed = new Samples.Latch(1);
    Samples.Ticks.CHECKPOINTS.set(0);
    Flow flow = flow(d -> d.call("pass", d.call("ticks", 100), 5));
    FlinkRun run = cluster.start(FlinkFlow.of(flow).atMostOnce());
    Samples.Passing.awaitPacket(run);
    String message =
        assertThrows(IllegalStateException.class, () -> run.stop(Path.of("none"))).getMessage();
    assertTrue(message.contains("flow sample saves nothing"), message);
    run.cancel();
    assertThrows(CancellationException.class, run::await);
  }

  // --- what is saved

  @Test
  void failureBetweenCheckpoints_losesAndRepeatsNothingInStateAndFiles(@TempDir Path folder)
      throws IOException {
    int rounds = Boolean.getBoolean("hocket.long") ? 100 : 1;
    for (int round = 0; round < rounds; round++) {
      failTwice(folder.resolve("round" + round));
    }
  }

  private static void failTwice(Path folder) throws IOException {
    Samples.Ticks.CHECKPOINTS.set(0);
    Samples.Failing.LEFT.set(2);
    Flow flow =
        flow(d -> {
          Object n = d.call("fail-later", d.call("ticks", 9));
          Object key = d.call("modulo", n, 11);
          Object sum = d.byKey(3, n, any -> key, x -> d.call("sum", x));
          return d.call("shown", d.call("sum", n), sum);
        });
    FlinkFlow job =
        FlinkFlow.of(flow).checkpoints(Duration.ofMillis(50)).restarts(2).writeTo(folder);
    List<?> values = (List<?>) cluster.start(job).await();
    assertEquals(0, Samples.Failing.LEFT.get(), "failures left");
    assertValues(expected(values.size()), values);
    assertValues(sorted(values), sorted(lines(folder)));
  }

  @Test
  void lostTaskManager_losesAndRepeatsNothing(@TempDir Path folder) throws Exception {
    Samples.Ticks.begun = new Samples.Latch(3);
    Samples.Ticks.CHECKPOINTS.set(0);
    try (FlinkCluster alone = FlinkCluster.embedded(2)) {
      FlinkRun run = alone.start(job(2, 12).restarts(1_000).writeTo(folder));
      Samples.Ticks.begun.await();
      alone.ofFlink().terminateTaskManager(0).get();
      alone.ofFlink().startTaskManager();
      List<?> values = (List<?>) run.await();
      assertValues(expected(values.size()), values);
      assertValues(sorted(values), sorted(lines(folder)));
    }
  }

  @Test
  void pausesBeforeARestart_growOnASessionCluster_andAreNoneHere() {
    FlinkFlow job = FlinkFlow.of(flow(d -> d.call("ticks", 3)));
    assertEquals(
        "exponential-delay: 3 restarts, 2, 20, 200, at most 300 s, anew after 600 s",
        restarts(job, null));
    assertEquals("fixed-delay: 3 restarts, 0 s", restarts(job, "file:/checkpoints"));
    FlinkFlow own = job.restarts(7, Duration.ofSeconds(5));
    assertEquals("fixed-delay: 7 restarts, 5 s", restarts(own, null));
    assertEquals("fixed-delay: 7 restarts, 5 s", restarts(own, "file:/checkpoints"));
    assertEquals("disable", restarts(job.restarts(0), null));
  }

  /** How often and after how long a job with these checkpoints continues after failures. */
  private static String restarts(FlinkFlow job, String checkpoints) {
    Program program = job.program(checkpoints == null);
    try {
      Configuration of = Job.of(program, job.settings(), checkpoints).getJobConfiguration();
      String strategy = of.get(RestartStrategyOptions.RESTART_STRATEGY);
      Duration first = of.get(RESTART_STRATEGY_EXPONENTIAL_DELAY_INITIAL_BACKOFF);
      double growth = of.get(RESTART_STRATEGY_EXPONENTIAL_DELAY_BACKOFF_MULTIPLIER);
      return switch (strategy) {
        case "exponential-delay" ->
            String.format(
                Locale.ROOT,
                "%s: %d restarts, %d, %.0f, %.0f, at most %d s, anew after %d s",
                strategy,
                of.get(RESTART_STRATEGY_EXPONENTIAL_DELAY_ATTEMPTS),
                first.toSeconds(),
                first.toSeconds() * growth,
                first.toSeconds() * growth * growth,
                of.get(RESTART_STRATEGY_EXPONENTIAL_DELAY_MAX_BACKOFF).toSeconds(),
                of.get(RESTART_STRATEGY_EXPONENTIAL_DELAY_RESET_BACKOFF_THRESHOLD).toSeconds());
        case "fixed-delay" ->
            String.format(
                "%s: %d restarts, %d s",
                strategy,
                of.get(RESTART_STRATEGY_FIXED_DELAY_ATTEMPTS),
                of.get(RESTART_STRATEGY_FIXED_DELAY_DELAY).toSeconds());
        default -> strategy;
      };
    } finally {
      program.close();
    }
  }

  @Test
  void filesOfAJobThatSavesNothing_areComplete(@TempDir Path folder) throws IOException {
    Flow flow = flow(d -> d.call("twice", d.call("numbers", 3)));
    cluster.start(FlinkFlow.of(flow).atMostOnce().writeTo(folder)).await();
    assertEquals(List.of("0", "2", "4"), sorted(lines(folder)));
  }

  @Test
  void savepointThatDoesNotExist_isRefused() {
    Flow flow = flow(d -> d.call("numbers", 3));
    for (String nowhere : List.of("/no/where", "file:/no/where", "no where")) {
      FlinkFlow job = FlinkFlow.of(flow).from(nowhere);
      String message = assertThrows(FlowException.class, () -> cluster.start(job)).getMessage();
      assertTrue(message.contains("there is no savepoint at " + nowhere), message);
    }
  }

  @Test
  void checkpointsThatAreTooFrequent_areRefused() {
    FlinkFlow job = FlinkFlow.of(flow(d -> d.call("numbers", 3)));
    assertThrows(IllegalArgumentException.class, () -> job.checkpoints(Duration.ofMillis(9)));
  }

  @Test
  void jobThatSavesNothing_doesNotContinue(@TempDir Path savepoint) {
    Flow flow = flow(d -> d.call("numbers", 3));
    FlinkFlow job = FlinkFlow.of(flow).from(savepoint.toString()).atMostOnce();
    String message = assertThrows(FlowException.class, () -> cluster.start(job)).getMessage();
    assertTrue(message.contains("cannot continue from " + savepoint), message);
  }

  @Test
  void stateOfAnotherAlgorithm_isRefused(@TempDir Path folder) throws InterruptedException {
    Samples.Passing.passed = new Samples.Latch(1);
    Samples.Ticks.CHECKPOINTS.set(0);
    FlinkRun first = cluster.start(job(2, 1_000_000));
    Samples.Passing.awaitPacket(first);
    String savepoint = first.stop(folder);
    Flow other =
        flow(d -> {
          Object n = d.call("pass", d.call("ticks", 3), 1_000);
          Object key = d.call("modulo", n, 11);
          Object count = d.byKey(2, n, any -> key, x -> d.call("count", x));
          return d.call("shown", d.call("sum", n), count);
        });
    FlinkRun run =
        cluster.start(FlinkFlow.of(other).checkpoints(Duration.ofMillis(100)).from(savepoint));
    String message = assertThrows(FlowException.class, run::await).getMessage();
    assertTrue(message.contains("the saved state has the state"), message);
  }

  /** Compares long lists, with a short message. */
  private static void assertValues(List<?> expected, List<?> values) {
    for (int i = 0; i < Math.min(expected.size(), values.size()); i++) {
      assertEquals(expected.get(i), values.get(i), "value " + i + " of " + values.size());
    }
    assertEquals(expected.size(), values.size(), "number of values");
  }

  /** The values of {@code shown}, computed by hand. */
  private static List<String> expected(int packets) {
    long[] sums = new long[11];
    long all = 0;
    List<String> values = new ArrayList<>();
    for (long n = 0; n < packets; n++) {
      all += n;
      sums[(int) (n % 11)] += n;
      values.add(all + "=" + sums[(int) (n % 11)]);
    }
    return values;
  }

  private static List<String> lines(Path folder) throws IOException {
    List<String> lines = new ArrayList<>();
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : files.filter(f -> !f.getFileName().toString().startsWith(".")).toList()) {
        lines.addAll(Files.readAllLines(file));
      }
    }
    return lines;
  }

  @Test
  void savepoint_continuesWithAnotherNumberOfCopiesByKey(@TempDir Path folder)
      throws InterruptedException {
    Samples.Passing.passed = new Samples.Latch(1);
    Samples.Ticks.CHECKPOINTS.set(0);
    FlinkRun first = cluster.start(job(2, 1_000_000));
    Samples.Passing.awaitPacket(first);
    String savepoint = first.stop(folder);
    assertThrows(CancellationException.class, first::await);
    Samples.Ticks.CHECKPOINTS.set(0);
    List<?> values = (List<?>) cluster.start(job(4, 3).from(savepoint)).await();
    assertTrue(values.size() > 1_000, values.size() + " values");
    assertValues(expected(values.size()), values);
  }

  private static FlinkFlow job(int copies, int checkpoints) {
    Flow flow =
        flow(d -> {
          Object n = d.call("pass", d.call("ticks", checkpoints), 1_000);
          Object key = d.call("modulo", n, 11);
          Object sum = d.byKey(copies, n, any -> key, x -> d.call("sum", x));
          return d.call("shown", d.call("sum", n), sum);
        });
    return FlinkFlow.of(flow).checkpoints(Duration.ofMillis(100));
  }

  // --- what is refused

  private static String refusal(Flow flow) {
    FlowException refused =
        assertThrows(FlowException.class, () -> cluster.start(FlinkFlow.of(flow)));
    assertTrue(
        refused.position().file().equals("FlinkFlowTest.java") && refused.position().line() > 0,
        refused.getMessage());
    return refused.getMessage();
  }

  @Test
  void sourceThatCannotBeginAgain_isRefusedWithTheContract() {
    Flow flow = flow(d -> d.call("rest", 3));
    String message = refusal(flow);
    assertTrue(message.contains("source rest cannot begin again"), message);
    assertTrue(message.contains("Replayable"), message);
    assertTrue(message.contains("--at-most-once"), message);
    assertEquals(List.of(1, 2, 3), atMostOnce(flow));
  }

  @Test
  void stateThatCannotBeSaved_isRefusedWithFunctionFieldAndType() {
    Flow flow = flow(d -> d.call("unsavable", d.call("numbers", 3)));
    String message = refusal(flow);
    assertTrue(message.contains("the state of unsavable cannot be saved"), message);
    assertTrue(message.contains("Samples$Unsavable.rest"), message);
    assertTrue(message.contains("java.util.Iterator<java.lang.String>"), message);
    assertEquals(List.of(1L, 2L, 3L), atMostOnce(flow));
  }

  @Test
  void stateThatTurnsOutUnwritable_failsTheJobByName() {
    Samples.Ticks.CHECKPOINTS.set(0);
    Flow flow = flow(d -> d.call("hiding", d.call("ticks", 100)));
    FlinkRun run = cluster.start(FlinkFlow.of(flow).checkpoints(Duration.ofMillis(50)));
    String message = assertThrows(FlowException.class, run::await).getMessage();
    assertTrue(message.contains("the state of hiding cannot be saved: field"), message);
    assertTrue(message.contains("Samples$Hiding.last"), message);
  }

  @Test
  void stateOfALambdaExpression_isRefused() {
    Flow flow =
        flow(d -> {
          Object n = d.call("numbers", 3);
          return d.stateful(
              "hidden",
              () -> {
                long[] sum = {0};
                return x -> sum[0] += (Long) x[0];
              },
              n);
        });
    String message = refusal(flow);
    assertTrue(message.contains("the state of hidden is hidden in Clojure"), message);
    assertSame(flow);
  }

  @Test
  void mutableValueOfTheSurroundings_isRefused() {
    List<Object> log = new ArrayList<>();
    Flow flow =
        Flow.define(
            "one",
            Samples.library(),
            d ->
                d.apply(
                    "size", x -> ((List<?>) x[0]).size(), d.environment("log", List.class, log)));
    String message = refusal(flow);
    assertTrue(message.contains("log is a java.util.ArrayList"), message);
  }

  @Test
  void countersThatFunctionsUseByThemselves_areRefusedByName() {
    Flow inField = flow(d -> d.call("counted", d.call("numbers", 3)));
    String message = refusal(inField);
    assertTrue(message.contains("counted#1 uses"), message);
    assertTrue(message.contains("Global.SEEN with a java.util.concurrent.atomic"), message);
    assertSame(inField);
    List<Object> seen = new ArrayList<>();
    message = refusal(flow(d -> d.apply("keeps", x -> seen.add(x[0]), d.call("numbers", 3))));
    assertTrue(message.contains("expr#1"), message);
    Map<String, Long> totals = new ConcurrentHashMap<>();
    Flow inLambda =
        flow(d -> d.apply("sums", x -> totals.merge("all", 1L, Long::sum), d.call("numbers", 3)));
    message = refusal(inLambda);
    assertTrue(message.contains("a java.util.concurrent.ConcurrentHashMap"), message);
  }

  @Test
  void valueThatCannotBeSent_failsTheJobByName() {
    Flow flow =
        flow(
                d -> {
                  Object made = d.call("twice", d.call("numbers", 3));
                  Object thread = d.apply("thread", x -> Thread.currentThread(), made);
                  return d.call("count", thread);
                })
            .sections(Sections.perFunction());
    FlowException failed = assertThrows(FlowException.class, () -> atMostOnce(flow));
    assertTrue(failed.getMessage().contains("FlinkFlowTest.java:"), failed.getMessage());
    assertTrue(failed.getMessage().contains("the value of thread"), failed.getMessage());
    assertTrue(failed.getMessage().contains("a java.lang.Thread"), failed.getMessage());
  }

  @Test
  void keyWithoutAStableHash_isRefused() {
    Flow flow =
        flow(d -> {
          Object n = d.call("numbers", 3);
          return d.byKey(
              2, n, x -> d.apply("key", v -> new Odd((Long) v[0]), x), x -> d.call("count", x));
        });
    FlowException refused = assertThrows(FlowException.class, () -> atMostOnce(flow));
    assertTrue(refused.getMessage().contains("FlinkFlowTest$Odd"), refused.getMessage());
  }

  /** All odd numbers are equal. */
  record Odd(long number) {
    @Override
    public boolean equals(Object other) {
      return other instanceof Odd odd && odd.number % 2 == number % 2;
    }

    @Override
    public int hashCode() {
      return (int) (number % 2);
    }
  }
}
