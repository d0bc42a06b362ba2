package dev.hocket.events;

/** The failure that a chosen branch has instead of a value. */
// A class and not an interface: whether a value is one is asked with every message, and the JVM
// answers that faster of a class.
abstract sealed class Failure {
  private final boolean isEnd;

  private Failure(boolean isEnd) {
    this.isEnd = isEnd;
  }

  /** The exception to throw to the waiter of the branch. */
  abstract Throwable exception();

  /** Whether it is the orderly end of a channel, which is not reported to uncaught handlers. */
  final boolean isEnd() {
    return isEnd;
  }

  /** The same failure, with the branch that it ended. */
  Failure at(String where) {
    return this;
  }

  /** A value as it is, and a failure with the words for the branch that met it. */
  static Object at(Object value, Operation operation, int branch, int of) {
    return value instanceof Failure failed ? failed.at(where(operation, branch, of)) : value;
  }

  /** A branch in words. */
  static String where(Operation operation, int branch, int of) {
    return of == 1
        ? operation.describe()
        : operation.describe() + ", branch " + (branch + 1) + " of " + of;
  }

  /** A throwable in words; its class if its toString fails. */
  static String words(Throwable thrown) {
    try {
      return thrown.toString();
    } catch (Throwable unsaid) {
      return thrown.getClass().getName();
    }
  }

  /** A failure as it is. */
  static final class Thrown extends Failure {
    private final Throwable exception;

    Thrown(Throwable exception, boolean isEnd) {
      super(isEnd);
      this.exception = exception;
    }

    @Override
    Throwable exception() {
      return exception;
    }
  }

  /** The end of a channel. */
  static final class Closed extends Failure {
    private final String channel;
    private final Throwable cause;
    private final String branch;

    /**
     * Makes the end of a channel.
     *
     * @param channel its name
     * @param cause null if it was simply closed
     * @param isEnd whether what had been sent before could be received
     * @param branch the branch that met the end, in words, or null
     */
    Closed(String channel, Throwable cause, boolean isEnd, String branch) {
      super(isEnd);
      this.channel = channel;
      this.cause = cause;
      this.branch = branch;
    }

    @Override
    Throwable exception() {
      return new ChannelClosedException(channel, branch, cause);
    }

    @Override
    Failure at(String where) {
      return branch == null ? new Closed(channel, cause, isEnd(), where) : this;
    }
  }

  /** Throws any throwable as it is; the return type is for {@code throw sneak(t)}. */
  @SuppressWarnings("unchecked")
  static <X extends Throwable> RuntimeException sneak(Throwable thrown) throws X {
    throw (X) thrown;
  }
}
