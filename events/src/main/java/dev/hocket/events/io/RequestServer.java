package dev.hocket.events.io;

import dev.hocket.events.Channel;
import dev.hocket.events.ChannelClosedException;

/**
 * An I/O server: a virtual thread that carries out the requests it receives. The program's factory
 * does not make the thread, because the thread may outlive the use of the factory.
 */
final class RequestServer {
  private RequestServer() {}

  /** Starts a server, which ends when its channel ends. */
  static void start(Channel<Request> requests) {
    Thread.ofVirtual()
        .name("hocket-events-io " + requests.name())
        .inheritInheritableThreadLocals(false)
        .start(() -> serve(requests));
  }

  private static void serve(Channel<Request> requests) {
    try {
      requests.forEach(Request::serve);
    } catch (ChannelClosedException | InterruptedException end) {
      // The channel has ended, and so does the server. No other code can interrupt the thread.
    }
  }
}
