package dev.hocket.bench;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a recording adds to a whole program: the processor time of the demo's application from the
 * first input of its scripted user to the last. The script takes 12 s whatever happens, so the time
 * on the clock would show nothing.
 */
final class DemoCost {
  private static final long LIMIT_SECONDS = 120;
  private static final Pattern RESULT =
      Pattern.compile("searches=4, .* failed=0, .* processor ([0-9.]+) s");

  private DemoCost() {}

  static void run(Settings settings) throws Exception {
    Path recording = Files.createTempFile("hocket-bench", ".jfr");
    try {
      new Race("processor time of the demo's application, recording on and off")
          .with("recording on", () -> processorNanos("--record", recording.toString()))
          .with("recording off", () -> processorNanos())
          .run(0, Math.max(1, settings.rounds() / 4), settings.seed());
    } finally {
      Files.delete(recording);
    }
  }

  private static double processorNanos(String... options) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of("./hocket", "run"));
    command.addAll(List.of(options));
    command.addAll(List.of("examples/photos", "--script", "--headless"));
    Process process =
        new ProcessBuilder(command)
            .directory(new File(System.getProperty("hocket.root", ".")))
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    if (!process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)) {
      process.descendants().forEach(ProcessHandle::destroy);
      process.destroy();
      throw new AssertionError("did not end: " + command);
    }
    String said = new String(process.getInputStream().readAllBytes()).strip();
    Matcher result = RESULT.matcher(said);
    if (process.exitValue() != 0 || !result.matches()) {
      throw new AssertionError("went wrong: " + command + ": " + said);
    }
    return Double.parseDouble(result.group(1)) * 1e9;
  }
}
