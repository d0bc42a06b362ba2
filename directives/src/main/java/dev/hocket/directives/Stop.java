package dev.hocket.directives;

/**
 * Leads a thread out of a construct or region in which another thread has failed, or of a cancelled
 * region; {@code finally} clauses run on the way. The library throws and catches it; the user's
 * code need not handle it. It has no stack trace, because it is never printed.
 */
final class Stop extends Error {
  private static final long serialVersionUID = 1L;

  /** The {@link Team} or {@link Share} that ends early; the thread continues after its end. */
  private final transient Object failed;

  Stop(Object failed, String where) {
    super("another thread has failed in " + where + ", or cancelled it", null, false, false);
    this.failed = failed;
  }

  static boolean isOf(Object failed, Throwable thrown) {
    return thrown instanceof Stop stop && stop.failed == failed;
  }
}
