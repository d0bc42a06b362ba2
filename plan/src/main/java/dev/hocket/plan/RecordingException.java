package dev.hocket.plan;

import java.io.IOException;
import java.nio.file.Path;

/**
 * A recording that cannot be reported on. The message is meant for the user: what, where, way out.
 */
public final class RecordingException extends IOException {
  private static final long serialVersionUID = 1L;

  /**
   * A recording that is no good.
   *
   * @param message what is wrong with it, and the way out
   */
  public RecordingException(String message) {
    super(message);
  }

  /**
   * A recording that is no good.
   *
   * @param message what is wrong with it, and the way out
   * @param cause what its reader threw
   */
  public RecordingException(String message, Throwable cause) {
    super(message, cause);
  }

  /**
   * A recording of a program that did not use Hocket.
   *
   * @param recording the file
   * @return the exception
   */
  public static RecordingException withoutEvents(Path recording) {
    return new RecordingException(
        recording
            + " has no events of Hocket's: neither a block ended nor an event was dispatched while"
            + " it was recorded. "
            + RecordingReader.howToRecord(recording));
  }
}
