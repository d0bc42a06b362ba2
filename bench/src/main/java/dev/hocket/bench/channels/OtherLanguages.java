package dev.hocket.bench.channels;

import dev.hocket.bench.processes.NativeBuild;
import dev.hocket.bench.processes.Programs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * The peers written in other languages that this machine can build. For each peer that it cannot
 * build, a line prints the reason.
 */
final class OtherLanguages implements AutoCloseable {
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
    String failure =
        NativeBuild.failure(build, Programs.ROOT.resolve("bench/src/main").resolve(sources));
    if (failure == null) {
      peers.add(new ProgramPeer(name, List.of(program.toString())));
    } else {
      System.out.printf("%n%s: not measured: %s%n", name, failure);
    }
  }

  /** Ends the programs and deletes the files that were built. */
  @Override
  public void close() throws IOException {
    peers.forEach(ProgramPeer::close);
    Programs.delete(folder);
  }
}
