package dev.hocket.events.steps;

/** The failure of a chosen branch, instead of a value. */
// This is a class and not an interface: the library checks with every message whether a value is
// one, and the JVM checks that faster for a class.
public abstract class Failure {
  private final boolean isEnd;

  protected Failure(boolean isEnd) {
    this.isEnd = isEnd;
  }

  /** The exception to throw to the waiter of the branch. */
  public abstract Throwable exception();

  /**
   * Returns whether it is the orderly end of a channel, which is not reported to uncaught handlers.
   */
  public final boolean isEnd() {
    return isEnd;
  }

  /** Returns the same failure with the branch that it ended. */
  public Failure at(String where) {
    return this;
  }

  /** Describes a throwable in words; by its class if its toString fails. */
  public static String words(Throwable thrown) {
    try {
      return thrown.toString();
    } catch (Throwable unsaid) {
      return thrown.getClass().getName();
    }
  }

  /** A failure that is an exception. */
  public static final class Thrown extends Failure {
    private final Throwable exception;

    public Thrown(Throwable exception, boolean isEnd) {
      super(isEnd);
      this.exception = exception;
    }

    @Override
    public Throwable exception() {
      return exception;
    }
  }

  /** Throws any throwable unchanged; the return type is for {@code throw sneak(t)}. */
  @SuppressWarnings("unchecked")
  public static <X extends Throwable> RuntimeException sneak(Throwable thrown) throws X {
    throw (X) thrown;
  }
}
