package dev.hocket.plan;

import java.io.IOException;

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
}
