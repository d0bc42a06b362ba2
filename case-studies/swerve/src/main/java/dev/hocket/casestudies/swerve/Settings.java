package dev.hocket.casestudies.swerve;

import dev.hocket.casestudies.http.Limits;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/**
 * The settings of a server: the directory it serves, and its limits.
 *
 * @param root the directory that is served
 * @param address to bind to
 * @param port to bind to; 0 for any
 * @param mostConnections at a time, or fewer if the system's limit on open files is lower; more
 *     wait until they are accepted
 * @param times how long a connection may take
 * @param limits how large a request may be
 * @param cacheBytes how many bytes of small files are kept in memory
 * @param lookupValid how long a look-up of a path is cached
 * @param log the folder of log files; without it only failures are logged, on standard error
 */
public record Settings(
    Path root,
    String address,
    int port,
    int mostConnections,
    Times times,
    Limits limits,
    long cacheBytes,
    Duration lookupValid,
    Optional<Path> log) {

  /** The most bytes of the default, which is an eighth of the heap. */
  private static final long MOST_CACHE_BYTES = 64L << 20;

  /**
   * How long a connection may take.
   *
   * @param idle from one request to the next
   * @param request for a whole request, from its first byte
   * @param write for a packet of at most 80 kB to be taken by the client
   * @param linger for the client to read the last bytes and close, after the server has sent its
   *     last response or {@code idle} is over; then the connection is reset
   * @param grace for connections to finish when the server stops
   */
  public record Times(
      Duration idle, Duration request, Duration write, Duration linger, Duration grace) {

    /** As web servers have them. */
    public static final Times DEFAULT =
        new Times(
            Duration.ofSeconds(15),
            Duration.ofSeconds(10),
            Duration.ofSeconds(20),
            Duration.ofSeconds(30),
            Duration.ofSeconds(10));

    /** How often deadlines are checked: short compared with all of them. */
    Duration interval() {
      Duration least = idle;
      for (Duration time : new Duration[] {request, write, linger}) {
        least = time.compareTo(least) < 0 ? time : least;
      }
      return least.dividedBy(10);
    }
  }

  /**
   * Checks the values.
   *
   * @throws IllegalArgumentException if it allows no connections
   */
  public Settings {
    if (mostConnections < 1) {
      throw new IllegalArgumentException(
          "there must be room for 1 connection or more: mostConnections=" + mostConnections);
    }
  }

  /**
   * The usual settings.
   *
   * @param root the directory that is served
   * @param port to bind to, on the loopback interface
   * @return settings without a log
   */
  public static Settings of(Path root, int port) {
    return new Settings(
        root,
        "127.0.0.1",
        port,
        10_000,
        Times.DEFAULT,
        Limits.DEFAULT,
        Math.min(MOST_CACHE_BYTES, Runtime.getRuntime().maxMemory() / 8),
        Duration.ofSeconds(1),
        Optional.empty());
  }
}
