package dev.hocket.cli;

import static dev.hocket.cli.Invocation.assertRefused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hocket.cli.terminal.ExitCode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.jr.ob.JSON;

/** {@code hocket plan RECORDING} on a recording of a program with two computing handlers. */
class PlanRecordingTest {
  @TempDir static Path folder;
  private static String recording;

  @BeforeAll
  static void record() throws Exception {
    Files.writeString(
        folder.resolve("Handlers.java"),
        """
        import java.util.concurrent.locks.LockSupport;

        public class Handlers {
          public static void main(String[] arguments) {
            for (int i = 0; i < 200; i++) {
              //#omp target virtual(worker) nowait
              compute(200_000);
              //#omp target virtual(worker) nowait
              compute(1_000_000);
              LockSupport.parkNanos(2_000_000);
            }
          }

          static void compute(long nanos) {
            long end = System.nanoTime() + nanos;
            while (System.nanoTime() < end) {
              Thread.onSpinWait();
            }
          }
        }
        """);
    ChildRun run = ChildRun.in(folder, "run", "--record", "run.jfr", "Handlers.java");
    assertEquals(new ChildRun(0, "", ""), run);
    recording = folder.resolve("run.jfr").toString();
  }

  private static Invocation plan(String... arguments) {
    String[] all = new String[arguments.length + 1];
    all[0] = "plan";
    System.arraycopy(arguments, 0, all, 1, arguments.length);
    return Invocation.of(all);
  }

  @Test
  void sizesAndTheirRivals_arePrintedWithPredictions() {
    Invocation plan = plan(recording, "--cores", "8", "--speed-up", "Handlers.java:8=2:1.9,4:3.4");
    assertEquals("", plan.err());
    assertEquals(ExitCode.OK, plan.exitCode());
    List<String> lines = plan.out().lines().toList();
    assertTrue(lines.getFirst().startsWith(recording + ": 400 runs in "), plan.out());
    assertTrue(lines.get(2).matches("(Keep|Change|Change nothing).*"), plan.out());
    assertTrue(lines.get(3).startsWith("Checked on the sizes that ran, P(1,1)A"), plan.out());
    assertTrue(plan.out().contains("Handlers.java:6  worker"), plan.out());
    assertTrue(plan.out().contains("\nbest "), plan.out());
    assertTrue(plan.out().contains("\nrule of thumb "), plan.out());
    assertTrue(plan.out().contains("\nas recorded "), plan.out());
    assertTrue(
        plan.out().contains("\nHandlers.java:8: worth up to 4 threads: 3.40 times"), plan.out());
  }

  @Test
  void handlerThatWaits_countsAsFewCores_whereItsProcessorTimeIsRecorded() throws Exception {
    Files.writeString(
        folder.resolve("Waits.java"),
        """
        import java.util.concurrent.locks.LockSupport;

        public class Waits {
          public static void main(String[] arguments) {
            for (int i = 0; i < 8; i++) {
              //#omp target virtual(worker) nowait
              LockSupport.parkNanos(400_000_000);
              // So many runs at a time that a ninth of each may compute on one core.
              LockSupport.parkNanos(50_000_000);
            }
          }
        }
        """);
    ChildRun run =
        ChildRun.in(folder, "run", "--record", "waits.jfr", "--processor-time", "Waits.java");
    assertEquals(new ChildRun(0, "", ""), run);
    String file = folder.resolve("waits.jfr").toString();
    Invocation plan = plan(file, "--cores", "1", "--json");
    assertEquals("", plan.err());
    Map<String, Object> json = JSON.std.mapFrom(plan.out());
    Map<?, ?> best = (Map<?, ?>) json.get("best");
    assertEquals(1, best.get("cores"));
    assertFalse(best.get("sizes").equals("P1A1"), "one core carries many threads: " + best);
    Invocation text = plan(file, "--cores", "1");
    assertTrue(text.out().contains("Waits.java:6: needs a processor for "), text.out());
    assertTrue(text.out().contains("which more threads for one run do not shorten"), text.out());
    assertFalse(text.out().contains("any speed-up"), text.out());
  }

