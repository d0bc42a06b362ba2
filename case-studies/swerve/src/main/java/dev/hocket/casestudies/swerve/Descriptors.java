package dev.hocket.casestudies.swerve;

import com.sun.management.UnixOperatingSystemMXBean;
import java.lang.management.ManagementFactory;

/** The system's limit on open files and sockets of this program. */
final class Descriptors {
  /** Descriptors reserved for the JVM, its libraries and the log. */
  private static final int RESERVE = 64;

  /** Descriptors for each connection: its socket, and a file that is being sent. */
  private static final int EACH = 2;

  private Descriptors() {}

  /**
   * The number of connections for which the descriptors suffice. A program without a free
   * descriptor cannot even load the classes that report the problem.
   */
  static int connections() {
    if (ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean system) {
      long room = (system.getMaxFileDescriptorCount() - RESERVE) / EACH;
      return Math.clamp(room, 1, Integer.MAX_VALUE);
    }
    return Integer.MAX_VALUE;
  }
}
