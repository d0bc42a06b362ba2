package dev.hocket.casestudies.flowserver;

import dev.hocket.casestudies.http.Lookup;
import dev.hocket.casestudies.http.ThreadSafe;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;

/**
 * The result of looking up a path: a small file with its content, a large file that has been
 * opened, or the reason why there is neither.
 *
 * @param lookup the file found; null if the file system failed
 * @param content all bytes of a small file, which many threads read at a time; null otherwise
 * @param file a large file, which belongs to the one request that it was opened for; null otherwise
 */
@ThreadSafe
record Page(Lookup lookup, ByteBuffer content, FileChannel file) {
  static final Page MISSING = of(new Lookup.Missing());

  /** The file system failed. */
  static final Page FAILED = of(null);

  static Page of(Lookup lookup) {
    return new Page(lookup, null, null);
  }

  /** Closes a large file whose content is not needed after all. */
  void close() {
    close(file);
  }

  static void close(FileChannel file) {
    try {
      if (file != null) {
        file.close();
      }
    } catch (IOException ignored) {
      // Nothing was written, and the descriptor is released even if closing fails.
    }
  }
}
