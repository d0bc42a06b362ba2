package dev.hocket.flow;

/**
 * The exception that generated code throws: carries a function's failure and the node at which it
 * happened.
 */
final class Failed extends Exception {
  private static final long serialVersionUID = 1L;

  final transient Node node;

  Failed(Node node, Throwable cause) {
    super(null, cause, false, false);
    this.node = node;
  }
}
