package dev.hocket.flow.graph;

/**
 * Thrown for a mistake in a program's flow. The message begins with the position of the mistake.
 */
public final class FlowException extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  /** Where it is wrong. */
  private final Position position;

  /**
   * Makes one.
   *
   * @param position where it is wrong
   * @param message what is wrong, and the way out
   */
  public FlowException(Position position, String message) {
    super(position + ": " + message);
    this.position = position;
  }

  /**
   * Where it is wrong.
   *
   * @return the place
   */
  public Position position() {
    return position;
  }
}
