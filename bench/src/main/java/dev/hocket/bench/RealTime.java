package dev.hocket.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Runs a part of a benchmark in a JVM of its own whose threads come before those of all other
 * programs, where the system has {@code chrt} and the user may use it, as root may. What else runs
 * on the machine takes a thread's processor away for milliseconds otherwise, and a queue feels that
 * for a long time after.
 */
final class RealTime {
  private static final List<String> FIRST = List.of("chrt", "-f", "1");
  private static final long ASKING_SECONDS = 10;

  private RealTime() {}

  /** Runs {@code main} of a class with the output of this JVM, and fails if it fails. */
  static void run(Class<?> main, long limitSeconds, String... arguments)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(isPermitted() ? FIRST : List.of());
    command.addAll(
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-cp",
            System.getProperty("java.class.path"),
            main.getName()));
    command.addAll(List.of(arguments));
    Process process = new ProcessBuilder(command).inheritIO().start();
    try {
      if (!process.waitFor(limitSeconds, TimeUnit.SECONDS) || process.exitValue() != 0) {
        throw new AssertionError("went wrong: " + command);
      }
    } finally {
      process.destroyForcibly();
    }
  }

  static boolean isPermitted() throws InterruptedException {
    List<String> command = new ArrayList<>(FIRST);
    command.add("true");
    try {
      Process process =
          new ProcessBuilder(command)
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start();
      return process.waitFor(ASKING_SECONDS, TimeUnit.SECONDS) && process.exitValue() == 0;
    } catch (IOException e) {
      return false;
    }
  }
}
