package dev.hocket.flow.flink;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hocket.flow.Definition;
import dev.hocket.flow.Flow;
import dev.hocket.flow.functions.Library;
import dev.hocket.flow.graph.FlowException;
import dev.hocket.flow.settings.Results;
import java.io.IOException;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests that a job goes on from a savepoint, or says why it does not. */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class SavepointTest {
  private static final Duration INTERVAL = Duration.ofMillis(100);
  private static final long ENOUGH = 500;

  private static FlinkCluster cluster;

  @TempDir private Path folder;

  @BeforeAll
  static void start() {
    cluster = FlinkCluster.embedded(4);
  }

  @AfterAll
  static void stop() {
    cluster.close();
  }

  private static FlinkFlow job(int checkpoints) {
    return job(
        Samples.library(),
        d -> d.call("sum", d.call("pass", d.call("ticks", checkpoints), ENOUGH)));
  }

  private static FlinkFlow job(Library library, Function<Definition, Object> algorithm) {
    Flow flow = Flow.define("sample", library, algorithm).result(Results.ALL);
    return FlinkFlow.of(flow).checkpoints(INTERVAL).restarts(0);
  }

  /** Stops a job after some packets. */
  private String savepoint(FlinkFlow job) throws Exception {
    Samples.Passing.passed = new Samples.Latch(1);
    Samples.Ticks.CHECKPOINTS.set(0);
    FlinkRun run = cluster.start(job);
    Samples.Passing.awaitPacket(run);
    String savepoint = run.stop(folder.resolve("savepoints"));
    assertThrows(CancellationException.class, run::await);
    Samples.Ticks.CHECKPOINTS.set(0);
    return savepoint;
  }

  private static String refusal(FlinkFlow job) {
    return assertThrows(FlowException.class, () -> cluster.start(job).await()).getMessage();
  }

  private static List<String> lines(Path folder) throws IOException {
    List<String> lines = new ArrayList<>();
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : files.toList()) {
        assertFalse(file.getFileName().toString().startsWith("."), file.toString());
        lines.addAll(Files.readAllLines(file));
      }
    }
    return lines;
  }

  @Test
  void jobThatFailsBeforeASavepoint_doesNotLetItsTestWait() {
    FlinkRun run =
        cluster.start(
            job(
                Samples.library(),
                d ->
                    d.call(
                        "pass",
                        d.apply(
                            "fails",
                            x -> {
                              throw new IllegalStateException("early");
                            },
                            d.call("ticks", 3)),
                        ENOUGH)));
    Samples.Passing.passed = new Samples.Latch(1);
    String message =
        assertThrows(AssertionError.class, () -> Samples.Passing.awaitPacket(run)).getMessage();
    assertTrue(message.contains("the job has ended"), message);
  }

  @Test
  void mistakeThatStaysAfterARestart_endsTheJobAtOnce() {
    Samples.Mistaking.CALLS.set(0);
    Flow flow =
        Flow.define("mistaken", Samples.library(), d -> d.call("mistake", d.call("numbers", 3)));
    FlinkRun run = cluster.start(FlinkFlow.of(flow).restarts(20));
    String message = assertThrows(FlowException.class, run::await).getMessage();
    assertTrue(message.contains("a mistake"), message);
    assertEquals(1, Samples.Mistaking.CALLS.get());
  }

  // --- files

  @Test
  void sameFolder_getsEachLineOnce() throws Exception {
    Path out = folder.resolve("out");
    String savepoint = savepoint(job(1_000_000).writeTo(out));
    FlinkRun run = cluster.start(job(3).writeTo(out).from(savepoint));
    List<?> values = (List<?>) run.await();
    assertTrue(values.size() > ENOUGH, values.size() + " values");
    assertEquals(values.size(), run.packets());
    assertEquals(
        values.stream().map(String::valueOf).sorted().toList(),
        lines(out).stream().sorted().toList());
  }

  @Test
  void anotherFolder_isRefusedWithTheFormerOne() throws Exception {
    Path out = folder.resolve("out");
    String savepoint = savepoint(job(1_000_000).writeTo(out));
    String message = refusal(job(3).writeTo(folder.resolve("other")).from(savepoint));
    assertTrue(message.contains("is of a job that writes to " + out), message);
    message = refusal(job(3).from(savepoint));
    assertTrue(message.contains("is of a job that writes to " + out), message);
    assertFalse(Files.exists(folder.resolve("other")));
  }

  @Test
  void folderOfAJobThatHadNone_getsTheLinesFromThereOn() throws Exception {
    String savepoint = savepoint(job(1_000_000));
    Path out = folder.resolve("out");
    List<?> values = (List<?>) cluster.start(job(3).writeTo(out).from(savepoint)).await();
    List<String> lines = lines(out);
    assertTrue(lines.size() < values.size() && !lines.isEmpty(), lines.size() + " lines");
    assertEquals(
        values.subList(values.size() - lines.size(), values.size()).stream()
            .map(String::valueOf)
            .sorted()
            .toList(),
        lines.stream().sorted().toList());
    String message = refusal(job(3).writeTo(out).from(savepoint));
    assertTrue(message.contains(out + " has files already"), message);
  }

  @Test
  void folderWithFiles_isRefused() throws IOException {
    Files.writeString(folder.resolve("part"), "1\n");
    String message = refusal(job(3).writeTo(folder));
    assertTrue(message.contains(folder + " has files already"), message);
  }

  @Test
  void folderThatIsNoSavepoint_isRefused() {
    String message = refusal(job(3).from(folder.toString()));
    assertTrue(message.contains(folder + " is no savepoint that can be read"), message);
  }

  @Test
  void stageThatIsGone_isRefusedBeforeTheJobStarts() throws Exception {
    String savepoint =
        savepoint(
            job(
                Samples.library(),
                d -> {
                  Object n = d.call("pass", d.call("ticks", 1_000_000), ENOUGH);
                  return d.byKey(2, n, x -> d.call("modulo", x, 3), x -> d.call("sum", x));
                }));
    String message = refusal(job(3).from(savepoint));
    assertTrue(message.contains("has the state of stage"), message);
  }

  // --- other versions of a program

  private static FlinkFlow sums(int checkpoints, int copies, String key) {
    return job(
        Samples.library(),
        d -> {
          Object n = d.call("pass", d.call("ticks", checkpoints), ENOUGH);
          return d.byKey(copies, n, x -> d.call(key, x), x -> d.call("sum", x));
        });
  }

  @Test
  void newKeysOfTheSavedType_haveStateOfTheirOwn() throws Exception {
    String savepoint = savepoint(sums(1_000_000, 2, "itself"));
    List<?> values = (List<?>) cluster.start(sums(3, 3, "itself").from(savepoint)).await();
    for (int n = 0; n < values.size(); n++) {
      assertEquals((long) n, values.get(n));
    }
    assertTrue(values.size() > ENOUGH, values.size() + " values");
  }

  @Test
  void keysOfAnotherType_areRefusedByName() throws Exception {
    String savepoint = savepoint(sums(1_000_000, 2, "last-digit"));
    for (int copies = 2; copies <= 3; copies++) {
      FlinkFlow second = sums(1_000_000, copies, "last-digit-as-text");
      String message =
          assertThrows(FlowException.class, () -> cluster.start(second.from(savepoint)).await())
              .getMessage();
      assertTrue(
          message.contains("the state of sum#1 was saved for keys of type java.lang.Long"),
          message);
      assertTrue(message.contains("is of type java.lang.String"), message);
    }
  }

  private FlinkFlow version(int number, int checkpoints, String members) throws IOException {
    URLClassLoader loader =
        Versions.compiled(
            folder.resolve("version" + number),
            "Sums",
            "public class Sums { "
                + members
                + " @Function public String sums(long n) { return add(n); } }");
    Thread thread = Thread.currentThread();
    ClassLoader former = thread.getContextClassLoader();
    thread.setContextClassLoader(loader);
    try {
      Library library = Library.of(loader.loadClass("dev.hocket.flow.flink.Sums"), Samples.class);
      return job(
          library, d -> d.call("sums", d.call("pass", d.call("ticks", checkpoints), ENOUGH)));
    } catch (ClassNotFoundException e) {
      throw new AssertionError(e);
    } finally {
      thread.setContextClassLoader(former);
    }
  }

  private static final String FIRST =
      "private long sum; private long gone; private String add(long n) { sum += n; gone++; return"
          + " sum + \"\"; }";

  @Test
  void newField_keepsWhatTheConstructorGivesIt_andALostOneIsForgotten() throws Exception {
    String savepoint = savepoint(version(1, 1_000_000, FIRST));
    FlinkFlow second =
        version(
            2,
            3,
            "private long sum; private final List<String> added = new ArrayList<>(List.of(\"made\"));"
                + " private String add(long n) { sum += n; return sum + added.getFirst(); }");
    List<?> values = (List<?>) cluster.start(second.from(savepoint)).await();
    long sum = 0;
    for (int n = 0; n < values.size(); n++) {
      sum += n;
      String value = (String) values.get(n);
      assertTrue(value.equals(sum + "") || value.equals(sum + "made"), "value " + n + ": " + value);
    }
    assertTrue(((String) values.getLast()).endsWith("made"), (String) values.getLast());
    assertFalse(((String) values.get((int) ENOUGH)).endsWith("made"), "all packets again");
  }

  @Test
  void fieldOfAnotherType_isRefusedByName() throws Exception {
    String savepoint = savepoint(version(1, 1_000_000, FIRST));
    FlinkFlow second =
        version(2, 3, "private String sum; private String add(long n) { return sum + n; }");
    String message =
        assertThrows(Exception.class, () -> cluster.start(second.from(savepoint)).await())
            .getMessage();
    assertTrue(message.contains("Sums.sum is now of type java.lang.String"), message);
  }
}