  /**
   * 120 handlers query a database with four connections at the same time; others did so before, one
   * by one. The program notices if the machine stood still during one of these, because then the
   * recording shows nothing.
   */
  @Test
  void virtualTarget_getsTheLimitThatItsDatabaseHas() throws Exception {
    Files.writeString(
        folder.resolve("Asks.java"),
        """
        import dev.hocket.core.Targets;
        import java.util.concurrent.Semaphore;

        public class Asks {
          static final Semaphore CONNECTIONS = new Semaphore(4);

          public static void main(String[] arguments) {
            Targets.createVirtual("db");
            for (int i = 0; i < 25; i++) {
              long begin = System.nanoTime();
              //#omp target virtual(db)
              ask();
              if (System.nanoTime() - begin > 200_000_000) {
                System.exit(9);
              }
            }
            for (int i = 0; i < 120; i++) {
              //#omp target virtual(db) name_as(asked)
              ask();
            }
            //#omp wait(asked)
          }

          static void ask() {
            CONNECTIONS.acquireUninterruptibly();
            try {
              Thread.sleep(20);
            } catch (InterruptedException e) {
              throw new AssertionError(e);
            } finally {
              CONNECTIONS.release();
            }
          }
        }
        """);
    long end = System.nanoTime() + TimeUnit.MINUTES.toNanos(10);
    ChildRun run;
    do {
      run = ChildRun.in(folder, "run", "--record", "asks.jfr", "Asks.java");
    } while (run.exitCode() == 9 && System.nanoTime() < end);
    assertEquals(new ChildRun(0, "", ""), run);
    String file = folder.resolve("asks.jfr").toString();
    Invocation text = plan(file);
    assertEquals("", text.err());
    assertTrue(text.out().contains("\nVirtual target db: let "), text.out());
    Map<String, Object> json = JSON.std.mapFrom(plan(file, "--json").out());
    Map<?, ?> limit = (Map<?, ?>) ((List<?>) json.get("virtualTargets")).getFirst();
    assertEquals(true, limit.get("hindered"), limit.toString());
    // A busy machine lengthens runs, those alone and those beside others by different times.
    int found = (Integer) limit.get("limit");
    assertTrue(found >= 2 && found <= 8, limit.toString());
  }

  @Test
  void speedUpWithABand_isAccepted_andAnInvalidBand_isRefused() {
    // On a busy machine the recorded handlers have taken longer than two cores have time for.
    for (String accepted : new String[] {"2:1.9+-0.2,4:3.4", ".05+-.01"}) {
      String speedUp = "Handlers.java:8=" + accepted;
      Invocation plan = plan(recording, "--cores", "8", "--speed-up", speedUp);
      assertEquals("", plan.err());
      assertEquals(ExitCode.OK, plan.exitCode());
    }
    Invocation bad = plan(recording, "--speed-up", "Handlers.java:8=2:1.9+-");
    assertTrue(bad.err().contains("each with +-BAND if it has one"), bad.err());
    for (String number : new String[] {"1.2.3", ".", "1.5x2.3.4", "NaN"}) {
      Invocation no = plan(recording, "--speed-up", "Handlers.java:8=2:" + number);
      assertTrue(no.err().contains("expected LABEL=0.05"), no.err());
    }
    Invocation zero = plan(recording, "--speed-up", "Handlers.java:8=2:0");
    assertTrue(zero.err().contains("must be above 0"), zero.err());
    Invocation one = plan(recording, "--speed-up", "Handlers.java:8=1:2");
    assertTrue(one.err().contains("a speed-up is for 2 or more threads, not 1"), one.err());
  }

  @Test
  void json_hasTheSameFigures_andNoInfinity() {
    Invocation plan = plan(recording, "--json", "--goal", "p95", "--cores", "4");
    Map<String, Object> json = JSON.std.mapFrom(plan.out());
    Map<?, ?> best = (Map<?, ?>) json.get("best");
    assertTrue(((String) best.get("sizes")).startsWith("P"), plan.out());
    assertTrue((int) best.get("cores") <= 4);
    Map<?, ?> p95 = (Map<?, ?>) ((Map<?, ?>) best.get("replayed")).get("p95FlowSeconds");
    assertTrue((double) p95.get("low") <= (double) p95.get("value"));
    assertTrue((double) p95.get("value") <= (double) p95.get("high"));
    assertTrue((double) p95.get("value") >= .001, "the long handler takes 1 ms");
    assertEquals(2, ((List<?>) json.get("handlers")).size());
    Map<?, ?> check = (Map<?, ?>) json.get("check");
    assertTrue((double) check.get("measured") >= .001, check.toString());
    assertTrue((double) check.get("replayed") >= .001, check.toString());
    assertFalse(((String) ((Map<?, ?>) json.get("verdict")).get("inWords")).isEmpty());
  }

