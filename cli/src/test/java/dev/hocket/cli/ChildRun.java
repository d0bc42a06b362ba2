package dev.hocket.cli;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A run of the command line in a separate JVM, for commands that exit or run a program. */
record ChildRun(int exitCode, String out, String err) {
  private static final int LIMIT_SECONDS = 300;

  static ChildRun in(Path folder, String... arguments) throws Exception {
    return in(folder, List.of(), arguments);
  }

  static ChildRun in(Path folder, List<String> jvmFlags, String... arguments) throws Exception {
    return of(builder(folder, jvmFlags, arguments), folder);
  }

  static ChildRun of(ProcessBuilder builder, Path folder) throws Exception {
    Path out = folder.resolve("child.out");
    Path err = folder.resolve("child.err");
    Process child = builder.redirectOutput(out.toFile()).redirectError(err.toFile()).start();
    child.getOutputStream().close();
    boolean ended = child.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS);
    if (!ended) {
      child.destroyForcibly();
    }
    assertTrue(ended, "still running after " + LIMIT_SECONDS + " s; printed " + text(out));
    return new ChildRun(child.exitValue(), text(out), text(err));
  }

  static ProcessBuilder builder(Path folder, List<String> jvmFlags, String... arguments) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(QuickStart.FLAGS);
    command.add("-Dhocket.root=" + System.getProperty("hocket.root"));
    command.addAll(jvmFlags);
    command.add(Main.class.getName());
    command.addAll(List.of(arguments));
    return new ProcessBuilder(command).directory(folder.toFile());
  }

  private static String text(Path file) throws IOException {
    return Files.readString(file, StandardCharsets.UTF_8);
  }
}
