package dev.hocket.events;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A program in a JVM of its own. */
public final class ChildJvm {
  private ChildJvm() {}

  /**
   * Runs a program to its end, which must be a good one.
   *
   * @param directory for what it prints
   * @param limit after which it is killed, and the calling test fails
   * @param options of the JVM
   * @param main its class
   * @param arguments what it is given
   * @return what it printed
   */
  public static String run(
      Path directory, Duration limit, List<String> options, Class<?> main, String... arguments)
      throws IOException, InterruptedException {
    return run(directory, limit, options, System.getProperty("java.class.path"), main, arguments);
  }

  /**
   * The same with other classes.
   *
   * @param directory for what it prints
   * @param limit after which it is killed, and the calling test fails
   * @param options of the JVM
   * @param classes its class path
   * @param main its class
   * @param arguments what it is given
   * @return what it printed
   */
  public static String run(
      Path directory,
      Duration limit,
      List<String> options,
      String classes,
      Class<?> main,
      String... arguments)
      throws IOException, InterruptedException {
    Path output = directory.resolve("output");
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(options);
    command.addAll(List.of("-cp", classes, main.getName()));
    command.addAll(List.of(arguments));
    // Into a file: a thread that reads a pipe would wait for a child that does not end.
    Process child =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    try {
      boolean ended = child.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS);
      String printed = Files.readString(output);
      assertTrue(ended, () -> "not over after " + limit + ":\n" + printed);
      assertEquals(0, child.exitValue(), printed);
      return printed;
    } finally {
      child.destroyForcibly().waitFor();
    }
  }
}
