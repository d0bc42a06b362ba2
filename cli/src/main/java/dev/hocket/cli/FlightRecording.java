package dev.hocket.cli;

import dev.hocket.core.Targets;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import jdk.jfr.Recording;

/**
 * Records Hocket's events of this JVM until it exits, however it exits.
 *
 * @param file where the recording goes
 * @param samples whether stacks of threads are recorded, too
 * @param processorTimes whether the processor time of blocks is
 */
record FlightRecording(Path file, boolean samples, boolean processorTimes) {
  private static final String BLOCK = "dev.hocket.Block";
  private static final List<String> EVENTS =
      List.of(BLOCK, "dev.hocket.Dispatch", "dev.hocket.Resize");

  /** As the JDK's own profile settings have it. */
  private static final Duration SAMPLE_PERIOD = Duration.ofMillis(20);

  private static final Duration SHORTEST_PAUSE = Duration.ofMillis(1);

  /** Of threads that do not run, which the JDK does not sample, it can say when they began to. */
  private static final List<String> PAUSES =
      List.of(
          "jdk.ThreadSleep",
          "jdk.ThreadPark",
          "jdk.JavaMonitorWait",
          "jdk.JavaMonitorEnter",
          "jdk.SocketRead",
          "jdk.FileRead");

  private static final byte[] MAGIC = {'F', 'L', 'R', 0};

  /**
   * Refuses, before the run, a file that cannot be written, and one that is not a recording: it
   * must not be overwritten.
   */
  static void checkDestination(Path file) {
    Path folder = file.toAbsolutePath().getParent();
    if (!Files.isDirectory(folder)) {
      throw new UserError("cannot write " + file + ": no folder " + folder);
    }
    if (Files.isDirectory(file)) {
      throw new UserError("cannot write " + file + ": it is a folder");
    }
    if (holdsSomethingElse(file)) {
      throw new UserError(
          "--record would overwrite "
              + file
              + ", which is not a flight recording; remove it or name another file");
    }
  }

  /**
   * Whether the file holds something other than a recording. An empty file does not count: a JVM
   * that is killed leaves an empty recording.
   */
  private static boolean holdsSomethingElse(Path file) {
    if (!Files.isRegularFile(file)) {
      return false;
    }
    try (InputStream in = Files.newInputStream(file)) {
      byte[] start = in.readNBytes(MAGIC.length);
      return start.length > 0 && !Arrays.equals(start, MAGIC);
    } catch (IOException e) {
      throw new UserError(
          "cannot read " + file + " to see whether it is a flight recording: " + e.getMessage());
    }
  }

  // The recording stays open on purpose: JFR's own shutdown hook dumps and closes it.
  @SuppressWarnings("resource")
  void start() {
    Recording recording = new Recording();
    recording.setName("hocket");
    for (String event : EVENTS) {
      recording.enable(event).withThreshold(Duration.ZERO).withoutStackTrace();
    }
    if (processorTimes) {
      recording.enable(BLOCK).with("processorTime", "true");
      // Where the system does not count how long threads are ready, these show what is a wait.
      for (String pause : PAUSES) {
        recording.enable(pause).withThreshold(SHORTEST_PAUSE).withoutStackTrace();
      }
    }
    if (samples) {
      recording.enable("jdk.ExecutionSample").withPeriod(SAMPLE_PERIOD);
      for (String pause : PAUSES) {
        recording.enable(pause).withThreshold(SAMPLE_PERIOD).withStackTrace();
      }
    }
    try {
      recording.setDestination(file.toAbsolutePath());
    } catch (IOException e) {
      throw new UserError("cannot write the recording " + file + ": " + e.getMessage());
    }
    recording.setDumpOnExit(true);
    recording.start();
    // Core watches for an event thread from its first use on. It is used here, so that the
    // dispatches of a program that never uses Hocket's targets are recorded too.
    Targets.of("edt");
  }
}
