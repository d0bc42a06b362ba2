package dev.hocket.bench.servers;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;

/** The times of a flow's functions, from a recording of its program. */
final class FunctionTimes {
  private FunctionTimes() {}

  /** The option with which a JVM records its flows' functions until it ends. */
  static String option(Path file) {
    return "-XX:StartFlightRecording:dumponexit=true,settings=none,dev.hocket.Function#enabled=true,"
        + "filename="
        + file;
  }

  /** Prints a row for each function, in the order of the flow's text. */
  static void print(String name, Path file) throws IOException {
    List<RecordedEvent> functions =
        RecordingFile.readAllEvents(file).stream()
            .filter(event -> event.getEventType().getName().equals("dev.hocket.Function"))
            .toList();
    if (functions.isEmpty()) {
      throw new IOException(file + " has no function of a flow: the server did not end by itself");
    }
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
