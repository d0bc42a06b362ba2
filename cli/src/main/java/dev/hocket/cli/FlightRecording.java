package dev.hocket.cli;

import dev.hocket.core.Targets;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import jdk.jfr.Recording;

/** Records Hocket's events of this JVM until it exits, however it exits. */
final class FlightRecording {
  private static final List<String> EVENTS =
      List.of("dev.hocket.Block", "dev.hocket.Dispatch", "dev.hocket.Resize");

  private FlightRecording() {}

  // The recording stays open on purpose: JFR's own shutdown hook dumps and closes it.
  @SuppressWarnings("resource")
  static void start(Path file) {
    Recording recording = new Recording();
    recording.setName("hocket");
    for (String event : EVENTS) {
      recording.enable(event).withThreshold(Duration.ZERO).withoutStackTrace();
    }
    try {
      recording.setDestination(file.toAbsolutePath());
    } catch (IOException e) {
      throw new UserError("cannot write the recording " + file + ": " + e.getMessage());
    }
    recording.setDumpOnExit(true);
    recording.start();
    // Core watches for an event thread from its first use on; a program that never comes near
    // Hocket's targets shall have its dispatches recorded too.
    Targets.of("edt");
  }
}
