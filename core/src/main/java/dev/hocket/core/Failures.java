package dev.hocket.core;

import java.util.Arrays;

/** How a failure travels from the block that threw it to the code that waited for it. */
final class Failures {
  private Failures() {}

  /** Throws any throwable as it is; the return type is for {@code throw sneak(t)}. */
  @SuppressWarnings("unchecked")
  static <X extends Throwable> RuntimeException sneak(Throwable thrown) throws X {
    throw (X) thrown;
  }

  /** Attaches the position at which the calling thread meets a block's failure. */
  static Throwable at(Throwable failure, Block block) {
    String where = block.label() + " on target " + block.target().name();
    for (Throwable suppressed : failure.getSuppressed()) {
      // One exception object may be thrown again and again: say each place once.
      if (suppressed instanceof Encounter && where.equals(suppressed.getMessage())) {
        return failure;
      }
    }
    failure.addSuppressed(new Encounter(where));
    return failure;
  }

  /** Not a failure of its own: its stack trace is the one of the code that waited. */
  private static final class Encounter extends Exception {
    private static final long serialVersionUID = 1L;

    Encounter(String where) {
      super(where);
      setStackTrace(
          Arrays.stream(getStackTrace())
              .dropWhile(frame -> frame.getClassName().startsWith("dev.hocket."))
              .toArray(StackTraceElement[]::new));
    }

    @Override
    public String toString() {
      return "thrown by the block " + getMessage() + ", waited for";
    }
  }
}
