package dev.hocket.casestudies.swerve;

import java.nio.ByteBuffer;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;

/**
 * What a file processor sends to a network processor: chunks, until all bytes that were asked for
 * have been sent, or an {@link End} in place of the rest.
 */
public sealed interface Transfer {

  /**
   * Some bytes of the file, the next ones.
   *
   * @param bytes between position and limit
   * @param home where the buffer goes when it has been sent; {@link Buffers#NONE} if nowhere
   */
  record Chunk(ByteBuffer bytes, Buffers home) implements Transfer {
    /** Gives the buffer back; nobody uses it any more. */
    public void release() {
      home.give(bytes);
    }
  }

  /** How a transfer came out. */
  enum End implements Transfer {
    /** All was sent; it needs no message. */
    DONE,
    /** There is no such file any more. */
    MISSING,
    /** The file must not be read. */
    FORBIDDEN,
    /** It is not the file that was looked up: look again. */
    CHANGED,
    /** Reading failed. */
    FAILED,
    /** Time is up, or the client has gone. */
    ABORTED;

    /**
     * How a transfer came out whose reading has failed.
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
