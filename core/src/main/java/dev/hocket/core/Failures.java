package dev.hocket.core;

import java.util.Arrays;

/** How a failure travels from the block that threw it to the code that waited for it. */
final class Failures {
  /** Places one exception object tells of; it may be thrown again and again. */
  private static final int MOST_PLACES = 8;

  private Failures() {}

  /** Throws any throwable as it is; the return type is for {@code throw sneak(t)}. */
  @SuppressWarnings("unchecked")
  static <X extends Throwable> RuntimeException sneak(Throwable thrown) throws X {
    throw (X) thrown;
  }

  /** Attaches the position at which the calling thread meets a block's failure, once. */
  static Throwable at(Throwable failure, Block block) {
    StackTraceElement[] trace = new Throwable().getStackTrace();
    return at(
        failure,
        block,
        Arrays.stream(trace).dropWhile(Failures::isOurs).toArray(StackTraceElement[]::new));
  }

  private static boolean isOurs(StackTraceElement frame) {
    return frame.getClassName().startsWith("dev.hocket.core.")
        || frame.getClassName().startsWith("dev.hocket.directives.");
  }

  /** Attaches a position at which a block's failure is met, once. */
  static Throwable at(Throwable failure, Block block, StackTraceElement[] trace) {
    Encounter here = new Encounter(block.label() + " on target " + block.target().name(), trace);
    int places = 0;
    for (Throwable suppressed : failure.getSuppressed()) {
      if (suppressed instanceof Encounter encounter) {
        places++;
        if (encounter.isAt(here)) {
          return failure;
        }
      }
    }
    if (places < MOST_PLACES) {
      failure.addSuppressed(here);
    }
    return failure;
  }

  /** Attaches the suspended callers of an activation that a failure leaves, once. */
  static Throwable resumedFrom(Throwable failure, StackTraceElement[] callers) {
    if (callers.length > 0
        && Arrays.stream(failure.getSuppressed()).noneMatch(s -> s instanceof ResumedFrom)) {
      failure.addSuppressed(new ResumedFrom(callers));
    }
    return failure;
  }

  /** Not a failure of its own: its stack trace are the callers that were suspended. */
  private static final class ResumedFrom extends Exception {
    private static final long serialVersionUID = 1L;

    ResumedFrom(StackTraceElement[] callers) {
      super(null, null, false, true);
      setStackTrace(callers);
    }

    @Override
    public String toString() {
      return "resumed from";
    }
  }

  /** Not a failure of its own: its stack trace is the one of the code that waited. */
  private static final class Encounter extends Exception {
    private static final long serialVersionUID = 1L;

    Encounter(String where, StackTraceElement[] trace) {
      super(where, null, false, true);
      setStackTrace(trace);
    }

    boolean isAt(Encounter other) {
      return getMessage().equals(other.getMessage())
          && Arrays.equals(getStackTrace(), other.getStackTrace());
    }

    @Override
    public String toString() {
      return "thrown by the block " + getMessage() + ", waited for";
    }
  }
}
