package dev.hocket.bench;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * The npm package in {@code quoll} beside its peers. Its benchmark is a program for Node.js, {@code
 * quoll/bench/main.mjs}, that prints the tables itself.
 */
final class QuollPrograms {
  private QuollPrograms() {}

  static void run(Settings settings) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of("bash", "run.sh", "--bench", "bench/main.mjs"));
    if (settings.isQuick()) {
      command.add("--quick");
    }
    System.out.flush();
    int status =
        new ProcessBuilder(command)
            .directory(Programs.ROOT.resolve("quoll").toFile())
            .inheritIO()
            .start()
            .waitFor();
    if (status != 0) {
      throw new IllegalStateException(String.join(" ", command) + " ended with status " + status);
    }
  }
}
