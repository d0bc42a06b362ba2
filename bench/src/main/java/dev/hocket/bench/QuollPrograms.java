package dev.hocket.bench;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Compares the npm package in {@code quoll} with its peers. The Node.js program {@code
 * quoll/bench/main.mjs} measures and prints the tables.
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
