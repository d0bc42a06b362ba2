package dev.hocket.bench.windows;

import dev.hocket.bench.processes.Programs;
import dev.hocket.bench.race.Race;
import dev.hocket.bench.race.Settings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The cost that a recording adds to a whole program: the processor time of the demo's application
 * from the first input of its scripted user to the last. The script always takes 16 s, so elapsed
 * time would show nothing. The figure counts the threads of the application and of the flight
 * recorder only: the JVM's compilers and collectors use about as much processor time, and vary from
 * run to run by more than a recording adds. The application is compiled beforehand.
 */
public final class DemoCost {
  private static final long LIMIT_SECONDS = 120;
  private static final Pattern RESULT =
      Pattern.compile("\nsearches=4, .* failed=0, .* processor [0-9.]+ s, ([0-9.]+) s .*$");

  private DemoCost() {}

  public static void run(Settings settings) throws Exception {
    Path folder = Files.createTempDirectory("hocket-bench");
    try {
      compile(folder);
      String recording = folder.resolve("demo.jfr").toString();
      new Race("processor time of the demo's application, recording on and off")
          .with("recording on", () -> processorNanos(folder, "--record", recording))
          .with("recording off", () -> processorNanos(folder))
          .run(0, Math.max(1, settings.rounds() / 4), settings.seed());
    } finally {
      Programs.delete(folder);
    }
  }

  private static void compile(Path classes) throws IOException, InterruptedException {
    List<String> command =
        new ArrayList<>(List.of("./hocket", "compile", "-d", classes.toString()));
    try (Stream<Path> sources = Files.list(Programs.ROOT.resolve("examples/photos"))) {
      sources.map(Path::toString).filter(name -> name.endsWith(".java")).forEach(command::add);
    }
    output(command);
  }

  private static double processorNanos(Path classes, String... options)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of("./hocket", "run"));
    command.addAll(List.of(options));
    command.addAll(List.of("-cp", classes.toString(), "photos.Main", "--script", "--headless"));
    String said = output(command);
    Matcher result = RESULT.matcher(said);
    if (!result.find()) {
      throw new AssertionError("went wrong: " + command + ": " + said);
    }
    return Double.parseDouble(result.group(1)) * 1e9;
  }

  private static String output(List<String> command) throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(command)
            .directory(Programs.ROOT.toFile())
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    if (!process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)) {
      process.descendants().forEach(ProcessHandle::destroy);
      process.destroy();
      throw new AssertionError("did not end: " + command);
    }
    String said = new String(process.getInputStream().readAllBytes()).strip();
    if (process.exitValue() != 0) {
      throw new AssertionError("went wrong: " + command + ": " + said);
    }
    return said;
  }
}
