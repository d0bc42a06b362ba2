package dev.hocket.casestudies.swerve;

import java.nio.channels.SocketChannel;

/** What a {@link Listener} hands connections to. */
public interface Governor {

  /**
   * Serves a connection until its end, on the calling thread.
   *
   * @param client the connection, which is closed when this returns
   */
  void govern(SocketChannel client);

  /**
   * Takes note that no connection will be accepted any more, although nobody wanted that.
   *
   * @param failure why
   */
  void fail(Throwable failure);
}
