package dev.hocket.flow.flink;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hocket.flow.Definition;
import dev.hocket.flow.Flow;
import dev.hocket.flow.functions.Library;
import dev.hocket.flow.graph.FlowException;
import dev.hocket.flow.settings.Conveyance;
import dev.hocket.flow.settings.Failures;
import dev.hocket.flow.settings.Results;
import java.io.File;
import java.io.IOException;
import java.io.Serializable;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CancellationException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests jobs on a cluster of three processes, which know no class of the program. */
@Timeout(value = 10, unit = TimeUnit.MINUTES)
class SessionClusterTest {
  private static final int KEYS = 11;
  private static final int RESTARTS = 1_000_000;
  private static final Duration PAUSE = Duration.ofMillis(500);
  private static final long PACE_NANOS = 50_000;

  @TempDir private static Path shared;

  private static SessionCluster processes;
  private static FlinkCluster cluster;

  @TempDir private Path folder;

  /** Compiles the program in Clojure while the cluster starts. */
  private static Process packager;

  @BeforeAll
  @Timeout(value = 10, unit = TimeUnit.MINUTES)
  static void start() throws Exception {
    packager = packager();
    processes = new SessionCluster(shared, 2);
    processes.startTaskManager();
    processes.startTaskManager();
    processes.awaitSlots();
    cluster =
        FlinkCluster.session(
            "127.0.0.1",
            processes.port(),
            List.of(SessionCluster.jar(shared.resolve("program.jar"))));
  }

  @AfterAll
  static void stop() {
    packager.destroyForcibly();
    cluster.close();
    processes.close();
  }

  private static Flow flow(Function<Definition, Object> algorithm) {
    return Flow.define("sample", Library.of(Samples.class, SessionClusterTest.class), algorithm)
        .result(Results.ALL);
  }

  private static FlinkFlow job(Flow flow) {
    return FlinkFlow.of(flow).checkpoints(Duration.ofMillis(200)).restarts(RESTARTS, PAUSE);
  }

  /** Numbers until there is a file; the position is the next number. */
  static final class Until implements dev.hocket.flow.functions.Replayable {
    private static final int SELDOM = 100;

    private long next;

    @dev.hocket.flow.functions.Function(source = true)
    Object until(String file) {
      LockSupport.parkNanos(PACE_NANOS);
      return next > 0 && next % SELDOM == 0 && Files.exists(Path.of(file))
          ? Flow.END
          : (Object) next++;
    }

    @Override
    public Object position() {
      return next;
    }

    @Override
    public void seek(Object position) {
      next = (Long) position;
    }
  }

  @Test
  void severalProcesses_giveTheResultOfTheLocalEngine() {
    long factor = 3;
    Flow flow =
        flow(d -> {
          Object n = d.call("numbers", 2_000);
          Object key = d.call("modulo", n, KEYS);
          Object sum = d.byKey(4, n, any -> key, x -> d.call("sum", x));
          Object more = d.environment("more", Long.class, 5L);
          Object times = d.apply("times", x -> (Long) x[0] * factor + (Long) x[1], sum, more);
          return d.call("shown", d.call("later", n), times);
        });
    assertEquals(flow.run(), cluster.start(job(flow)).await());
  }

  @Test
  void failure_isThrownAsItIsWithItsPlace() {
    Flow flow =
        flow(d ->
            d.apply(
                "fails",
                x -> {
                  throw new IllegalArgumentException("packet " + x[0]);
                },
                d.call("numbers", 3)));
    FlinkRun run = cluster.start(job(flow).restarts(0));
    Exception thrown = assertThrows(IllegalArgumentException.class, run::await);
    assertEquals("packet 0", thrown.getMessage());
    assertTrue(
        thrown.getSuppressed()[0].toString().contains("SessionClusterTest.java:"),
        thrown.getSuppressed()[0].toString());
  }

