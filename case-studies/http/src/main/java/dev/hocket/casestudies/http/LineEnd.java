package dev.hocket.casestudies.http;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * The last bytes of a request line, which arrives in pieces of any size: enough of them to read the
 * protocol's name. Jetty's parser reports the version without the letters that the client wrote,
 * and takes {@code http/1.1} for HTTP/1.1.
 */
final class LineEnd {
  private static final byte[] NAME = "HTTP".getBytes(StandardCharsets.US_ASCII);
  private static final int LENGTH = "HTTP/1.1\r\n".length();

  /** The last bytes; adding a byte at the end shifts the others to the left. */
  private final byte[] last = new byte[LENGTH];

  /** Adds the bytes of a buffer between two positions. */
  void add(ByteBuffer input, int from, int to) {
    int added = Math.min(to - from, LENGTH);
    System.arraycopy(last, added, last, 0, LENGTH - added);
    input.get(to - added, last, LENGTH - added, added);
  }

  /** Whether a complete line with a version of HTTP names the protocol in upper case. */
  boolean namesHttp() {
    for (int i = 0; i < NAME.length; i++) {
      if (last[i] != NAME[i]) {
        return false;
      }
    }
    return true;
  }
}
