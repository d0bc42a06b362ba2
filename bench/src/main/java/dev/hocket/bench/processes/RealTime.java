package dev.hocket.bench.processes;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/**
 * Gives a thread priority over the threads of all other programs, on Linux if the user may, as root
 * may. Without it, other programs take the thread's processor away for milliseconds, which
 * lengthens a queue for a long time. The JVM's compilers and collectors keep their priority.
 */
public final class RealTime {
  /** A link that resolves to {@code PID/task/TID} of the thread that reads it. */
  private static final Path SELF = Path.of("/proc/thread-self");

  private static final long LIMIT_SECONDS = 10;

  private RealTime() {}

  /** Raises the calling thread's priority until it ends; returns false if that is not permitted. */
  public static boolean comeFirst() {
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