  @Test
  void jobGoesOnFromASavepoint() throws Exception {
    Path out = folder.resolve("out");
    Path end = folder.resolve("end");
    FlinkRun run = cluster.start(job(endless(end, 2)).writeTo(out));
    awaitLines(run, out, 1);
    String savepoint = run.stop(folder.resolve("savepoints"));
    assertThrows(CancellationException.class, run::await);
    int before = lines(out).size();
    FlinkRun second = cluster.start(job(endless(end, 4)).writeTo(out).from(savepoint));
    awaitLines(second, out, before + 1);
    Files.createFile(end);
    List<?> values = (List<?>) second.await();
    assertEquals(expected(values.size()), values);
    assertEquals(sorted(values), sorted(lines(out)));
  }

  @Test
  @Timeout(value = 60, unit = TimeUnit.MINUTES)
  void killedTaskManager_losesAndDoublesNothing() throws Exception {
    long seed = Long.getLong("hocket.seed", System.nanoTime());
    Random random = new Random(seed);
    int kills = Integer.getInteger("hocket.kills", Boolean.getBoolean("hocket.long") ? 100 : 1);
    Path out = folder.resolve("out");
    Path end = folder.resolve("end");
    // The job needs all slots, so it cannot continue before another task manager has come. All
    // values of many kills would not fit into one message.
    Flow flow = endless(end, 4).result(Results.LAST);
    FlinkRun run = cluster.start(job(flow).writeTo(out));
    for (int i = 0; i < kills; i++) {
      // Sometimes before all tasks run again after the last one.
      awaitLines(run, out, lines(out).size() + random.nextInt(5_000));
      processes.kill(random.nextInt(processes.taskManagers()));
      processes.startTaskManager();
    }
    awaitLines(run, out, lines(out).size() + 1);
    Files.createFile(end);
    Object last = run.await();
    List<String> lines = lines(out);
    List<String> expected = expected(lines.size());
    assertEquals(expected.getLast(), last, "-Dhocket.seed=" + seed);
    assertEquals(sorted(expected), sorted(lines), "-Dhocket.seed=" + seed);
  }

  private static Flow endless(Path end, int copies) {
    return flow(d -> {
      Object n = d.call("until", end.toString());
      Object key = d.call("modulo", n, KEYS);
      Object sum = d.byKey(copies, n, any -> key, x -> d.call("sum", x));
      return d.call("shown", d.call("sum", n), sum);
    });
  }

  /** The values of {@link #endless}, computed by hand. */
  private static List<String> expected(int packets) {
    long[] sums = new long[KEYS];
    long all = 0;
    List<String> values = new ArrayList<>();
    for (int n = 0; n < packets; n++) {
      all += n;
      sums[n % KEYS] += n;
      values.add(all + "=" + sums[n % KEYS]);
    }
    return values;
  }

  private static List<String> sorted(List<?> values) {
    return values.stream().map(String::valueOf).sorted().toList();
  }

