package dev.hocket.casestudies.flowserver;

import java.time.Duration;

/**
 * The time limits of the server for a client.
 *
 * @param request from the first byte of a request to its last; after it the answer is 408
 * @param idle until the first byte of the next request
 * @param write until the client takes more bytes of a response
 * @param linger until the client takes the rest and closes, after the last response or after {@code
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
