package dev.hocket.plan;

import java.io.IOException;

/**
 * A recording that cannot be reported on. The message is meant for the user: what, where, way out.
 */
public final class RecordingException extends IOException {
  private static final long serialVersionUID = 1L;

  RecordingException(String message) {
    super(message);
  }

  RecordingException(String message, Throwable cause) {
    super(message, cause);
  }
}
