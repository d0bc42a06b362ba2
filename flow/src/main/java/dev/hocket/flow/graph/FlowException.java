package dev.hocket.flow.graph;

/**
 * Thrown for a mistake in a program's flow. The message begins with the position of the mistake.
 */
public final class FlowException extends IllegalArgumentException {
  private static final long serialVersionUID = 1L;

  /** The position of the mistake. */
  private final Position position;

  /**
   * Makes an exception with a position.
   *
   * @param position the position of the mistake
   * @param message the mistake, and the way out
   */
  public FlowException(Position position, String message) {
    super(position + ": " + message);
    this.position = position;
  }

  /**
   * Returns the position of the mistake.
   *
   * @return the place
   */
  public Position position() {
    return position;
  }
}
