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
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests that Ctrl-C stops a program's job with a savepoint, from which the next run goes on. */
@Timeout(value = 4, unit = TimeUnit.MINUTES)
class InterruptTest {
  private static final String SAVED = "saved; continue with --from ";

  @TempDir private Path folder;

  /** A program with one flow. */
  static final class Adding {
    private Adding() {}

    /** Runs it until there is a file. */
    public static void main(String[] arguments) {
      Flow flow =
          Flow.define(
              "adding",
              Library.of(Samples.class, SessionClusterTest.class),
              d -> {
                Object n = d.call("until", arguments[0]);
                return d.call("shown", d.call("sum", n), d.call("count", n));
              });
      System.out.println("result " + flow.run());
    }
  }

  private Process start(String... flags) throws IOException {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-Dhocket.engine=flink",
                "-Dhocket.flink.checkpoints=0.2",
                "-Dhocket.flink.savepoints=" + folder.resolve("savepoints"),
                "-Dhocket.flink.out=" + folder.resolve("out"),
                "-cp",
                System.getProperty("java.class.path")));
    command.addAll(List.of(flags));
    command.addAll(List.of(Adding.class.getName(), folder.resolve("end").toString()));
    return new ProcessBuilder(command).redirectErrorStream(true).start();
  }

  private static String line(BufferedReader lines, String beginning) throws IOException {
    StringBuilder all = new StringBuilder();
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      if (line.startsWith(beginning)) {
        return line;
      }
      all.append(line).append('\n');
    }
    throw new AssertionError("no line " + beginning + " in:\n" + all);
  }

  @Test
  void interruptedProgram_goesOnFromItsSavepoint() throws Exception {
    String savepoint;
    Process first = start();
    try (BufferedReader lines = first.inputReader()) {
      String begin = line(lines, "flow adding: a job of 1 stage on a cluster in this JVM, http://");
      assertTrue(begin.contains("/jobs/"), begin);
      // As Ctrl-C does; that signal is ignored where tests run in the background.
      first.toHandle().destroy();
      savepoint = line(lines, SAVED).substring(SAVED.length());
    } finally {
      first.destroyForcibly();
    }
    Files.createFile(folder.resolve("end"));
    Process second = start("-Dhocket.flink.from=" + savepoint);
    String result;
    try (BufferedReader lines = second.inputReader()) {
      result = line(lines, "result ").substring("result ".length());
    } finally {
      second.destroyForcibly();
    }
    String[] sumAndCount = result.split("=");
    long count = Long.parseLong(sumAndCount[1]);
    assertEquals(count * (count - 1) / 2, Long.parseLong(sumAndCount[0]));
    assertEquals(count, lines().size());
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
