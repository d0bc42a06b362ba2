package dev.hocket.directives;

/**
 * Leads a thread out of a construct or a region in which another thread has failed, running the
 * {@code finally} clauses on its way. The library throws it and swallows it again; no code of the
 * user's has to see it. It has no stack trace, since nobody reads it.
 */
final class Stop extends Error {
  private static final long serialVersionUID = 1L;

  /** The {@link Team} or the {@link Share} that has failed, at whose end the thread goes on. */
  private final transient Object failed;

  Stop(Object failed, String where) {
    super("another thread has failed in " + where, null, false, false);
    this.failed = failed;
  }

  static boolean isOf(Object failed, Throwable thrown) {
    return thrown instanceof Stop stop && stop.failed == failed;
  }
}
