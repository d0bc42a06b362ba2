package dev.hocket.plan;

import java.io.IOException;
import java.nio.file.Path;

/**
 * Thrown for a recording that cannot be reported on. The message is for the user and says what is
 * wrong, where, and what to do.
 */
public final class RecordingException extends IOException {
  private static final long serialVersionUID = 1L;

  /**
   * Makes the exception.
   *
   * @param message what is wrong with the recording, and the way out
   */
  public RecordingException(String message) {
    super(message);
  }

  /**
   * Makes the exception.
   *
   * @param message what is wrong with the recording, and the way out
   * @param cause the exception of the reader
   */
  public RecordingException(String message, Throwable cause) {
    super(message, cause);
  }

  /**
   * Makes the exception for a recording of a program that did not use Hocket.
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
