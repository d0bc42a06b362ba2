package dev.hocket.bench;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * What a recording adds to a whole program: the processor time of the demo's application under its
 * scripted user, start and compilation included. The script takes 12 s whatever happens, so the
 * time on the clock would show nothing.
 */
final class DemoCost {
  private static final long LIMIT_SECONDS = 120;

  private DemoCost() {}

  static void run(Settings settings) throws Exception {
    Path recording = Files.createTempFile("hocket-bench", ".jfr");
    try {
      new Race("processor time of the demo's application, recording on and off")
          .with("recording on", () -> processorNanos(List.of("--record", recording.toString())))
          .with("recording off", () -> processorNanos(List.of()))
          .run(0, Math.max(1, settings.rounds() / 4), settings.seed());
    } finally {
      Files.delete(recording);
    }
  }

  private static double processorNanos(List<String> options)
      throws IOException, InterruptedException {
    Path said = Files.createTempFile("hocket-bench", ".txt");
    try {
      // The shell's own `time` counts the processor time of its children; Java cannot.
      String command =
          "TIMEFORMAT='%U %S'; time ./hocket run "
              + String.join(" ", options)
              + " examples/photos --script --headless";
      Process process =
          new ProcessBuilder("bash", "-c", command)
              .directory(new File(System.getProperty("hocket.root", ".")))
              .redirectErrorStream(true)
              .redirectOutput(said.toFile())
              .start();
      if (!process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)) {
        process.descendants().forEach(ProcessHandle::destroy);
        process.destroy();
        throw new AssertionError("the demo's application did not end: " + command);
      }
      List<String> lines = Files.readAllLines(said);
      if (process.exitValue() != 0 || !lines.getFirst().startsWith("searches=4,")) {
        throw new AssertionError("the demo's application went wrong: " + lines);
      }
      String[] seconds = lines.getLast().split(" ");
      return (Double.parseDouble(seconds[0]) + Double.parseDouble(seconds[1])) * 1e9;
    } finally {
      Files.delete(said);
    }
  }
}
