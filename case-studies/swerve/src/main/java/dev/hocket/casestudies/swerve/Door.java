package dev.hocket.casestudies.swerve;

import java.io.IOException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;

/** Accepts connections. */
public final class Door {
  private static final Duration PAUSE = Duration.ofMillis(100);

  /** The number of consecutive failures that are reported once. */
  private static final int TOLD_EVERY = 600;

  private final ServerSocketChannel socket;
  private final Consumer<IOException> trouble;

  /**
   * Creates a door.
   *
   * @param socket the bound socket
   * @param trouble called if connections cannot be accepted
   */
  public Door(ServerSocketChannel socket, Consumer<IOException> trouble) {
    this.socket = socket;
    this.trouble = trouble;
  }

  /**
   * Waits for a connection. After a failure it pauses and retries, because failures are temporary:
   * if there are too many open files, for example, some connection will end.
   *
   * @return a connection, or empty if the door was closed
   * @throws InterruptedException if the calling thread is interrupted
   */
  public Optional<SocketChannel> accept() throws InterruptedException {
    for (int failures = 0; ; failures++) {
      try {
        return Optional.of(socket.accept());
      } catch (ClosedChannelException closed) {
        return Optional.empty();
      } catch (IOException e) {
        if (failures % TOLD_EVERY == 0) {
          trouble.accept(e);
        }
        Thread.sleep(PAUSE);
      }
    }
  }

  /** Stops accepting connections. */
  public void close() {
    try {
      socket.close();
    } catch (IOException ignored) {
      // The descriptor is released even if closing fails.
    }
  }
}
