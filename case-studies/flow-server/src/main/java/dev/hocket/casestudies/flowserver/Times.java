package dev.hocket.casestudies.flowserver;

import java.time.Duration;

/**
 * How long the server waits for a client.
 *
 * @param request from the first byte of a request to its last; beyond it 408
 * @param idle for the first byte of the next request
 * @param write for the client to take some more bytes of a response
 * @param linger for the client to take the rest and close, after the last response or after {@code
 *     idle}; then the connection is reset
 * @param grace for responses in progress when the server stops
 */
record Times(Duration request, Duration idle, Duration write, Duration linger, Duration grace) {
  static final Times DEFAULT =
      new Times(
          Duration.ofSeconds(10),
          Duration.ofSeconds(15),
          Duration.ofSeconds(20),
          Duration.ofSeconds(30),
          Duration.ofSeconds(2));
}
