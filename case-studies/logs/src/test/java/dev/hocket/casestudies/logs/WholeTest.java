package dev.hocket.casestudies.logs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import dev.hocket.compiler.HocketCompiler;
import dev.hocket.core.ChildJvm;
import dev.hocket.core.Eventually;
import java.awt.GraphicsEnvironment;
import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The program as {@code hocket run} compiles it, in a JVM of its own; {@code logs.sh} adds the
 * page.
 */
@Timeout(600)
class WholeTest {
  private static final Path SOURCES =
      Path.of(System.getProperty("hocket.root"), "case-studies/logs/src/main/java");
  private static final List<String> OPTIONS =
      List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xmx256m");
  private static final Duration LIMIT = Duration.ofMinutes(5);

  @TempDir static Path classes;
  @TempDir Path logs;
  @TempDir Path data;

  @BeforeAll
  static void compile() throws IOException {
    String libraries =
        Arrays.stream(ChildJvm.CLASS_PATH.split(File.pathSeparator))
            .filter(entry -> Files.exists(Path.of(entry)))
            .collect(Collectors.joining(File.pathSeparator));
    List<String> arguments =
        new ArrayList<>(List.of("-Xlint:all", "-g", "-d", classes.toString(), "-cp", libraries));
    try (Stream<Path> files = Files.walk(SOURCES)) {
      files.map(Path::toString).filter(name -> name.endsWith(".java")).forEach(arguments::add);
    }
    StringWriter said = new StringWriter();
    HocketCompiler.compile(
        arguments, new HocketCompiler.Options(null, false, false), new PrintWriter(said, true));
    assertEquals("", said.toString());
  }

  private static String classPath() {
    return classes + File.pathSeparator + ChildJvm.CLASS_PATH;
  }

  private ChildJvm run(Class<?> main, String... more) throws Exception {
    List<String> arguments = new ArrayList<>(List.of(more));
    arguments.addAll(List.of("--no-page", "--data", data.toString(), logs.toString()));
    return ChildJvm.run(LIMIT, OPTIONS, classPath(), main, arguments.toArray(String[]::new));
  }

  private Process start(Path output) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(OPTIONS);
    command.addAll(List.of("-cp", classPath(), Main.class.getName(), "--headless", "--no-page"));
    command.addAll(List.of("--data", data.toString(), logs.toString()));
    return new ProcessBuilder(command)
        .redirectErrorStream(true)
        .redirectOutput(output.toFile())
        .start();
  }

  private long stored() throws IOException {
    return Checkpoint.load(data).counts().values().stream().mapToLong(Long::longValue).sum();
  }

  @Test
  void killedAgainAndAgain_losesNothingAndCountsNothingTwice(@TempDir Path output)
      throws Exception {
    long seed = Long.getLong("hocket.seed", new Random().nextLong());
    System.out.println("WholeTest: hocket.seed=" + seed);
    Generator generator = IngestTest.generator(logs, seed);
    Random random = new Random(seed);
    for (int round = 0; round < 3; round++) {
      Path said = output.resolve("out" + round);
      Process explorer = start(said);
      try {
        long before = stored();
        for (int step = 0; step < 40; step++) {
          generator.write(500);
          if (random.nextInt(8) == 0) {
            generator.rotate();
          }
        }
        // In the middle: some of the new lines are stored, and more are on the way.
        Eventually.holds(() -> stored() > before || !explorer.isAlive());
        generator.write(20_000);
        assertTrue(explorer.isAlive(), () -> "it ended: " + read(said));
      } finally {
        explorer.destroyForcibly().waitFor();
      }
    }
    String printed = run(Main.class, "--once").output();
    assertEquals(generator.counts(), Checkpoint.load(data).counts(), printed);
    assertTrue(printed.contains("\nall 120000\n"), printed);
    assertEquals(120_000, IngestTest.lines(data).size());
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      return e.toString();
    }
  }

  @Test
  void user_findsWhatTheGeneratorWrote_andClosesWhileItReads() throws Exception {
    assumeFalse(GraphicsEnvironment.isHeadless(), "needs a display");
    Generator generator = IngestTest.generator(logs, 7);
    generator.write(20_000);
    generator.rotate();
    generator.write(10_000);
    List<String> lines = run(User.class).lines();
    assertEquals(
        List.of("first line true", "found " + generator.rare(), "total 30000", "closed"), lines);
    run(Main.class, "--once").output();
    assertEquals(counts(generator), counts(Checkpoint.load(data).counts()));
  }

  /** The user's own lines are not the generator's. */
  private static Map<Tally, Long> counts(Generator generator) {
    return counts(generator.counts());
  }

  private static Map<Tally, Long> counts(Map<Tally, Long> counts) {
    return counts.entrySet().stream()
        .filter(one -> !one.getKey().service().equals("user"))
        .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
  }

  @Test
  void secondAnswer_keepsTheSelection_andBothHaveOneLimit() throws Exception {
    assumeFalse(GraphicsEnvironment.isHeadless(), "needs a display");
    ChildJvm user =
        ChildJvm.run(LIMIT, OPTIONS, classPath(), PatientUser.class, "" + logs, "" + data);
    assertEquals(List.of("selected line 0", "ended in time"), user.lines());
  }

  @Test
  void damagedFile_isNamed_andTheRestCounted() throws Exception {
    Files.writeString(logs.resolve("a.log"), "one\n");
    Files.write(logs.resolve("b.log.2.gz"), new byte[] {0x1F, (byte) 0x8B, 8});
    ChildJvm once = run(Main.class, "--once");
    assertEquals(1, once.exitCode(), once.err());
    assertTrue(once.err().contains("b.log.2.gz is damaged"), once.err());
    assertEquals(List.of("a OTHER 1", "all 1"), once.out().lines().toList());
  }

  @Test
  void mistakes_areNamedWithAWayOut() throws Exception {
    Path file = Files.createFile(data.resolve("file"));
    ChildJvm noFolder =
        ChildJvm.run(
            LIMIT, OPTIONS, classPath(), Main.class, "--once", "--data", "" + file, "" + logs);
    assertEquals(2, noFolder.exitCode());
    assertEquals("logs: " + file + " is a file; name a folder by --data", noFolder.err().strip());
    ChildJvm unknown = ChildJvm.run(LIMIT, OPTIONS, classPath(), Main.class, "--port", "x");
    assertEquals(2, unknown.exitCode());
    assertTrue(
        unknown.err().startsWith("logs: --port needs a number from 0 to 65535, not x\nusage:"),
        unknown.err());
  }
}
