package dev.hocket.events.io;

import dev.hocket.events.Channel;
import dev.hocket.events.ChannelClosedException;

/**
 * An I/O server: a virtual thread that carries out what it receives. A factory of the program's
 * does not make it, as it outlives what the factory was set for.
 */
final class RequestServer {
  private RequestServer() {}

  /** Starts one, which ends when the channel does. */
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
      // So has what it served. Nobody has the thread to interrupt it.
    }
  }
}
