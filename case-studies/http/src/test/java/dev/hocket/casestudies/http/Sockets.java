package dev.hocket.casestudies.http;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The system's view of the connections to a server on this machine. */
public final class Sockets {
  /**
   * The kernel's tables. A JVM uses IPv6 sockets even for IPv4 addresses, unless the kernel has
   * none.
   */
  private static final List<String> TABLES = List.of("/proc/net/tcp", "/proc/net/tcp6");

  private static final String ESTABLISHED = "01";

  private Sockets() {}

  /** Counts connections with bytes from the client that the server has not read. */
  public static long unread(int port) throws IOException {
    return ends(port).filter(end -> end.isServer && end.unread > 0).count();
  }

  /** Whether all bytes that clients have sent have arrived at the server. */
  public static boolean allHasArrived(int port) throws IOException {
    return ends(port).allMatch(end -> end.isServer || end.unacknowledged == 0);
  }

  private record End(boolean isServer, long unacknowledged, long unread) {}

  private static Stream<End> ends(int port) throws IOException {
    Stream<String> lines = Stream.empty();
    for (String table : TABLES) {
      if (Files.exists(Path.of(table))) {
        lines = Stream.concat(lines, Files.readAllLines(Path.of(table)).stream());
      }
    }
    String suffix = String.format(":%04X", port);
    return lines
        .map(line -> line.strip().split("\\s+"))
        .filter(columns -> columns[3].equals(ESTABLISHED))
        .filter(columns -> columns[1].endsWith(suffix) || columns[2].endsWith(suffix))
        .map(columns -> {
          String[] queues = columns[4].split(":");
          return new End(
              columns[1].endsWith(suffix),
              Long.parseLong(queues[0], 16),
              Long.parseLong(queues[1], 16));
        });
  }
}
