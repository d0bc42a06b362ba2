package dev.hocket.casestudies.swerve;

import java.nio.channels.SocketChannel;

/** Serves the connections that a {@link Listener} accepts. */
public interface Governor {

  /**
   * Serves a connection until its end, on the calling thread.
   *
   * @param client the connection, which is closed when this returns
   */
  void govern(SocketChannel client);

  /**
   * Reports that the listener failed, so that no further connection will be accepted.
   *
   * @param failure the reason
   */
  void fail(Throwable failure);
}
