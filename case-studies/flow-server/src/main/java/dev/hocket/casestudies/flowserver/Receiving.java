package dev.hocket.casestudies.flowserver;

import dev.hocket.core.Span;
import dev.hocket.flow.Flow;
import dev.hocket.flow.functions.Function;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/** The functions that turn a client's bytes into a complete request. */
final class Receiving {
  private static final Duration REST = Duration.ofNanos(50_000);

  private Receiving() {}

  /** Waits for the next connection on which a request begins to arrive. */
  @Function(source = true, blocking = true)
  public static Object accept(Door door) throws IOException, InterruptedException {
    Connection connection = door.next();
    if (connection == null) {
      return Flow.END;
    }
    // A recording follows the packet that the connection becomes.
    Span.accepted(door, "request at the door");
    return connection;
  }

  /**
   * Waits for the complete request. Bytes are parsed as they arrive, because only the parser finds
   * the request's end.
   */
  @Function(blocking = true)
  public static Connection read(Connection connection) {
    while (!connection.receive()) {
      if (!connection.awaitInput()) {
        connection.expire();
        break;
      }
    }
    return connection;
  }

  /** Reads the bytes of a request that have arrived. */
  @Function(blocking = true)
  public static Connection nbRead(Connection connection) {
    connection.receive();
    return connection;
  }

  /**
   * Reads the bytes that have arrived since the last call, or gives up after the timeout or when
   * the server stops.
   */
  @Function(blocking = true)
  public static Connection nbReadMore(Connection connection) {
    boolean last = connection.isDue();
    if (!connection.receive() && last) {
      connection.expire();
    }
    return connection;
  }

  /** Pauses briefly, so that a loop that waits for input does not occupy the processor. */
  @Function(blocking = true)
  public static Connection pause(Connection connection) {
    LockSupport.parkNanos(REST.toNanos());
    return connection;
  }

  /** The request that has arrived. */
  @Function
  public static Asked parse(Connection connection) {
    return new Asked(connection, connection.take());
  }

  /** Returns two results: the path, and the result of {@link #parse}. */
  @Function
  public static Object[] parsePath(Connection connection) {
    Asked asked = parse(connection);
    return new Object[] {asked.path(), asked};
  }
}