  @Test
  void filesThatAreNotRecordings_areRefused() throws Exception {
    assertRefused(
        "hocket: none.jfr does not exist. To record: hocket run --record none.jfr PROGRAM\n",
        "plan",
        "none.jfr");
    Path empty = Files.createFile(folder.resolve("empty.jfr"));
    assertTrue(plan(empty.toString()).err().contains("empty.jfr is no recording. To record: "));
    byte[] whole = Files.readAllBytes(Path.of(recording));
    Path cut = Files.write(folder.resolve("cut.jfr"), Arrays.copyOf(whole, whole.length * 2 / 3));
    Invocation truncated = plan(cut.toString());
    assertEquals(ExitCode.BAD_INPUT, truncated.exitCode());
    assertTrue(truncated.err().contains("cut.jfr is cut off: it has "), truncated.err());
  }

  @Test
  void recordingOfAnotherProgram_isRefused() throws Exception {
    Files.writeString(folder.resolve("Nothing.java"), "void main() {}");
    ChildRun.in(folder, "run", "--record", "nothing.jfr", "Nothing.java");
    Invocation plan = plan(folder.resolve("nothing.jfr").toString());
    assertEquals(ExitCode.BAD_INPUT, plan.exitCode());
    assertTrue(plan.err().contains("no block of Hocket's ended"), plan.err());
  }

  @Test
  void recordingOfTeamsAlone_reportsTheirSpeed() throws Exception {
    Files.writeString(
        folder.resolve("Teams.java"),
        """
        public class Teams {
          static final double[] ROOTS = new double[1000];

          public static void main(String[] arguments) {
            for (int threads = 1; threads <= 2; threads++) {
              //#omp parallel for num_threads(threads)
              for (int i = 0; i < ROOTS.length; i++) {
                ROOTS[i] = Math.sqrt(i);
              }
            }
          }
        }
        """);
    ChildRun run = ChildRun.in(folder, "run", "--record", "teams.jfr", "Teams.java");
    assertEquals(new ChildRun(0, "", ""), run);
    String file = folder.resolve("teams.jfr").toString();
    Invocation plan = plan(file);
    assertEquals("", plan.err());
    List<String> lines = plan.out().lines().toList();
    assertTrue(lines.getFirst().startsWith(file + ": parallel regions, and no block, in "));
    assertTrue(lines.get(3).matches("Teams.java:6 +1 +1 .*"), plan.out());
    assertTrue(lines.get(4).matches("Teams.java:6 +2 +1 .*"), plan.out());
    Map<String, Object> json = JSON.std.mapFrom(plan(file, "--json").out());
    Map<?, ?> team = (Map<?, ?>) ((List<?>) json.get("regions")).get(1);
    assertEquals(2, team.get("threads"));
    assertTrue((double) ((Map<?, ?>) team.get("speedUp")).get("value") > 0, json.toString());
  }

  @Test
  void tooFewCores_areRefusedWithTheLoad() {
    // The program may have stood still for most of its time, so its load may be small.
    Invocation plan = plan(recording, "--cores", "1", "--most", "1e-6");
    assertEquals(ExitCode.BAD_INPUT, plan.exitCode());
    assertTrue(plan.err().matches("(?s)hocket: the handlers need [0-9.]+ cores, .*"), plan.err());
    assertTrue(plan.err().contains("Name more with --cores"), plan.err());
  }

  @Test
  void badOptions_areRefusedInOneMessage() {
    Invocation goal = plan(recording, "--goal", "best");
    assertTrue(goal.err().contains("expected mean, p95 or over100ms, not 'best'"), goal.err());
    Invocation curve = plan(recording, "--speed-up", "Handlers.java:6=fast");
    assertTrue(curve.err().contains("expected LABEL=0.05"), curve.err());
    Invocation label = plan(recording, "--speed-up", "None.java:1=0.1");
    assertTrue(label.err().contains("no blocks labelled None.java:1, only "), label.err());
  }

