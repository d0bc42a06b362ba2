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
   * Some bytes of the file, the next ones.
   *
   * @param bytes between position and limit
   * @param home the pool that gets the buffer after it has been sent; {@link Buffers#NONE} if none
   */
  record Chunk(ByteBuffer bytes, Buffers home) implements Transfer {
    /** Returns the buffer to its pool, when it is no longer used. */
    public void release() {
      home.give(bytes);
    }
  }

  /** How a transfer came out. */
  enum End implements Transfer {
    /** All chunks were sent; no message is needed. */
    DONE,
    /** There is no such file any more. */
    MISSING,
    /** The file must not be read. */
    FORBIDDEN,
    /** It is not the file that was looked up: look again. */
    CHANGED,
    /** Reading failed. */
    FAILED,
    /** The timeout has passed, or the client has closed. */
    ABORTED;

    /**
     * Maps a failure of reading to the end of a transfer.
     *
     * @param failure of opening or reading
     * @return what to tell the network processor
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
