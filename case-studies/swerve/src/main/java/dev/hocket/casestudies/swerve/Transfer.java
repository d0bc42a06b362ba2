package dev.hocket.casestudies.swerve;

import java.nio.ByteBuffer;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;

/**
 * A message from a file processor to a network processor: a chunk, or an {@link End} that replaces
 * the remaining ones.
 */
public sealed interface Transfer {

  /**
   * The next bytes of the file.
   *
   * @param bytes the bytes between position and limit
   * @param home the pool to which the buffer returns after it has been sent; {@link Buffers#NONE}
   *     if there is none
   */
  record Chunk(ByteBuffer bytes, Buffers home) implements Transfer {
    /** Returns the buffer to its pool after its last use. */
    public void release() {
      home.give(bytes);
    }
  }

  /** The outcome of a transfer. */
  enum End implements Transfer {
    /** All chunks were sent; no message is needed. */
    DONE,
    /** The file no longer exists. */
    MISSING,
    /** The file must not be read. */
    FORBIDDEN,
    /** The file is not the one that was looked up; it must be looked up again. */
    CHANGED,
    /** Reading failed. */
    FAILED,
    /** The timeout has passed, or the client has closed. */
    ABORTED;

    /**
     * Maps a failure of reading to the end of a transfer.
     *
     * @param failure the failure of opening or reading
     * @return the outcome for the network processor
     */
    public static End of(Throwable failure) {
      return switch (failure) {
        case NoSuchFileException missing -> MISSING;
        case AccessDeniedException denied -> FORBIDDEN;
        case Reading.ChangedException changed -> CHANGED;
        default -> FAILED;
      };
    }
  }
}
