package dev.hocket.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/**
 * Lets a thread come before those of all other programs, on Linux where the user may, as root may.
 * What else runs on the machine takes a thread's processor away for milliseconds otherwise, and a
 * queue feels that for a long time after. The JVM's compilers and collectors stay as they are.
 */
final class RealTime {
  /** A link to {@code PID/task/TID} of the thread that looks. */
  private static final Path SELF = Path.of("/proc/thread-self");

  private static final long LIMIT_SECONDS = 10;

  private RealTime() {}

  /** For the calling thread until it ends; false if that is not permitted here. */
  static boolean comeFirst() {
    try {
      String thread = Files.readSymbolicLink(SELF).getFileName().toString();
      Process process =
          new ProcessBuilder("chrt", "-f", "-p", "1", thread)
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start();
      return process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS) && process.exitValue() == 0;
    } catch (IOException e) {
      return false;
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }
}
