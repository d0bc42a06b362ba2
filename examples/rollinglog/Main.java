package rollinglog;

import dev.hocket.events.Event;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.stream.Stream;

/**
 * A program that logs. With a folder and a number n as arguments, the program meets a fatal error:
 * it logs the error, cleans up while it logs n more lines, and exits once the error is in the file.
 * The log is unchanged; the exit is a callback on the event of logging (section 6).
 */
public final class Main {
  private static final int FAILED = 3;
  private static final Duration DAY = Duration.ofDays(1);

  /** The example's own clock. */
  private static volatile Instant now = Instant.parse("2026-01-30T22:00:00Z");

  private Main() {}

  /**
   * Runs the example.
   *
   * @param args none, or a folder and a number
   */
  public static void main(String[] args) throws IOException, InterruptedException {
    if (args.length == 2) {
      dieOf("out of paper", Path.of(args[0]), Integer.parseInt(args[1]));
    }
    Path folder = Files.createTempDirectory("hocket");
    RollingLog log = RollingLog.open(folder, DAY, () -> now);
    for (int hour = 0; hour < 30; hour += 6) {
      log.log("line of " + now);
      log.flush();
      now = now.plus(Duration.ofHours(6));
    }
    log.close();
    showAndDelete(folder);
  }

  private static void dieOf(String error, Path folder, int lines)
      throws IOException, InterruptedException {
    RollingLog log = RollingLog.open(folder, DAY, InstantSource.system());
    log.log("all is well");
    Event<Void> exitEvt =
        log.logEvt("fatal: " + error).callbackEvt().aSync().tap(received -> flushAndExit(log));
    for (int line = 1; line <= lines; line++) {
      log.log("cleaning up, " + line + " of " + lines);
    }
    exitEvt.sync();
  }

  private static void flushAndExit(RollingLog log) throws InterruptedException {
    try {
      log.flush();
    } finally {
      System.exit(FAILED);
    }
  }

  private static void showAndDelete(Path folder) throws IOException {
    List<Path> files;
    try (Stream<Path> all = Files.list(folder)) {
      files = all.sorted().toList();
    }
    for (Path file : files) {
      System.out.println(file.getFileName());
      Files.readAllLines(file).forEach(line -> System.out.println("  " + line));
      Files.delete(file);
    }
    Files.delete(folder);
  }
}
