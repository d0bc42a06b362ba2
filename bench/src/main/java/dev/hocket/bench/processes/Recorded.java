package dev.hocket.bench.processes;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import jdk.jfr.Recording;

/** Runs a program with a recording, with the events that {@code hocket run --record} enables. */
public final class Recorded {
  private static final List<String> EVENTS = List.of("Block", "Dispatch", "Process", "Resize");

  private Recorded() {}

  /**
   * Runs the program.
   *
   * @param args the file of the recording, the program's main class, and its arguments
   */
  @SuppressWarnings("resource") // The recording stays open until the JVM exits.
  public static void main(String[] args) throws Exception {
    Recording recording = new Recording();
    for (String event : EVENTS) {
      recording.enable("dev.hocket." + event).withThreshold(Duration.ZERO).withoutStackTrace();
    }
    recording.setDestination(Path.of(args[0]));
    recording.setDumpOnExit(true);
    recording.start();
    Class.forName(args[1])
        .getMethod("main", String[].class)
        .invoke(null, (Object) Arrays.copyOfRange(args, 2, args.length));
  }
}
