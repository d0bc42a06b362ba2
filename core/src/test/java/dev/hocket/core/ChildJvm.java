package dev.hocket.core;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Runs a main class in a JVM of its own: for what only a whole program can show. */
record ChildJvm(int exitCode, String out, String err) {
  static ChildJvm run(Class<?> main, String... jvmOptions)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("-XX:TieredStopAtLevel=1");
    command.addAll(List.of(jvmOptions));
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
    Path out = Files.createTempFile("child", ".out");
    Path err = Files.createTempFile("child", ".err");
    try {
      Process process =
          new ProcessBuilder(command)
              .redirectOutput(out.toFile())
              .redirectError(err.toFile())
              .start();
      boolean ended = process.waitFor(60, TimeUnit.SECONDS);
      if (!ended) {
        process.destroyForcibly().waitFor();
      }
      String errors = Files.readString(err);
      assertTrue(ended, () -> main.getSimpleName() + " did not exit by itself\n" + errors);
      return new ChildJvm(process.exitValue(), Files.readString(out), errors);
    } finally {
      Files.delete(out);
      Files.delete(err);
    }
  }
}
