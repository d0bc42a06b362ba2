package dev.hocket.core.recording;

import java.security.SecureRandom;

/** The identity of this run of the program among all programs that take part in a request. */
public final class Program {
  /** The first half of the W3C trace ids of its requests; positive. */
  public static final long ID = new SecureRandom().nextLong(1, Long.MAX_VALUE);

  private Program() {}

  /** The W3C id of a part of a request, from its id in this program. */
  public static long partId(long id) {
    return ID ^ id;
  }
}
