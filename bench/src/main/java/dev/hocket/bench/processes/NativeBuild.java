package dev.hocket.bench.processes;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Builds programs in other languages with the compilers that this machine has. */
public final class NativeBuild {
  private static final int LIMIT_SECONDS = 600;

  private NativeBuild() {}

  /**
   * Runs a command that builds a program. Returns the reason of a failure, or null if the program
   * is built.
   */
  public static String failure(List<String> build, Path sources) throws InterruptedException {
    Process process;
    try {
      process =
          new ProcessBuilder(build)
              .directory(sources.toFile())
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .redirectError(ProcessBuilder.Redirect.INHERIT)
              .start();
    } catch (IOException e) {
      return build.getFirst() + " not found on the PATH";
    }
    if (!process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)) {
      process.destroy();
      return build + " was not done after " + LIMIT_SECONDS + " s";
    }
    return process.exitValue() == 0
        ? null
        : build + " in " + sources + " ended with status " + process.exitValue();
  }
}
