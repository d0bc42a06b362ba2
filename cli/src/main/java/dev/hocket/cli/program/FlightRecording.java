package dev.hocket.cli.program;

import dev.hocket.cli.terminal.UserError;
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
 * Records this JVM's Hocket events until it exits, however it exits.
 *
 * @param file the file for the recording
 * @param samples whether stacks of threads are recorded, too
 * @param processorTimes whether the processor time of blocks is recorded
 */
public record FlightRecording(Path file, boolean samples, boolean processorTimes) {
  private static final String BLOCK = "dev.hocket.Block";
  private static final List<String> EVENTS =
      List.of(BLOCK, "dev.hocket.Dispatch", "dev.hocket.Process", "dev.hocket.Resize");

  /** The sampling period of the JDK's own profile settings. */
  private static final Duration SAMPLE_PERIOD = Duration.ofMillis(20);

  private static final Duration SHORTEST_PAUSE = Duration.ofMillis(1);

  /** Events that record when a thread stops running; the JDK samples only running threads. */
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
   * Refuses, before the run, a file that cannot be written, or one that is not a recording and must
   * not be overwritten.
   */
  public static void checkDestination(Path file) {
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
   * Whether the file contains something other than a recording. An empty file does not count: a JVM
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

  // The recording stays open: JFR's own shutdown hook dumps and closes it.
  @SuppressWarnings("resource")
  void start() {
    Recording recording = new Recording();
    recording.setName("hocket");
    for (String event : EVENTS) {
      recording.enable(event).withThreshold(Duration.ZERO).withoutStackTrace();
    }
    if (processorTimes) {
      recording.enable(BLOCK).with("processorTime", "true");
      // These events reveal waits on systems that do not count how long threads are ready to run.
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
    // Core watches for an event thread from its first use on. This first use makes it record the
    // dispatches of programs that never use Hocket's targets.
    Targets.of("edt");
  }
}
