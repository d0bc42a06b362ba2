package dev.hocket.core;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A program that has run in a JVM of its own, for tests that need a whole program.
 *
 * @param exitCode its exit code
 * @param out its standard output
 * @param err its standard error
 */
public record ChildJvm(int exitCode, String out, String err) {
  /** The class path of the tests. */
  public static final String CLASS_PATH = System.getProperty("java.class.path");

  private static final Duration LIMIT = Duration.ofMinutes(5);

  /** Runs a program with the classes of the tests; it is killed after five minutes. */
  static ChildJvm run(Class<?> main, String... jvmOptions)
      throws IOException, InterruptedException {
    List<String> options = new ArrayList<>(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"));
    options.addAll(List.of(jvmOptions));
    return run(LIMIT, options, CLASS_PATH, main);
  }

  /**
   * Runs a program to its end.
   *
   * @param limit the time after which it is killed and the calling test fails
   * @param options the options of the JVM
   * @param classPath the class path
   * @param main the main class
   * @param arguments the arguments of the program
   * @return the program, which has ended
   * @throws IOException if it cannot be started
   * @throws InterruptedException if the calling thread is interrupted; the program is killed
   */
  public static ChildJvm run(
      Duration limit, List<String> options, String classPath, Class<?> main, String... arguments)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(options);
    command.addAll(List.of("-cp", classPath, main.getName()));
    command.addAll(List.of(arguments));
    // Into files: a thread that reads a pipe would wait for a program that does not end.
    Path out = Files.createTempFile("child", ".out");
    Path err = Files.createTempFile("child", ".err");
    Process process =
        new ProcessBuilder(command)
            .redirectOutput(out.toFile())
            .redirectError(err.toFile())
            .start();
    try {
      boolean ended = process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS);
      process.destroyForcibly().waitFor();
      ChildJvm child =
          new ChildJvm(process.exitValue(), Files.readString(out), Files.readString(err));
      assertTrue(ended, () -> main.getSimpleName() + " did not end within " + limit + "\n" + child);
      return child;
    } finally {
      process.destroyForcibly();
      Files.delete(out);
      Files.delete(err);
    }
  }

  /**
   * Checks that the program exited normally.
   *
   * @return its standard output, followed by its standard error
   */
  public String output() {
    assertEquals(0, exitCode, err);
    return out + err;
  }

  /**
   * Checks that the program exited normally.
   *
   * @return the lines of its standard output; standard error may have the report at exit
   */
  public List<String> lines() {
    assertEquals(0, exitCode, err);
    return out.lines().toList();
  }
}
