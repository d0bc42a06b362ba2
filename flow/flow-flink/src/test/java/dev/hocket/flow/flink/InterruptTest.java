package dev.hocket.flow.flink;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hocket.flow.Flow;
import dev.hocket.flow.functions.Library;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests that Ctrl-C stops a program's jobs with savepoints, from which the next run goes on. */
@Timeout(value = 10, unit = TimeUnit.MINUTES)
class InterruptTest {
  private static final String SAVED = "saved; continue with --from ";

  @TempDir private Path folder;

  private final List<Process> started = new ArrayList<>();

  /** A program with flows at once. */
  static final class Adding {
    private Adding() {}

    private static Flow flow(String name, String end) {
      return Flow.define(
          name,
          Library.of(Samples.class, SessionClusterTest.class),
          d -> {
            Object n = d.call("until", end);
            return d.call("shown", d.call("sum", n), d.call("count", n));
          });
    }

    /** Runs the flows that are named, until there is a file. */
    public static void main(String[] arguments) {
      for (int i = 1; i < arguments.length; i++) {
        String name = arguments[i];
        Flow flow = flow(name, arguments[0]);
        new Thread(() -> System.out.println("result of " + name + " " + flow.run())).start();
      }
    }
  }

  private Process start(List<String> flags, String... flows) throws IOException {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-Djava.io.tmpdir=" + Files.createDirectories(folder.resolve("temporary")),
                "-Dhocket.engine=flink",
                "-Dhocket.flink.checkpoints=0.2",
                "-Dhocket.flink.savepoints=" + folder.resolve("savepoints"),
                "-cp",
                System.getProperty("java.class.path")));
    command.addAll(1, flags);
    command.addAll(List.of(Adding.class.getName(), folder.resolve("end").toString()));
    command.addAll(List.of(flows));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    started.add(process);
    return process;
  }

  @AfterEach
  void endAll() {
    started.forEach(Process::destroyForcibly);
  }

  private static String line(BufferedReader lines, String part) throws IOException {
    StringBuilder all = new StringBuilder();
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      if (line.contains(part)) {
        return line;
      }
      all.append(line).append('\n');
    }
    throw new AssertionError("no line with " + part + " in:\n" + all);
  }

  /** Asks a program to end, as the command line does after a Ctrl-C that both have got. */
  private static void interrupt(Process program) {
    // By SIGTERM: SIGINT is ignored where tests run in the background.
    program.toHandle().destroy();
    program.toHandle().destroy();
  }

  @Test
  void interruptedProgram_goesOnFromItsSavepoint_andLeavesNoCheckpoints() throws Exception {
    String savepoint;
    List<String> out = List.of("-Dhocket.flink.out=" + folder.resolve("out"));
    Process first = start(out, "adding");
    try (BufferedReader lines = first.inputReader()) {
      String begin = line(lines, "flow adding: a job of 1 stage on a cluster in this JVM, http://");
      assertTrue(begin.contains("/jobs/"), begin);
      interrupt(first);
      String saved = line(lines, SAVED);
      assertTrue(saved.startsWith("flow adding: " + SAVED), saved);
      savepoint = saved.substring(saved.indexOf(SAVED) + SAVED.length());
    }
    first.waitFor();
    try (var left = Files.list(folder.resolve("temporary"))) {
      assertEquals(
          List.of(),
          left.map(Path::getFileName)
              .map(Path::toString)
              .filter(name -> name.startsWith("hocket"))
              .toList());
    }
    Files.createFile(folder.resolve("end"));
    Process second = start(List.of(out.getFirst(), "-Dhocket.flink.from=" + savepoint), "adding");
    String result;
    try (BufferedReader lines = second.inputReader()) {
      result = line(lines, "result of adding ").substring("result of adding ".length());
    }
    String[] sumAndCount = result.split("=");
    long count = Long.parseLong(sumAndCount[1]);
    assertEquals(count * (count - 1) / 2, Long.parseLong(sumAndCount[0]));
    assertEquals(count, lines().size());
  }

  @Test
  void flowsOfOneProgram_areAllSaved() throws Exception {
    Process program = start(List.of(), "one", "two");
    Map<String, String> saved = new HashMap<>();
    try (BufferedReader lines = program.inputReader()) {
      line(lines, ": a job of 1 stage");
      line(lines, ": a job of 1 stage");
      interrupt(program);
      for (int i = 0; i < 2; i++) {
        String line = line(lines, SAVED);
        saved.put(
            line.substring(0, line.indexOf(':')),
            line.substring(line.indexOf(SAVED) + SAVED.length()));
      }
    }
    assertEquals(List.of("flow one", "flow two"), saved.keySet().stream().sorted().toList());
    assertEquals(2, saved.values().stream().distinct().count(), saved.toString());
  }

  private List<String> lines() throws IOException {
    List<String> lines = new ArrayList<>();
    try (var files = Files.list(folder.resolve("out"))) {
      for (Path file : files.toList()) {
        assertTrue(!file.getFileName().toString().startsWith("."), file.toString());
        lines.addAll(Files.readAllLines(file));
      }
    }
    return lines;
  }
}
