package dev.hocket.flow.windows;

/** Thrown for an event that came after its windows were closed. */
public final class LateException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  LateException(long time, long watermark) {
    super(
        "an event of time "
            + time
            + " is late: the watermark is "
            + watermark
            + "; let the source give lower watermarks, or choose Late.DROP or Late.ALONE");
  }
}
