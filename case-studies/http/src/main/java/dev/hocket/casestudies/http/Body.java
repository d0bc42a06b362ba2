package dev.hocket.casestudies.http;

import java.nio.file.Path;

/** What follows the head of a response. */
public sealed interface Body {

  /** Nothing. */
  record Nothing() implements Body {}

  /**
   * Bytes at hand. The array belongs to the response.
   *
   * @param content all of them
   */
  record Bytes(byte[] content) implements Body {}

  /**
   * A stretch of a file, which may be longer than memory. The file can have changed since its
   * length was looked up: if it turns out shorter, all a server can do is close the connection.
   *
   * @param document the file, as it was when it was looked up
   * @param first offset of the first byte
   * @param length number of bytes
   */
  record FilePart(Document document, long first, long length) implements Body {

    /**
     * What to open; if that fails no head may have been sent yet.
     *
     * @return the real path
     */
    public Path file() {
      return document.file();
    }
  }
}
