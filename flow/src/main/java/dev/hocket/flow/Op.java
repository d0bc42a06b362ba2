package dev.hocket.flow;

/** A piece of an algorithm that runs on one thread, from values in a frame to values there. */
interface Op {
  void run(Frame frame) throws Throwable;

  /** Where an argument comes from. */
  interface Input {
    Object get(Object[] slots);
  }

  /** Thrown by an op: a function's failure and where it happened. */
  final class Failed extends Exception {
    private static final long serialVersionUID = 1L;

    final transient Node node;

    Failed(Node node, Throwable cause) {
      super(null, cause, false, false);
      this.node = node;
    }
  }
}
