package dev.hocket.casestudies.http;

import java.nio.file.Path;

/** The body of a response. */
public sealed interface Body {

  /** No body. */
  record Nothing() implements Body {}

  /**
   * Bytes in memory. The caller must not change the array afterwards.
   *
   * @param content the bytes
   */
  @Immutable
  record Bytes(byte[] content) implements Body {}

  /**
   * A part of a file, which may be larger than memory. The file may have changed since its length
   * was looked up: if it is shorter now, a server can only close the connection.
   *
   * @param document the file as it was when it was looked up
   * @param first the offset of the first byte
   * @param length the number of bytes
   */
  record FilePart(Document document, long first, long length) implements Body {

    /**
     * The path to open. Open it before sending the head, because opening may fail.
     *
     * @return the real path
     */
    public Path file() {
      return document.file();
    }
  }
}
