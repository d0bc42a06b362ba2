package dev.hocket.bench.figures;

import dev.hocket.bench.processes.Programs;
import dev.hocket.bench.race.Settings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Compares the npm package in {@code quoll} with its peers. The Node.js program {@code
 * quoll/bench/main.mjs} measures and prints the tables; this class draws the figures of paper 5
 * from the points that it has measured, into {@code target/quoll}.
 */
public final class QuollPrograms {
  private static final Path FIGURES = Path.of("target", "quoll");

  private QuollPrograms() {}

  public static void run(Settings settings) throws IOException, InterruptedException {
    Path points = Files.createTempFile("hocket-quoll", ".txt");
    try {
      measure(settings, points);
      for (Map.Entry<String, String> figure :
          QuollFigures.of(Files.readAllLines(points)).entrySet()) {
        System.out.println(write(FIGURES.resolve(figure.getKey()), figure.getValue()));
      }
    } finally {
      Files.delete(points);
    }
  }

  private static void measure(Settings settings, Path points)
      throws IOException, InterruptedException {
    List<String> command =
        new ArrayList<>(
            List.of("bash", "run.sh", "--bench", "bench/main.mjs", "--figures=" + points));
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

  private static Path write(Path file, String picture) throws IOException {
    Files.createDirectories(file.getParent());
    return Files.writeString(file, picture);
  }
}
