package dev.hocket.casestudies.swerve;

import dev.hocket.casestudies.http.Limits;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/**
 * The settings of a server: the directory it serves, and its limits.
 *
 * @param root the directory that is served
 * @param address the address to bind to
 * @param port the port to bind to; 0 for any free port
 * @param mostConnections the largest number of open connections, or a smaller number if the
 *     system's limit on open files is lower; further ones wait until they are accepted
 * @param times the time limits of a connection
 * @param limits the size limits of a request
 * @param cacheBytes the number of bytes of small files that are kept in memory
 * @param lookupValid the time for which a look-up of a path is cached
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

  /** The upper limit of the default, which is an eighth of the heap. */
  private static final long MOST_CACHE_BYTES = 64L << 20;

  /**
   * The time limits of a connection.
   *
   * @param idle from one request to the next
   * @param request for a whole request, from its first byte
   * @param write until the client takes a packet of at most 80 kB
   * @param linger until the client reads the last bytes and closes, after the last response or
   *     after {@code idle}; then the connection is reset
   * @param grace until connections finish when the server stops
   */
  public record Times(
      Duration idle, Duration request, Duration write, Duration linger, Duration grace) {

    /** The usual values of web servers. */
    public static final Times DEFAULT =
        new Times(
            Duration.ofSeconds(15),
            Duration.ofSeconds(10),
            Duration.ofSeconds(20),
            Duration.ofSeconds(30),
            Duration.ofSeconds(10));

    /** The time between two checks of the deadlines; it is short compared with all of them. */
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
   * @throws IllegalArgumentException if they allow no connections
   */
  public Settings {
    if (mostConnections < 1) {
      throw new IllegalArgumentException(
          "there must be room for 1 connection or more: mostConnections=" + mostConnections);
    }
  }

  /**
   * The usual settings, without a log.
   *
   * @param root the directory that is served
   * @param port the port to bind to, on the loopback interface
   * @return the settings
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
