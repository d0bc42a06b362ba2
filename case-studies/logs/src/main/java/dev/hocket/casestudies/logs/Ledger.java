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
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Stores lines, counts and positions. Lines are appended to the last segment; what is behind the
 * end in the checkpoint was not stored when the program ended, and is cut off.
 */
@ThreadSafe
final class Ledger implements AutoCloseable {
  /** Statistics of more places are not kept: new ones count without their minute. */
  private static final int MOST_PLACES = 1_000_000;

  /** Lines of more services count for one that is called {@link #OTHER}. */
  private static final int MOST_SERVICES = 10_000;

  static final String OTHER = "other";

  private final int mostPlaces;
  private final int mostServices;
  private final Set<String> services = new HashSet<>();
  private final Path folder;
  private final FileChannel lock;
  private final List<Segment> full = new ArrayList<>();
  private Checkpoint stored;
  private FileChannel last;
  private int number;
  private int length;

  private Ledger(Path folder, FileChannel lock, int mostPlaces, int mostServices) {
    this.folder = folder;
    this.lock = lock;
    this.mostPlaces = mostPlaces;
    this.mostServices = mostServices;
  }

  /**
   * Opens the ledger of a folder, and makes the folder if it does not exist.
   *
   * @throws IOException also if another program uses it
   */
  static Ledger open(Path folder) throws IOException {
    return open(folder, MOST_PLACES, MOST_SERVICES);
  }

  static Ledger open(Path folder, int mostPlaces, int mostServices) throws IOException {
    Files.createDirectories(folder);
    FileChannel lock =
        FileChannel.open(
            folder.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    Ledger ledger = new Ledger(folder, lock, mostPlaces, mostServices);
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
    stored.counts().keySet().forEach(place -> services.add(place.service()));
    for (number = 0; number < stored.segment(); number++) {
      Path file = Segment.file(folder, number);
      if (!Files.exists(file)) {
        throw new IOException(file + " is missing; delete its folder to count again");
      }
      fill(new Segment(number, file, Math.toIntExact(Files.size(file)), true));
    }
    forgetBlocks(number);
    // Later segments were begun after the last checkpoint. A kill here may leave the lines without
    // their blocks, but no blocks without their lines, which would be taken for those of others.
    int lost = number + 1;
    do {
      forgetBlocks(lost);
    } while (Files.deleteIfExists(Segment.file(folder, lost++)));
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
    counted.forEach((tally, lines) -> {
      Tally place = place(tally);
      placed.merge(place, lines, Long::sum);
      stored.counts().merge(place, lines, Long::sum);
    });
    last.force(false);
    stored = new Checkpoint(stored.positions(), stored.counts(), number, length);
    stored.save(folder);
    return new News(false, placed, segments());
  }

  private Tally place(Tally tally) {
    boolean isKnown = services.contains(tally.service()) || services.size() < mostServices;
    String service = isKnown ? tally.service() : OTHER;
    services.add(service);
    Tally place = new Tally(service, tally.level(), tally.minute());
    boolean isFull = stored.counts().size() >= mostPlaces && !stored.counts().containsKey(place);
    return isFull ? new Tally(service, tally.level(), 0) : place;
  }

  private void append(Batch batch) throws IOException {
    if (length >= Segment.FULL) {
      last.force(true);
      last.close();
      fill(new Segment(number, Segment.file(folder, number), length, true));
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

  private void fill(Segment segment) throws IOException {
    segment.ensureBlocks();
    full.add(segment);
  }

  /** A segment that was full only after the last checkpoint will be another one. */
  private void forgetBlocks(int lost) throws IOException {
    Blocks.delete(new Segment(lost, Segment.file(folder, lost), 0, true));
  }

  private List<Segment> segments() {
    List<Segment> all = new ArrayList<>(full);
    if (length > 0) {
      all.add(new Segment(number, Segment.file(folder, number), length, false));
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
