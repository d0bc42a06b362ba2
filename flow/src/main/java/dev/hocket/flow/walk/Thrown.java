package dev.hocket.flow.walk;

import dev.hocket.flow.graph.Node;

/** Carries a failure from a function to the thread that waits for the flow. */
public final class Thrown {
  private Thrown() {}

  /** Throws any throwable unchanged; the return type is for {@code throw sneak(t)}. */
  @SuppressWarnings("unchecked")
  public static <X extends Throwable> RuntimeException sneak(Throwable thrown) throws X {
    throw (X) thrown;
  }

  /**
   * Attaches the place at which a failure happened. The JVM makes a stack overflow without running
   * its constructor, so that nothing can be attached; another one that names the place replaces it.
   */
  public static Throwable at(Throwable failure, String where) {
    failure.addSuppressed(new Note(where));
    if (failure instanceof StackOverflowError && failure.getSuppressed().length == 0) {
      StackOverflowError placed = new StackOverflowError(where);
      placed.setStackTrace(failure.getStackTrace());
      return placed;
    }
    return failure;
  }

  public static String place(Node node, long packet) {
    String what = node instanceof Node.Call call ? "in " + call.function() + ", call " : "in ";
    return what + Site.original(node.id()) + " at " + node.position() + ", packet " + packet;
  }

  public static String making(Node node) {
    return "making the state of " + node.id() + " at " + node.position();
  }

  /** A note attached to a failure, without a stack trace of its own. */
  private static final class Note extends Exception {
    private static final long serialVersionUID = 1L;

    Note(String where) {
      super(where, null, false, false);
    }

    @Override
    public String toString() {
      return getMessage();
    }
  }
}
