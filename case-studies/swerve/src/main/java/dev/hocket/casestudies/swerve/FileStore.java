package dev.hocket.casestudies.swerve;

import dev.hocket.casestudies.http.Body;
import dev.hocket.casestudies.http.Document;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Iterator;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The contents of files. Small files are kept in memory until their {@link
 * dev.hocket.casestudies.http.FileState} changes; other files are read each time. Thread-safe.
 *
 * <p>The memory is bounded. When it is full, the store drops files that were not requested since it
 * was last full (the clock algorithm).
 */
public final class FileStore {
  /** The largest size of a file that is sent as one chunk, in bytes. */
  public static final int CHUNK_BYTES = 64 * 1024;

  private static final Duration OPENING_LIMIT = Duration.ofSeconds(5);
  private static final int IDLE_CHUNKS = 256;

  /** The approximate memory for an empty file, in bytes. */
  private static final int OVERHEAD_BYTES = 512;

  private final Opener opener = new Opener(OPENING_LIMIT);
  private final Buffers chunks = new Buffers(CHUNK_BYTES, IDLE_CHUNKS);
  private final ConcurrentHashMap<Path, Kept> kept = new ConcurrentHashMap<>();
  private final long mostBytes;

  /** The total size of the kept files; guarded by this object. */
  private long keptBytes;

  private static final class Kept {
    final Document document;
    final ByteBuffer content;
    volatile boolean used;

    Kept(Document document, ByteBuffer content) {
      this.document = document;
      this.content = content;
    }

    int cost() {
      return content.limit() + OVERHEAD_BYTES;
    }

    boolean isOf(Document other) {
      return document == other || document.state().equals(other.state());
    }
  }

  /**
   * Creates an empty store.
   *
   * @param mostBytes the largest number of bytes to keep in memory
   */
  public FileStore(long mostBytes) {
    this.mostBytes = mostBytes;
  }

  /**
   * Opens a part of a file, or finds it in memory.
   *
   * @param part a part of a file that was looked up
   * @return a reading of its chunks, which the caller must close
   * @throws IOException if the file no longer exists, is another one, must not be read, or could
   *     not be opened in time
   * @throws InterruptedException if the calling thread is interrupted
   */
  public Reading open(Body.FilePart part) throws IOException, InterruptedException {
    Document document = part.document();
    Kept known = kept.get(document.file());
    if (known != null && known.isOf(document)) {
      if (!known.used) {
        known.used = true;
      }
      return Reading.of(part, known.content);
    }
    if (document.length() > CHUNK_BYTES || !document.hasStrongValidators()) {
      return Reading.open(part, opener, chunks);
    }
    ByteBuffer content = readAll(document);
    keep(new Kept(document, content));
    return Reading.of(part, content);
  }

  private ByteBuffer readAll(Document document) throws IOException, InterruptedException {
    ByteBuffer bytes = ByteBuffer.allocateDirect((int) document.length());
    try (FileChannel file = Reading.open(document, opener)) {
      while (bytes.hasRemaining()) {
        if (file.read(bytes) < 0) {
          throw new EOFException(document.file() + " was cut while it was read");
        }
      }
      // The kept content must belong to this tag, so the file must not have changed in between.
      Reading.check(document);
    }
    return bytes.flip();
  }

  private synchronized void keep(Kept content) {
    keptBytes += content.cost();
    Kept before = kept.put(content.document.file(), content);
    if (before != null) {
      keptBytes -= before.cost();
    }
    for (int rounds = 0; rounds < 2 && keptBytes > mostBytes; rounds++) {
      makeRoom();
    }
  }

  private void makeRoom() {
    Iterator<Kept> all = kept.values().iterator();
    while (keptBytes > mostBytes && all.hasNext()) {
      Kept candidate = all.next();
      if (candidate.used) {
        candidate.used = false;
      } else {
        all.remove();
        keptBytes -= candidate.cost();
      }
    }
  }
}
