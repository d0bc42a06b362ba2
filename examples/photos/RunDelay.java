package photos;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/**
 * How long a thread was able to run and waited for a processor, as Linux counts it for each thread.
 * On an idle machine this is next to nothing; on a busy one it is a part of every latency that is
 * measured, and none of the application's doing.
 */
final class RunDelay {
  private static final Path THREADS = Path.of("/proc/self/task");

  /** Linux cuts names after 15 characters. */
  private static final String EVENT_THREAD = "AWT-EventQueue-";

  private RunDelay() {}

  /** In nanoseconds since the thread began; 0 where the system does not count it. */
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
