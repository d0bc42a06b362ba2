package dev.hocket.casestudies.swerve;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A log in a sequence of files: a new file begins each day (UTC) and whenever the latest has
 * reached a size, and only the latest few are kept. Lines are buffered until {@link #flush}. Not
 * thread-safe: only the process of the {@link Log} uses it.
 */
public final class LogFile implements Closeable {
  private static final int BUFFER_BYTES = 64 * 1024;
  private static final Pattern NAME = Pattern.compile("(\\d{4}-\\d{2}-\\d{2})\\.(\\d{6})\\.log");

  private final Path folder;
  private final long mostBytes;
  private final int keep;
  private final ByteBuffer lines = ByteBuffer.allocateDirect(BUFFER_BYTES);
  private FileChannel file;
  private LocalDate day = LocalDate.MIN;
  private long bytes;

  /**
   * Opens a log.
   *
   * @param folder the folder of its files, created if it is missing
   * @param mostBytes the size after which a new file begins
   * @param keep the number of files that are kept
   * @throws IOException if the folder cannot be created
   */
  public LogFile(Path folder, long mostBytes, int keep) throws IOException {
    try {
      this.folder = Files.createDirectories(folder);
    } catch (IOException e) {
      throw new IOException("cannot write a log to " + folder + ": " + e, e);
    }
    this.mostBytes = mostBytes;
    this.keep = keep;
  }

  /**
   * Adds a line.
   *
   * @param entry the entry to write
   * @throws IOException if writing fails; the entry, and those buffered before it, may be lost
   */
  public void append(Entry entry) throws IOException {
    byte[] line = entry.line().getBytes(StandardCharsets.UTF_8);
    roll(entry.time(), line.length);
    if (line.length > lines.remaining()) {
      flush();
    }
    bytes += line.length;
    if (line.length > lines.capacity()) {
      write(ByteBuffer.wrap(line));
    } else {
      lines.put(line);
    }
  }

  /**
   * Passes all lines to the operating system.
   *
   * @throws IOException if writing fails; lines may be lost
   */
  public void flush() throws IOException {
    lines.flip();
    try {
      write(lines);
    } finally {
      lines.clear();
    }
  }

  /**
   * Puts all lines on disk.
   *
   * @throws IOException if writing fails; lines may be lost
   */
  public void force() throws IOException {
    flush();
    if (file != null) {
      file.force(false);
    }
  }

  private void write(ByteBuffer all) throws IOException {
    while (file != null && all.hasRemaining()) {
      file.write(all);
    }
  }

  private void roll(Instant time, int length) throws IOException {
    LocalDate today = LocalDate.ofInstant(time, ZoneOffset.UTC);
    boolean newDay = today.isAfter(day);
    if (file != null && !newDay && bytes + length <= mostBytes) {
      return;
    }
    close();
    day = newDay ? today : day;
    bytes = 0;
    Path next = next();
    file = FileChannel.open(next, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
    dropOld(next);
  }

  /** The path of the next file. Numbers continue after those of an earlier run on the same day. */
  private Path next() throws IOException {
    int last = 0;
    for (Path path : files()) {
      Matcher name = name(path);
      if (name.matches() && name.group(1).equals(day.toString())) {
        last = Integer.parseInt(name.group(2));
      }
    }
    return folder.resolve("%s.%06d.log".formatted(day, last + 1));
  }

  /**
   * Deletes the oldest files, but never the current one: after the clock was set back, other files
   * may have later names.
   */
  private void dropOld(Path latest) throws IOException {
    List<Path> others = files().stream().filter(path -> !path.equals(latest)).toList();
    for (Path old : others.subList(0, Math.max(0, others.size() + 1 - keep))) {
      Files.deleteIfExists(old);
    }
  }

  /**
   * The files of this log, oldest first: the order of their names is that of their times. Other
   * files in the folder are neither counted nor deleted.
   */
  private List<Path> files() throws IOException {
    try (Stream<Path> all = Files.list(folder)) {
      return all.filter(path -> name(path).matches()).sorted().toList();
    }
  }

  /** The day and number in a file's name, if it is a file of this log. */
  private static Matcher name(Path path) {
    return NAME.matcher(path.getFileName().toString());
  }

  @Override
  public void close() throws IOException {
    flush();
    if (file != null) {
      file.close();
      file = null;
    }
  }
}
