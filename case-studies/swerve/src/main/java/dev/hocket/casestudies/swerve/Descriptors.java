package dev.hocket.casestudies.swerve;

import com.sun.management.UnixOperatingSystemMXBean;
import java.lang.management.ManagementFactory;

/** How many files and sockets the system lets this program have open. */
final class Descriptors {
  /** For the JVM, its libraries and the log. */
  private static final int RESERVE = 64;

  /** A connection, and a file that is sent on it. */
  private static final int EACH = 2;

  private Descriptors() {}

  /**
   * How many connections they are enough for. A program that runs out of them cannot even load the
   * classes with which to say so.
   */
  static int connections() {
    if (ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean system) {
      long room = (system.getMaxFileDescriptorCount() - RESERVE) / EACH;
      return Math.clamp(room, 1, Integer.MAX_VALUE);
    }
    return Integer.MAX_VALUE;
  }
}
