package dev.hocket.flow.link;

import java.nio.channels.ClosedByInterruptException;

/** Recognises failures that an interrupt has caused. */
public final class Interrupts {
  private Interrupts() {}

  /** Returns whether an interrupt has caused a failure. */
  public static boolean caused(Throwable failure) {
    for (Throwable t = failure; t != null; t = t.getCause()) {
      if (t instanceof InterruptedException || t instanceof ClosedByInterruptException) {
        return true;
      }
    }
    return false;
  }
}
