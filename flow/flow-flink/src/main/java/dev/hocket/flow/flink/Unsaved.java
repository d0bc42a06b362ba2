package dev.hocket.flow.flink;

import dev.hocket.flow.graph.FlowException;
import dev.hocket.flow.graph.Position;
import java.io.IOException;
import org.apache.flink.runtime.throwable.ThrowableAnnotation;
import org.apache.flink.runtime.throwable.ThrowableType;

/**
 * Thrown for a value that cannot be written, with the way to it. Repeating the packet would not
 * help, so Flink does not restart the job.
 */
@ThrowableAnnotation(ThrowableType.NonRecoverableError)
final class Unsaved extends IOException {
  private static final long serialVersionUID = 1L;

  private final String what;
  private final String way;

  private Unsaved(String what, String way, String message) {
    super(message);
    this.what = what;
    this.way = way;
  }

  /**
   * Makes the exception.
   *
   * @param what describes the value
   */
  static Unsaved of(String what) {
    return new Unsaved(what, "", what);
  }

  /** Returns the same with one more step of the way, the outermost last. */
  Unsaved in(String step) {
    String longer = way.isEmpty() ? step : step + " → " + way;
    return new Unsaved(what, longer, longer + ": " + what);
  }

  /** Makes the same exception, which stops a job because of a mistake in the program. */
  Unsaved because(FlowException mistake) {
    Unsaved stopping = new Unsaved(what, way, getMessage());
    stopping.initCause(mistake);
    return stopping;
  }

  /** Makes the message for a value that goes to another task, or for the result. */
  static FlowException value(Position position, String value, Unsaved cause) {
    return new FlowException(
        position,
        value
            + " cannot be written: "
            + cause.getMessage()
            + "; give it as strings, numbers, collections and records of these, or put the functions"
            + " that use it into one section");
  }

  /** Makes the message for the state of a call. */
  static FlowException state(Position position, String call, Unsaved cause) {
    return new FlowException(
        position,
        "the state of "
            + call
            + " cannot be saved: "
            + cause.getMessage()
            + "; keep strings, numbers, collections and records of these, or mark the field transient"
            + " and make it again on demand");
  }
}
