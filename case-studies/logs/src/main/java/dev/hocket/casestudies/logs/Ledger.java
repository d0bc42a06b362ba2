package dev.hocket.casestudies.logs;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Stores lines, counts and positions. Lines are appended to the last segment; what is behind the
 * end in the checkpoint was not stored when the program ended, and is cut off.
 */
@ThreadSafe
final class Ledger implements AutoCloseable {
  /** Statistics of more places are not kept: new ones count without their minute. */
  private static final int MOST_TALLIES = 1_000_000;

  private final Path folder;
  private final FileChannel lock;
  private final List<Segment> full = new ArrayList<>();
  private Checkpoint stored;
  private FileChannel last;
  private int number;
  private int length;

  private Ledger(Path folder, FileChannel lock) {
    this.folder = folder;
    this.lock = lock;
  }

  /**
   * Opens the ledger of a folder, and makes the folder if it does not exist.
   *
   * @throws IOException also if another program uses it
   */
  static Ledger open(Path folder) throws IOException {
    Files.createDirectories(folder);
    FileChannel lock =
        FileChannel.open(
            folder.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    Ledger ledger = new Ledger(folder, lock);
    try {
      if (lock.tryLock() == null) {
        throw new OverlappingFileLockException();
      }
      ledger.restore();
      return ledger;
    } catch (OverlappingFileLockException used) {
      ledger.close();
      throw new IOException(
          folder + " is used by another log explorer; end that, or name another folder by --data");
    } catch (IOException | RuntimeException failed) {
      ledger.close();
      throw failed;
    }
  }

  private void restore() throws IOException {
    stored = Checkpoint.load(folder);
    for (number = 0; number < stored.segment(); number++) {
      Path file = Segment.file(folder, number);
      full.add(new Segment(number, file, Math.toIntExact(Files.size(file))));
    }
    for (int lost = number + 1; Files.deleteIfExists(Segment.file(folder, lost)); lost++) {
      // It was begun after the last checkpoint.
    }
    length = stored.length();
    last =
        FileChannel.open(
            Segment.file(folder, number), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    if (last.size() < length) {
      throw new IOException(
          Segment.file(folder, number)
              + " has "
              + last.size()
              + " bytes, and "
              + length
              + " were stored; delete its folder to count again");
    }
    last.truncate(length);
  }

  /** What is stored. */
  synchronized Checkpoint checkpoint() {
    return stored.copy();
  }

  /** Everything that is stored. */
  synchronized News whole() {
    return new News(true, stored.counts(), segments());
  }

  /**
   * Appends a batch. At a mark everything is stored before this method returns.
   *
   * @param counted what has been counted since the last mark; null without a mark
   * @return what has been stored; null without a mark
   */
  synchronized News keep(Batch batch, Map<Tally, Long> counted) throws IOException {
    append(batch);
    if (counted == null) {
      return null;
    }
    Map<Tally, Long> placed = new HashMap<>();
    counted.forEach((tally, lines) -> placed.merge(place(tally), lines, Long::sum));
    placed.forEach((tally, lines) -> stored.counts().merge(tally, lines, Long::sum));
    last.force(false);
    stored = new Checkpoint(stored.positions(), stored.counts(), number, length);
    stored.save(folder);
    return new News(false, placed, segments());
  }

  private Tally place(Tally tally) {
    boolean isFull = stored.counts().size() >= MOST_TALLIES && !stored.counts().containsKey(tally);
    return isFull ? new Tally(tally.service(), tally.level(), 0) : tally;
  }

  private void append(Batch batch) throws IOException {
    if (length >= Segment.FULL) {
      last.force(true);
      last.close();
      full.add(new Segment(number, Segment.file(folder, number), length));
      number++;
      length = 0;
      last =
          FileChannel.open(
              Segment.file(folder, number),
              StandardOpenOption.CREATE,
              StandardOpenOption.TRUNCATE_EXISTING,
              StandardOpenOption.WRITE);
    }
    ByteBuffer bytes = StandardCharsets.UTF_8.encode(batch.text());
    while (bytes.hasRemaining()) {
      length += last.write(bytes, length);
    }
    if (batch.to() != null) {
      stored.positions().remove(batch.from());
      stored.positions().add(batch.to());
    }
  }

  private List<Segment> segments() {
    List<Segment> all = new ArrayList<>(full);
    if (length > 0) {
      all.add(new Segment(number, Segment.file(folder, number), length));
    }
    return all;
  }

  @Override
  public synchronized void close() throws IOException {
    if (last != null) {
      last.close();
    }
    lock.close();
  }
}
