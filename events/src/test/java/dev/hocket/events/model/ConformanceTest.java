package dev.hocket.events.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.fail;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the library makes of programs is what the model says. */
class ConformanceTest {
  private static final boolean LONG = Boolean.getBoolean("hocket.long");
  private static final long LIMIT_SECONDS = LONG ? 1_800 : 300;

  @TempDir Path directory;

  @Test
  void randomPrograms_endAsTheModelAllows() throws Exception {
    long seed = Long.getLong("hocket.seed", System.nanoTime());
    System.out.println("ConformanceTest: -Dhocket.seed=" + seed);
    int programs = LONG ? 5_000 : 400;
    inOwnJvm(Conformance.class, Long.toString(seed), Integer.toString(programs));
  }

  @Test
  void everyInterleavingOfSmallPrograms_isTheModelsAndTheOtherWayRound() throws Exception {
    inOwnJvm(Interleavings.class);
  }

  private void inOwnJvm(Class<?> main, String... args) throws IOException, InterruptedException {
    Path output = directory.resolve("output");
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                Turns.OPTION,
                "-cp",
                System.getProperty("java.class.path"),
                main.getName()));
    command.addAll(List.of(args));
    Process process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    if (!process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)) {
      process.destroyForcibly().waitFor();
      fail("not over after " + LIMIT_SECONDS + " s:\n" + Files.readString(output));
    }
    assertEquals(0, process.exitValue(), () -> read(output));
  }

  private static String read(Path output) {
    try {
      return Files.readString(output);
    } catch (IOException e) {
      return e.toString();
    }
  }
}
