package dev.hocket.casestudies.logs;

import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.zip.GZIPInputStream;

/** A file of a log, opened where it has been read up to. Only one thread may use it. */
final class LogFile implements AutoCloseable {
  /** The most bytes of a batch; a longer line is cut. */
  static final int BATCH_BYTES = 256 << 10;

  private static final int MOST_HEAD = 64 << 10;
  private static final int GZIP_BUFFER = 32 << 10;

  private final FileChannel file;
  private final boolean isCompressed;
  private final byte[] buffer = new byte[BATCH_BYTES];
  private InputStream bytes;
  private int length;
  private Position position;

  private LogFile(FileChannel file, boolean isCompressed) {
    this.file = file;
    this.isCompressed = isCompressed;
  }

  /**
   * Opens a file behind what has been read of its log.
   *
   * @param known the positions of all logs
   * @return null if it has no whole line yet, or is no text
   */
  static LogFile open(Path path, Collection<Position> known) throws IOException {
    LogFile log = new LogFile(FileChannel.open(path), path.toString().endsWith(".gz"));
    try {
      if (log.find(name(path), known)) {
        return log;
      }
    } catch (IOException | RuntimeException failed) {
      log.close();
      throw failed;
    }
    log.close();
    return null;
  }

  /** The name that {@code web.log}, {@code web.log.1} and {@code web.log.2.gz} share. */
  static String name(Path path) {
    String name = path.getFileName().toString();
    String log = name.replaceFirst("\\.gz$", "").replaceFirst("[.-]\\d+$", "");
    String plain = log.replaceFirst("(?<=.)\\.log$", "").replaceAll("[^\\w.-]", "_");
    return plain.substring(0, Math.min(plain.length(), 64));
  }

  private boolean find(String log, Collection<Position> known) throws IOException {
    String head = head();
    if (head == null) {
      return false;
    }
    List<Position> candidates =
        known.stream()
            .filter(one -> one.log().equals(log) && one.head().equals(head))
            .sorted(Comparator.comparingLong(Position::offset).reversed())
            .toList();
    position = Position.start(log, head);
    for (Position candidate : candidates) {
      if (hasBeenReadTo(candidate)) {
        position = candidate;
        break;
      }
    }
    bytes = from(position.offset());
    return true;
  }

  /** A digest of the first line; null if it is not complete, or is no text. */
  private String head() throws IOException {
    byte[] first = from(0).readNBytes(MOST_HEAD);
    int end = 0;
    while (end < first.length && first[end] != '\n') {
      if (first[end++] == 0) {
        return null;
      }
    }
    boolean isWhole = end < first.length || end == MOST_HEAD || isCompressed && end > 0;
    return isWhole ? Position.digest(first, 0, end) : null;
  }

  private boolean hasBeenReadTo(Position candidate) throws IOException {
    InputStream before = from(candidate.offset() - candidate.before());
    byte[] read = before == null ? new byte[0] : before.readNBytes(candidate.before());
    return read.length == candidate.before()
        && Position.digest(read, 0, read.length).equals(candidate.tail());
  }

  /** The bytes from an offset on; null if there are fewer. */
  private InputStream from(long offset) throws IOException {
    if (!isCompressed) {
      return offset > file.size() ? null : Channels.newInputStream(file.position(offset));
    }
    file.position(0);
    InputStream all = new GZIPInputStream(Channels.newInputStream(file), GZIP_BUFFER);
    long skipped = 0;
    while (skipped < offset) {
      long more = all.skip(offset - skipped);
      if (more == 0) {
        return null;
      }
      skipped += more;
    }
    return all;
  }

  /** The next whole lines; null if there are none now. */
  Batch read() throws IOException {
    int more = bytes.readNBytes(buffer, length, buffer.length - length);
    length += more;
    boolean isLast = length < buffer.length;
    int end = length;
    while (end > 0 && buffer[end - 1] != '\n') {
      end--;
    }
    if (end == 0 && (!isLast || isCompressed)) {
      // A line that is too long, or the end of a log that nobody continues.
      end = length;
    }
    return end == 0 ? null : take(end);
  }

  private Batch take(int end) {
    Position next = position.plus(buffer, end);
    String text = new String(buffer, 0, end, StandardCharsets.UTF_8);
    Batch batch = new Batch(position.log(), text, position, next, false);
    position = next;
    length -= end;
    System.arraycopy(buffer, end, buffer, 0, length);
    return batch;
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
