package dev.hocket.casestudies.logs;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;

/** A file of a log, opened where it has been read up to. Only one thread may use it. */
final class LogFile implements AutoCloseable {
  /** The most bytes of a batch; a longer line is cut, and its pieces count as lines. */
  static final int BATCH_BYTES = 256 << 10;

  private static final int MOST_HEAD = 64 << 10;

  /** Its two bytes are FE and FF, or FF and FE. */
  private static final int UTF_16_MARK = 0xFE + 0xFF;

  private static final int GZIP_BUFFER = 32 << 10;

  private final FileChannel file;
  private final boolean isCompressed;
  private final byte[] buffer = new byte[BATCH_BYTES];
  private InputStream bytes;
  private int length;
  private Position position;

  /** The last bytes before the position. */
  private byte[] last;

  private LogFile(FileChannel file, boolean isCompressed) {
    this.file = file;
    this.isCompressed = isCompressed;
  }

  /**
   * Opens a file behind what has been read of its log.
   *
   * @param known finds those of its log
   * @return null if it has no whole line yet, is no text, or is a copy that is not finished
   * @throws CharacterCodingException if it is text in UTF-16
   */
  static LogFile open(Path path, Function<Position, Set<Position>> known) throws IOException {
    LogFile log = of(path);
    try {
      if (log.find(path, known)) {
        return log;
      }
    } catch (IOException | RuntimeException failed) {
      log.close();
      throw failed;
    }
    log.close();
    return null;
  }

  private static LogFile of(Path path) throws IOException {
    return new LogFile(FileChannel.open(path), path.toString().endsWith(".gz"));
  }

  /** The name that {@code web.log}, {@code web.log.1} and {@code web.log.2.gz} share. */
  static String name(Path path) {
    String name = path.getFileName().toString();
    String log = name.replaceFirst("\\.gz$", "").replaceFirst("[.-]\\d+$", "");
    String plain = log.replaceFirst("(?<=.)\\.log$", "").replaceAll("[^\\w.-]", "_");
    return plain.substring(0, Math.min(plain.length(), 64));
  }

  private boolean find(Path path, Function<Position, Set<Position>> known) throws IOException {
    String head = head();
    if (head == null) {
      return false;
    }
    Position start = Position.start(name(path), head);
    List<Position> candidates =
        known.apply(start).stream()
            .sorted(Comparator.comparingLong(Position::offset).reversed())
            .toList();
    position = lastOf(candidates, start);
    if (position.equals(start)) {
      if (isUnfinishedCopy(path, start, candidates)) {
        return false;
      }
      // The copy may have been finished, and its original truncated, since the first look.
      position = lastOf(candidates, start);
    }
    int before = (int) Math.min(position.offset(), Position.MOST_BEFORE);
    bytes = from(position.offset() - before);
    last = bytes == null ? new byte[0] : bytes.readNBytes(before);
    // Otherwise it has just been truncated.
    return last.length == before;
  }

  private Position lastOf(List<Position> candidates, Position start) throws IOException {
    for (Position candidate : candidates) {
      if (hasBeenReadTo(candidate)) {
        return candidate;
      }
    }
    return start;
  }

  /**
   * Whether this file is the beginning of another one that has been read further: then it is being
   * copied, and what it has was counted.
   */
  private boolean isUnfinishedCopy(Path path, Position start, List<Position> candidates)
      throws IOException {
    long size = file.size();
    List<Position> beyond = candidates.stream().filter(one -> one.offset() > size).toList();
    // A compressed copy cannot be read to its end before it is finished.
    if (isCompressed || beyond.isEmpty()) {
      return false;
    }
    int before = (int) Math.min(size, Position.MOST_BEFORE);
    InputStream lastBytes = from(size - before);
    if (lastBytes == null) {
      // It has just been truncated, and is looked at again.
      return true;
    }
    Position end = start.at(size, lastBytes.readNBytes(before));
    try (DirectoryStream<Path> all = Files.newDirectoryStream(path.resolveSibling(""))) {
      for (Path other : all) {
        boolean isOther = !other.getFileName().equals(path.getFileName());
        if (isOther && name(other).equals(start.log()) && hasBeenRead(other, end, beyond)) {
          return true;
        }
      }
    }
    return false;
  }

  private static boolean hasBeenRead(Path path, Position end, List<Position> beyond)
      throws IOException {
    if (!Files.isRegularFile(path)) {
      return false;
    }
    try (LogFile other = of(path)) {
      return end.head().equals(other.head())
          && other.hasBeenReadTo(end)
          && !other.lastOf(beyond, end).equals(end);
    } catch (EOFException
        | ZipException
        | AccessDeniedException
        | CharacterCodingException unreadable) {
      return false;
    }
  }

  /** A digest of the first line; null if it is not complete, or is no text. */
  private String head() throws IOException {
    byte[] first = from(0).readNBytes(MOST_HEAD);
    if (first.length > 1 && (first[0] & 0xff) + (first[1] & 0xff) == UTF_16_MARK) {
      throw new CharacterCodingException();
    }
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
    last = lastBytes(end);
    Position next = position.at(position.offset() + end, last);
    String text = new String(buffer, 0, end, StandardCharsets.UTF_8);
    // What follows in the index is another line.
    String lines = text.endsWith("\n") ? text : text + "\n";
    Batch batch = new Batch(position.log(), lines, position, next, false);
    position = next;
    length -= end;
    System.arraycopy(buffer, end, buffer, 0, length);
    return batch;
  }

  /** The last bytes before a place in the buffer; some may be from former batches. */
  private byte[] lastBytes(int end) {
    int fresh = Math.min(end, Position.MOST_BEFORE);
    int former = Math.min(last.length, Position.MOST_BEFORE - fresh);
    byte[] bytesBefore = Arrays.copyOfRange(last, last.length - former, last.length + fresh);
    System.arraycopy(buffer, end - fresh, bytesBefore, former, fresh);
    return bytesBefore;
  }

  /** Whether the plain file has been read to this size. */
  boolean hasReached(long size) {
    return !isCompressed && position.offset() >= size;
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
