package dev.hocket.casestudies.flowserver;

import dev.hocket.flow.Flow;
import dev.hocket.flow.Function;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/** The functions between a client and the whole request. */
final class Receiving {
  private static final Duration REST = Duration.ofNanos(50_000);

  private Receiving() {}

  /** Waits for the next connection on which a request begins to arrive. */
  @Function(source = true, blocking = true)
  public static Object accept(Door door) throws IOException, InterruptedException {
    Connection connection = door.next();
    return connection == null ? Flow.END : connection;
  }

  /** Waits for the whole request: bytes are parsed as they arrive, as only that shows its end. */
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

  /** Takes what is there of a request. */
  @Function(blocking = true)
  public static Connection nbRead(Connection connection) {
    connection.receive();
    return connection;
  }

  /** Takes what more is there, or gives up when time is up. */
  @Function(blocking = true)
  public static Connection nbReadMore(Connection connection) {
    if (!connection.receive() && connection.isLate()) {
      connection.expire();
    }
    return connection;
  }

  /** Rests a little, so that a loop that waits for input leaves the processor to others. */
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

  /** {@link #parse}, and the path apart from it. */
  @Function
  public static Object[] parseResource(Connection connection) {
    Asked asked = parse(connection);
    return new Object[] {asked, asked.resource()};
  }
}
