package dev.hocket.casestudies.swerve;

import dev.hocket.casestudies.http.Body;
import dev.hocket.casestudies.http.Document;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.concurrent.atomic.AtomicBoolean;

/** Reads a part of a file, chunk by chunk. Only one thread may use it, except for {@link #stop}. */
public final class Reading implements AutoCloseable {

  /** Thrown if the file is not the one that was looked up. */
  static final class ChangedException extends IOException {
    private static final long serialVersionUID = 1L;

    ChangedException(Document document) {
      super(document.file() + " has changed since it was looked up");
    }
  }

  private final FileChannel file;
  private final Buffers buffers;
  private final Transfer.Chunk atHand;
  private final boolean oneChunk;
  private long position;
  private long left;
  private final AtomicBoolean stopped = new AtomicBoolean();

  private Reading(Body.FilePart part, FileChannel file, Buffers buffers, Transfer.Chunk atHand) {
    this.file = file;
    this.buffers = buffers;
    this.atHand = atHand;
    position = part.first();
    left = part.length();
    oneChunk = left <= FileStore.CHUNK_BYTES;
  }

  /** Creates a reading of a single chunk from memory. */
  static Reading of(Body.FilePart part, ByteBuffer content) {
    ByteBuffer bytes = content.slice((int) part.first(), (int) part.length());
    return new Reading(part, null, Buffers.NONE, new Transfer.Chunk(bytes, Buffers.NONE));
  }

  static Reading open(Body.FilePart part, Opener opener, Buffers buffers)
      throws IOException, InterruptedException {
    return new Reading(part, open(part.document(), opener), buffers, null);
  }

  /**
   * Opens exactly the file that was looked up, because a client that has seen its length and tag
   * must get its bytes. The state is checked before opening, so that a device put in its place is
   * not opened, and again afterwards. The path has no symbolic links, so a link in its place is a
   * change, too.
   */
  static FileChannel open(Document document, Opener opener)
      throws IOException, InterruptedException {
    check(document);
    FileChannel file = opener.open(document.file());
    try {
      check(document);
      return file;
    } catch (IOException e) {
      file.close();
      throw e;
    }
  }

  static void check(Document document) throws IOException {
    if (!document.isUnchanged()) {
      throw new ChangedException(document);
    }
  }

  /**
   * Whether the reading has a single chunk.
   *
   * @return the same value each time
   */
  public boolean isOneChunk() {
    return oneChunk;
  }

  /**
   * Whether there is another chunk.
   *
   * @return false at the end, and after a {@link #stop}
   */
  public boolean hasNext() {
    return left > 0 && !stopped.get();
  }

  /**
   * Reads the next chunk.
   *
   * @return a chunk that is not empty
   * @throws IOException if reading failed, or the file has become shorter than announced
   */
  public Transfer.Chunk next() throws IOException {
    if (atHand != null) {
      left = 0;
      return atHand;
    }
    ByteBuffer bytes = buffers.take();
    bytes.limit((int) Math.min(bytes.capacity(), left));
    int wanted = bytes.limit();
    while (bytes.hasRemaining()) {
      if (file.read(bytes, position + bytes.position()) < 0) {
        throw new EOFException("a file ended " + left + " bytes early: it was cut meanwhile");
      }
    }
    position += wanted;
    left -= wanted;
    return new Transfer.Chunk(bytes.flip(), buffers);
  }

  /**
   * Ends the reading. Any thread may call this.
   *
   * @return whether this call was the first
   */
  public boolean stop() {
    return stopped.compareAndSet(false, true);
  }

  @Override
  public void close() {
    if (file == null) {
      return;
    }
    try {
      file.close();
    } catch (IOException ignored) {
      // Nothing was written, and the descriptor is released even if closing fails.
    }
  }
}
