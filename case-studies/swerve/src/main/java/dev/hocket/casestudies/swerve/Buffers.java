package dev.hocket.casestudies.swerve;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;

/**
 * Direct buffers of one size that are used again, the latest first, because it is still in the
 * processor's cache. A buffer that is never given back is left to the garbage collector, so nothing
 * leaks when a transfer breaks off. Thread-safe.
 */
public final class Buffers {
  /** Takes nothing back. */
  static final Buffers NONE = new Buffers(0, 0);

  private final int sizeBytes;
  private final int keep;
  private final ArrayDeque<ByteBuffer> idle = new ArrayDeque<>();

  /**
   * Buffers.
   *
   * @param sizeBytes of each
   * @param keep how many that nobody uses are kept
   */
  public Buffers(int sizeBytes, int keep) {
    this.sizeBytes = sizeBytes;
    this.keep = keep;
  }

  /** An empty buffer. */
  ByteBuffer take() {
    synchronized (idle) {
      ByteBuffer buffer = idle.pollLast();
      if (buffer != null) {
        return buffer.clear();
      }
    }
    return ByteBuffer.allocateDirect(sizeBytes);
  }

  /** Takes a buffer that came from here and that nobody uses any more. */
  void give(ByteBuffer buffer) {
    synchronized (idle) {
      if (idle.size() < keep) {
        idle.addLast(buffer);
      }
    }
  }
}
