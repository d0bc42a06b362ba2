package dev.hocket.plan;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Path;

/**
 * Says why a file cannot be read as a recording. A recording is a row of chunks, each of which
 * begins with {@code FLR}, a zero, its version in 4 bytes and its length in 8.
 */
final class Damage {
  private static final int MAGIC = 'F' << 24 | 'L' << 16 | 'R' << 8;
  private static final int HEADER = 16;

  private Damage() {}

  /**
   * Looks at a file that the JDK could not read.
   *
   * @param recording the file
   * @param cause what the JDK's reader threw
   * @return what is wrong, with the way out
   */
  static String of(Path recording, Exception cause) {
    try (RandomAccessFile file = new RandomAccessFile(recording.toFile(), "r")) {
      long start = 0;
      while (isChunk(file, start)) {
        file.seek(start + Long.BYTES);
        long length = file.readLong();
        if (length <= 0) {
          return recording + " is still being written. Let the program end first.";
        }
        if (length > file.length() - start) {
          return "%s is cut off: it has %,d bytes of %,d or more. Copy it again, or record again."
              .formatted(recording, file.length(), start + length);
        }
        start += length;
      }
      return start == 0
          ? recording + " is no recording. " + RecordingReader.howToRecord(recording)
          : "%s is damaged (%s). Copy it again, or record again."
              .formatted(recording, cause.getMessage());
    } catch (IOException e) {
      return recording + " cannot be read: " + e.getMessage();
    }
  }

  private static boolean isChunk(RandomAccessFile file, long start) throws IOException {
    if (file.length() - start < HEADER) {
      return false;
    }
    file.seek(start);
    return file.readInt() == MAGIC;
  }
}
