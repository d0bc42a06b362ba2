package photos;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/**
 * The time that a runnable thread waited for a processor, which Linux counts for each thread. On an
 * idle machine it is almost zero. On a busy machine it is part of every measured latency, although
 * the application does not cause it.
 */
final class RunDelay {
  private static final Path THREADS = Path.of("/proc/self/task");

  /** Linux cuts names after 15 characters. */
  private static final String EVENT_THREAD = "AWT-EventQueue-";

  private RunDelay() {}

  /** The time in nanoseconds since the thread began; 0 if the system does not count it. */
  static long ofEventThread() {
    long nanos = 0;
    try (DirectoryStream<Path> threads = Files.newDirectoryStream(THREADS)) {
      for (Path thread : threads) {
        nanos += ofEventThread(thread);
      }
    } catch (IOException unknown) {
      return 0;
    }
    return nanos;
  }

  private static long ofEventThread(Path thread) throws IOException {
    try {
      if (!Files.readString(thread.resolve("comm")).startsWith(EVENT_THREAD)) {
        return 0;
      }
      // Three numbers: time on a processor, time waiting for a processor, number of time slices.
      return Long.parseLong(Files.readString(thread.resolve("schedstat")).split(" ")[1]);
    } catch (NoSuchFileException ended) {
      return 0;
    }
  }
}
