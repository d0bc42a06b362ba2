package dev.hocket.flow.flink;

import org.apache.flink.runtime.throwable.ThrowableAnnotation;
import org.apache.flink.runtime.throwable.ThrowableType;

/** Thrown if more packets wait for an earlier one than may; starting again would not help. */
@ThrowableAnnotation(ThrowableType.NonRecoverableError)
final class Overtaken extends IllegalStateException {
  private static final long serialVersionUID = 1L;

  Overtaken(String message) {
    super(message);
  }
}
