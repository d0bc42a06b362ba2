package dev.hocket.casestudies.swerve;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;

/**
 * A pool of direct buffers of one size. It reuses the most recently returned one first, because
 * that is still in the processor's cache. A buffer that is never returned is garbage-collected, so
 * an aborted transfer leaks nothing. Thread-safe.
 */
public final class Buffers {
  /** A pool that keeps no buffers. */
  static final Buffers NONE = new Buffers(0, 0);

  private final int sizeBytes;
  private final int keep;
  private final ArrayDeque<ByteBuffer> idle = new ArrayDeque<>();

  /**
   * Creates a pool.
   *
   * @param sizeBytes the size of each buffer
   * @param keep the number of unused buffers that are kept
   */
  public Buffers(int sizeBytes, int keep) {
    this.sizeBytes = sizeBytes;
    this.keep = keep;
  }

  /** Takes an empty buffer. */
  ByteBuffer take() {
    synchronized (idle) {
      ByteBuffer buffer = idle.pollLast();
      if (buffer != null) {
        return buffer.clear();
      }
    }
    return ByteBuffer.allocateDirect(sizeBytes);
  }

  /** Returns a buffer of this pool that is no longer used. */
  void give(ByteBuffer buffer) {
    synchronized (idle) {
      if (idle.size() < keep) {
        idle.addLast(buffer);
      }
    }
  }
}