  @Test
  void calibration_runsTheProgramOnEachNumberOfThreads() throws Exception {
    Files.writeString(
        folder.resolve("Threads.java"),
        """
        public class Threads {
          public static void main(String[] arguments) {
            long micros = 4000 / Integer.parseInt(System.getenv("OMP_NUM_THREADS"));
            for (int i = 0; i < 10; i++) {
              //#omp target virtual(worker)
              compute(1000 * micros);
            }
          }

          static void compute(long nanos) {
            long end = System.nanoTime() + nanos;
            while (System.nanoTime() < end) {
              Thread.onSpinWait();
            }
          }
        }
        """);
    ChildRun calibrate =
        ChildRun.in(
            folder,
            "plan",
            "calibrate",
            "--block",
            "Threads.java:5",
            "--np",
            "1,4",
            "--busy",
            "Threads.java");
    assertEquals("", calibrate.err());
    List<String> lines = calibrate.out().lines().toList();
    assertTrue(lines.get(1).startsWith("      1    10  "), calibrate.out());
    assertTrue(lines.get(2).startsWith("      4    10  "), calibrate.out());
    assertTrue(lines.get(1).contains(" times as long"), calibrate.out());
    String option = lines.getLast();
    assertTrue(option.matches("--speed-up Threads.java:5=1:1.00x\\d+.\\d\\d,4:.*"), option);
    Invocation without = plan(recording, "--speed-up", "Handlers.java:8=1:1x1.3,4:3.4x1.1");
    assertEquals(ExitCode.BAD_INPUT, without.exitCode());
    assertTrue(without.err().contains("record with --processor-time"), without.err());
    ChildRun other =
        ChildRun.in(folder, "plan", "calibrate", "--block", "Threads.java:9", "Threads.java");
    assertEquals(ExitCode.BAD_INPUT, other.exitCode());
    assertTrue(other.err().contains("labelled Threads.java:9, only [Threads.java:5]"), other.err());
  }

  @Test
  void calibrationOfAnythingButAProgram_isRefusedWithTheReason() throws Exception {
    Files.writeString(folder.resolve("README.md"), "# Read me");
    ChildRun calibrate =
        ChildRun.in(folder, "plan", "calibrate", "--block", "README.md:1", "README.md");
    assertEquals(ExitCode.BAD_INPUT, calibrate.exitCode(), calibrate.err());
    assertTrue(calibrate.err().contains("README.md"), calibrate.err());
    assertTrue(calibrate.err().lines().count() > 1, "the reason of run: " + calibrate.err());
  }

  @Test
  void twoRecordings_areBeforeAndAfter_andCompared() {
    Invocation same = plan(recording, recording, "--goal", "p95");
    assertEquals("", same.err());
    assertTrue(same.out().startsWith("95 % are done in: "), same.out());
    assertTrue(same.out().contains("Their bands overlap, so that may be chance."), same.out());
    assertTrue(same.out().contains("Handlers.java:6  before"), same.out());
    assertTrue(same.out().contains("The replay of "), same.out());
    Invocation json = plan(recording, recording, "--json");
    assertEquals(ExitCode.BAD_INPUT, json.exitCode());
    assertTrue(json.err().contains("two recordings are compared"), json.err());
    Invocation cores = plan(recording, recording, "--cores", "8");
    assertEquals(ExitCode.BAD_INPUT, cores.exitCode());
    assertTrue(
        cores.err().contains("takes no options but --goal and --recorded-cores"), cores.err());
  }

  @Test
  void threeRecordings_areRefused() {
    Invocation three = plan(recording, recording, recording);
    assertEquals(ExitCode.BAD_INPUT, three.exitCode());
    assertTrue(three.err().contains("one recording, or two to compare them, not 3"), three.err());
  }

  @Test
  void numbersOutOfRange_areRefusedByTheNameOfTheirOption() {
    for (String[] bad :
        new String[][] {
          {"--cores", "0"}, {"--cores", "1025"}, {"--recorded-cores", "0"}, {"--most", "1.5"}
        }) {
      Invocation plan = plan(recording, bad[0], bad[1]);
      assertEquals(ExitCode.BAD_INPUT, plan.exitCode());
      assertTrue(plan.err().startsWith("hocket: " + bad[0] + " needs "), plan.err());
    }
  }
}
