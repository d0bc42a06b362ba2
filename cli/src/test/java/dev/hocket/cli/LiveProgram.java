package dev.hocket.cli;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hocket.core.Eventually;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A program that {@code hocket run --live} runs until its input ends, with the port of its page.
 */
record LiveProgram(Process process, int port) implements AutoCloseable {
  private static final Pattern SHOWN =
      Pattern.compile("hocket: http://localhost:(\\d+)/ shows process (\\d+) until it ends");

  static LiveProgram start(Path folder) throws IOException {
    Files.writeString(
        folder.resolve("Works.java"),
        """
        public class Works {
          static volatile int done;

          /** Runs until its input ends. */
          public static void main(String[] arguments) throws Exception {
            Thread worker = Thread.ofPlatform().daemon().start(Works::work);
            while (System.in.read() >= 0) {}
          }

          static void work() {
            while (true) {
              //#omp target virtual(worker) await
              done++;
            }
          }
        }
        """);
    Path err = folder.resolve("err");
    Process program =
        ChildRun.builder(folder, List.of(), "run", "--live", "0", "Works.java")
            .redirectError(err.toFile())
            .start();
    try {
      Eventually.holds(() -> SHOWN.matcher(Files.readString(err)).find());
      Matcher shown = SHOWN.matcher(Files.readString(err));
      assertTrue(shown.find());
      assertTrue(Long.parseLong(shown.group(2)) == program.pid(), shown.group());
      return new LiveProgram(program, Integer.parseInt(shown.group(1)));
    } catch (Throwable failure) {
      program.destroyForcibly();
      throw failure;
    }
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }
}
