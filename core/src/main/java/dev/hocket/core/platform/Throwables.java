package dev.hocket.core.platform;

import java.nio.channels.ClosedByInterruptException;
import java.util.concurrent.CancellationException;

/** Throws, examines and prints any throwable. */
public final class Throwables {
  /** The number of nested causes that are searched; they may form a cycle. */
  private static final int MOST_CAUSES = 20;

  private Throwables() {}

  /** Throws any throwable unchanged; the return type is for {@code throw sneak(t)}. */
  @SuppressWarnings("unchecked")
  public static <X extends Throwable> RuntimeException sneak(Throwable thrown) throws X {
    throw (X) thrown;
  }

  /** Returns whether cancelled code throws this because of the cancel. */
  public static boolean isDueToCancel(Throwable failure) {
    Throwable cause = failure;
    for (int i = 0; cause != null && i < MOST_CAUSES; i++) {
      if (cause instanceof InterruptedException
          || cause instanceof CancellationException
          || cause instanceof ClosedByInterruptException) {
        return true;
      }
      cause = cause.getCause();
    }
    return false;
  }

  /** Prints a stack trace, or as much of it as can be printed if the exception's methods fail. */
  public static void print(Throwable failure) {
    try {
      failure.printStackTrace();
    } catch (Throwable inItsCode) {
      System.err.println(
          failure.getClass().getName() + ", of which no more can be said: " + inItsCode.getClass());
    }
  }
}
