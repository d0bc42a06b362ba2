package dev.hocket.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * The peers written in other languages that this machine can build. For each peer that it cannot
 * build, a line prints the reason.
 */
final class OtherLanguages implements AutoCloseable {
  private static final int BUILD_LIMIT_SECONDS = 600;

  private final Path folder = Files.createTempDirectory("hocket-bench");
  private final List<ProgramPeer> peers = new ArrayList<>();

  OtherLanguages() throws IOException, InterruptedException {
    Path go = folder.resolve("channels");
    add("Go", "go", List.of("go", "build", "-buildvcs=false", "-o", go.toString(), "."), go);
    add(
        "crossbeam, threads of the system",
        "rust",
        List.of("cargo", "build", "--quiet", "--release", "--locked", "--target-dir", "" + folder),
        folder.resolve("release/channels"));
  }

  List<ProgramPeer> peers() {
    return Collections.unmodifiableList(peers);
  }

  private void add(String name, String sources, List<String> build, Path program)
      throws IOException, InterruptedException {
    String failure = failure(build, Programs.ROOT.resolve("bench/src/main").resolve(sources));
    if (failure == null) {
      peers.add(new ProgramPeer(name, List.of(program.toString())));
    } else {
      System.out.printf("%n%s: not measured: %s%n", name, failure);
    }
  }

  /**
   * Runs a command that builds a program. Returns the reason of a failure, or null if the program
   * is built.
   */
  static String failure(List<String> build, Path sources) throws InterruptedException {
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
    if (!process.waitFor(BUILD_LIMIT_SECONDS, TimeUnit.SECONDS)) {
      process.destroy();
      return build + " was not done after " + BUILD_LIMIT_SECONDS + " s";
    }
    return process.exitValue() == 0
        ? null
        : build + " in " + sources + " ended with status " + process.exitValue();
  }

  /** Ends the programs and deletes the files that were built. */
  @Override
  public void close() throws IOException {
    peers.forEach(ProgramPeer::close);
    Programs.delete(folder);
  }
}
