package dev.hocket.flow.code;

import dev.hocket.flow.graph.Node;

/**
 * The exception that generated code throws: carries a function's failure and the node at which it
 * happened.
 */
public final class Failed extends Exception {
  private static final long serialVersionUID = 1L;

  public final transient Node node;

  public Failed(Node node, Throwable cause) {
    super(null, cause, false, false);
    this.node = node;
  }

  /** Handles the failures of packets. */
  public interface Handler {
    /** Handles a failure, on the section's thread. The packet is dead. */
    void failed(Packet packet, Failed failure);
  }
}
