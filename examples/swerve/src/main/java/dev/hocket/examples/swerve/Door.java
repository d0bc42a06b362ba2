package dev.hocket.examples.swerve;

import java.io.IOException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.Optional;

/** Where connections come in. */
public final class Door {
  /** Some failures pass, such as too many open files; so long is waited for that, each time. */
  private static final Duration PAUSE = Duration.ofMillis(100);

  private static final int MOST_FAILURES = 300;

  private final ServerSocketChannel socket;

  /**
   * A door.
   *
   * @param socket bound
   */
  public Door(ServerSocketChannel socket) {
    this.socket = socket;
  }

  /**
   * Waits for a connection.
   *
   * @return a connection, or nothing if the door was closed
   * @throws IOException nothing could be accepted for half a minute
   * @throws InterruptedException the calling thread was interrupted
   */
  public Optional<SocketChannel> accept() throws IOException, InterruptedException {
    for (int failures = 0; ; failures++) {
      try {
        return Optional.of(socket.accept());
      } catch (ClosedChannelException closed) {
        return Optional.empty();
      } catch (IOException e) {
        if (failures == MOST_FAILURES) {
          throw e;
        }
        Thread.sleep(PAUSE);
      }
    }
  }

  /** Lets nobody in any more. */
  public void close() {
    try {
      socket.close();
    } catch (IOException ignored) {
      // The descriptor is released all the same.
    }
  }
}