  /** Waits until files have been completed with a number of lines. */
  private static void awaitLines(FlinkRun run, Path out, int least) throws Exception {
    while (lines(out).size() < least) {
      if (run.hasEnded()) {
        run.await();
        throw new AssertionError("the job has ended");
      }
      processes.check();
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(20));
    }
  }

  private static List<String> lines(Path folder) throws IOException {
    List<String> lines = new ArrayList<>();
    if (Files.exists(folder)) {
      try (Stream<Path> files = Files.list(folder)) {
        for (Path file : files.filter(f -> !f.getFileName().toString().startsWith(".")).toList()) {
          lines.addAll(Files.readAllLines(file));
        }
      }
    }
    return lines;
  }

  // --- Clojure

  private static final String PROGRAM =
      """
      (require '[hocket.flow :refer [flow ||]])
      (flow :import [dev.hocket.flow.flink.Samples])
      (def factor 3)
      (def ^:dynamic *more* 0)
      (defn scaled [x] (* factor x))
      (defn -main [limit]
        (let [most (parse-long limit)]
          (try
            (binding [*more* 1]
              (flow (let [n (numbers most)] (+ n *more*))))
            (catch Exception refused (println (ex-message refused))))
          (println
            (flow {:result :all :failures {:retry 1 :skip (fn [{:keys [packet]}] (println packet "is skipped"))}}
              (let [n (numbers most)
                    s (|| 2 :by even? n (sum n))]
                (if (= 2 n) (throw (IllegalStateException. "two")) (scaled s)))))))
      """;

  private static Process process(String... command) throws IOException {
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    process.getOutputStream().close();
    return process;
  }

  private static String output(Process process) throws Exception {
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    process.waitFor();
    return output;
  }

  private static String java() {
    return Path.of(System.getProperty("java.home"), "bin", "java").toString();
  }

  private static Process packager() throws IOException {
    Path program = shared.resolve("sums.clj");
    Path classes = Files.createDirectories(shared.resolve("classes"));
    Files.writeString(program, PROGRAM);
    return process(
        java(),
        "-XX:TieredStopAtLevel=1",
        "-Dhocket.flow.packaging=true",
        "-cp",
        classes + File.pathSeparator + System.getProperty("java.class.path"),
        "clojure.main",
        "-m",
        "hocket.flow.packaging",
        program.toString(),
        classes.toString());
  }

  @Test
  void clojureProgram_goesThereAsOneJarOfCompiledClasses() throws Exception {
    String packed = output(packager);
    assertEquals("", packed);
    Path jar = SessionCluster.jar(folder.resolve("sums.jar"), shared.resolve("classes"));
    String output = onCluster(jar, "4");
    assertTrue(output.contains("#'user/*more* has a value on this thread"), output);
    assertTrue(output.contains("[0 3 12]"), output);
  }

  private static String onCluster(Path jar, String... arguments) throws Exception {
    List<String> command =
        new ArrayList<>(
            List.of(
                java(),
                "-XX:TieredStopAtLevel=1",
                "-Dhocket.engine=flink",
                "-Dhocket.flink.cluster=127.0.0.1:" + processes.port(),
                "-Dhocket.flink.jar=" + jar,
                "-cp",
                jar + File.pathSeparator + SessionCluster.classPathOfFlink(),
                PackagedProgram.class.getName()));
    command.addAll(List.of(arguments));
    return output(process(command.toArray(String[]::new)));
  }

  // --- what is refused

  private static void assertRefused(FlinkFlow job, String... parts) {
    String message = assertThrows(FlowException.class, () -> cluster.start(job)).getMessage();
    assertTrue(message.contains("SessionClusterTest.java:"), message);
    for (String part : parts) {
      assertTrue(message.contains(part), message);
    }
  }

  @Test
  void counterThatCodeHolds_isRefusedAlsoAtMostOnce() {
    AtomicLong counter = new AtomicLong();
    Flow flow = flow(d -> d.apply("counts", x -> counter.incrementAndGet(), d.call("numbers", 3)));
    assertRefused(FlinkFlow.of(flow).atMostOnce(), "counts uses", "many on a cluster");
  }

  @Test
  void codeThatCannotBeWritten_isRefusedByName() {
    Thread held = Thread.currentThread();
    Flow flow =
        flow(d -> d.stateful("holding", () -> x -> x[0] + held.getName(), d.call("numbers", 3)));
    assertRefused(FlinkFlow.of(flow).atMostOnce(), "holding#1");
  }

  @Test
  void reportThatCannotBeWritten_isRefused() {
    Flow flow = flow(d -> d.call("numbers", 3)).failures(Failures.skip(failure -> {}));
    assertRefused(job(flow), "what handles :failures cannot be sent to the cluster");
  }

  /** A report that can be written. */
  private interface Report extends Consumer<Failures.Failure>, Serializable {}

  @Test
  void reportIntoAnObjectOfThisJvm_isRefused() {
    List<Object> reported = new ArrayList<>();
    Report report = failure -> reported.add(failure.packet());
    Flow flow = flow(d -> d.call("numbers", 3)).failures(Failures.retry(1, Failures.skip(report)));
    assertRefused(
        job(flow), "what handles :failures holds an object that may change", "many on a cluster");
  }

  @Test
  void valuesOfTheThread_areRefusedByName() {
    Conveyance bound =
        new Conveyance() {
          @Override
          public Object enter() {
            return null;
          }

          @Override
          public List<String> names() {
            return List.of("#'user/*scale*");
          }

          @Override
          public void leave(Object token) {}
        };
    assertRefused(
        job(flow(d -> d.call("numbers", 3)).conveyance(bound)), "#'user/*scale* has a value on");
  }
}
