package dev.hocket.casestudies.flowserver;

import java.time.Duration;

/**
 * How long the server waits for a client.
 *
 * @param request from the first byte of a request to its last; beyond it 408
 * @param idle for the first byte of the next request
 * @param write for the client to take some more bytes of a response
 * @param linger for the client to close after the last response, and, when the server stops, for
 *     responses in progress
 */
record Times(Duration request, Duration idle, Duration write, Duration linger) {
  static final Times DEFAULT =
      new Times(
          Duration.ofSeconds(10),
          Duration.ofSeconds(15),
          Duration.ofSeconds(20),
          Duration.ofSeconds(2));
}
