package dev.hocket.bench.servers;

import dev.hocket.casestudies.flowserver.Main;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;

/** The times of the functions of the server on flow, from a recording of its program. */
final class FunctionTimes {
  private static final String EVENT = "dev.hocket.Function";

  private FunctionTimes() {}

  /**
   * Runs the server with a recording until its input ends. A server that a signal ends may be
   * recorded only in part: the JVM writes the recording while the flow is ending, and the flow
   * records its functions last.
   *
   * @param args the server's, and the file of the recording
   */
  public static void main(String[] args) throws Exception {
    int last = args.length - 1;
    try (Recording recording = new Recording()) {
      recording.enable(EVENT);
      recording.start();
      AutoCloseable server = Main.start(Arrays.copyOf(args, last));
      System.in.readAllBytes();
      server.close();
      recording.dump(Path.of(args[last]));
    }
  }

  /** Prints a row for each function, in the order of the flow's text. */
  static void print(String name, Path file) throws IOException {
    List<RecordedEvent> functions =
        RecordingFile.readAllEvents(file).stream()
            .filter(event -> event.getEventType().getName().equals(EVENT))
            .toList();
    System.out.printf("%n### time of one call, %s%n%n", name);
    System.out.println("| function | calls | mean | shortest | longest |");
    System.out.println("| --- | --- | --- | --- | --- |");
    for (RecordedEvent function : functions) {
      long calls = function.getLong("calls");
      System.out.printf(
          "| %s | %,d | %s | %s | %s |%n",
          function.getString("function"),
          calls,
          micros(function.getDuration("time").dividedBy(Math.max(1, calls))),
          micros(function.getDuration("shortest")),
          micros(function.getDuration("longest")));
    }
  }

  private static String micros(Duration time) {
    return "%,.1f µs".formatted(time.toNanos() / 1e3);
  }
}
