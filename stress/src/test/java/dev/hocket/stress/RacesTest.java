package dev.hocket.stress;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.openjdk.jcstress.infra.Status;
import org.openjdk.jcstress.infra.collectors.DiskReadCollector;
import org.openjdk.jcstress.infra.collectors.TestResult;
import org.openjdk.jcstress.infra.runners.TestList;

/** Runs the races of this module with jcstress, all in one go, and reports each as a test. */
class RacesTest {
  private static final boolean LONG = Boolean.getBoolean("hocket.long");

  /** The pattern of the races to run; all run unless {@code -Dhocket.race} is given. */
  private static final Pattern CHOSEN = Pattern.compile(System.getProperty("hocket.race", ""));

  /** The time limit of all races together; it is below that of the JVM that runs this test. */
  private static final long MOST_MINUTES = LONG ? 60 : 14;

  /** The number of lines of the racing JVM's output that a failure's message quotes. */
  private static final int MOST_LINES = 20;

  private static final List<TestResult> RESULTS = new ArrayList<>();
  private static Path directory;

  static Stream<String> races() {
    return TestList.tests().stream().filter(CHOSEN.asPredicate()).sorted();
  }

  @BeforeAll
  static void race() throws Exception {
    directory = Files.createDirectories(Path.of("target", "jcstress")).toAbsolutePath();
    for (Path old : resultFiles()) {
      Files.delete(old);
    }
    Path log = directory.resolve("log.txt");
    Files.deleteIfExists(log);
    Set<String> left = races().collect(Collectors.toCollection(TreeSet::new));
    int before;
    // A race that hangs ends a run of short ones early, and hides no other.
    do {
      before = left.size();
      run(left, log);
      RESULTS.forEach(result -> left.remove(result.getName()));
    } while (!left.isEmpty() && left.size() < before);
    assertFalse(RESULTS.isEmpty(), () -> "jcstress ran no race; its output: " + log);
  }

  private static void run(Set<String> races, Path log) throws Exception {
    Process jcstress =
        new ProcessBuilder(command(races))
            .directory(directory.toFile())
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()))
            .start();
    if (!jcstress.waitFor(MOST_MINUTES, TimeUnit.MINUTES)) {
      jcstress.descendants().forEach(ProcessHandle::destroyForcibly);
      jcstress.destroyForcibly().waitFor();
    }
    for (Path results : resultFiles()) {
      DiskReadCollector reader = new DiskReadCollector(results.toString(), RESULTS::add);
      reader.dump();
      reader.close();
      Files.delete(results);
    }
  }

  @ParameterizedTest
  @MethodSource("races")
  void race_endsInNoForbiddenWay(String race) {
    List<TestResult> runs = RESULTS.stream().filter(run -> run.getName().equals(race)).toList();
    assertFalse(runs.isEmpty(), "not run, see " + directory.resolve("log.txt"));
    for (TestResult run : runs) {
      assertEquals(Status.NORMAL, run.status(), () -> told(run));
      assertTrue(run.getTotalCount() > 0, () -> told(run));
      assertTrue(run.grading().isPassed, () -> told(run));
    }
  }

  private static String told(TestResult run) {
    Stream<String> ends = run.getStateKeys().stream().map(end -> run.getCount(end) + " x " + end);
    return Stream.of(
            ends,
            run.grading().failureMessages.stream(),
            run.getMessages().stream(),
            run.getVmErr().stream().limit(MOST_LINES))
        .flatMap(lines -> lines)
        .collect(
            Collectors.joining(
                "\n", "", "\nMore: " + directory.resolve(LONG ? "results/index.html" : "log.txt")));
  }

  // A hand-over takes microseconds, not nanoseconds: with short strides the actors meet more often.
  // jcstress notices that the time is over after a stride count of strides, and calls 30 more
  // seconds a hang: 50 states of a short run end in that time even on a machine so busy that each
  // takes half a second.
  private static List<String> command(Set<String> races) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(LONG ? List.of() : jvmArguments());
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.addAll(LONG ? longRaces() : shortRaces());
    String pattern =
        races.stream().map(Pattern::quote).collect(Collectors.joining("|", "^(", ")$"));
    command.addAll(List.of("-t", pattern, "-strideSize", "5"));
    return command;
  }

  // Each race runs in one configuration of the JVM; jcstress would try a dozen.
  private static List<String> longRaces() {
    List<String> arguments =
        new ArrayList<>(List.of("org.openjdk.jcstress.Main", "-v", "-r", "results"));
    arguments.addAll(List.of("-sc", "false", "-af", "NONE", "-f", "1"));
    arguments.addAll(List.of("-iters", "3", "-time", "3000", "-strideCount", "1000"));
    arguments.addAll(List.of("-jvmArgs", String.join(" ", jvmArguments())));
    return arguments;
  }

  // Without a number of processors, jcstress would keep all busy to count them.
  private static List<String> shortRaces() {
    List<String> arguments =
        new ArrayList<>(List.of(ShortRaces.class.getName(), "results.bin.gz", "-c", "2"));
    arguments.addAll(List.of("-iters", "1", "-time", "200", "-strideCount", "10"));
    return arguments;
  }

  // On two processors a pool's idle threads do not search (Worker.SEARCHES), so the steps around a
  // search would not be tested: the racing JVM gets the option that pretends there are four.
  // Optimised compilation would take longer than the short run.
  private static List<String> jvmArguments() {
    List<String> arguments = new ArrayList<>(List.of("-Xmx512m", "-XX:ActiveProcessorCount=4"));
    arguments.addAll(LONG ? List.of() : List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"));
    return arguments;
  }

  private static List<Path> resultFiles() throws IOException {
    List<Path> files = new ArrayList<>();
    try (DirectoryStream<Path> found = Files.newDirectoryStream(directory, "*.bin.gz")) {
      found.forEach(files::add);
    }
    return files;
  }
}
