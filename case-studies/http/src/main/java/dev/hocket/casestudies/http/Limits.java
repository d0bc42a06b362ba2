package dev.hocket.casestudies.http;

/**
 * The limits on the size of a request; a larger one is refused. There is no limit on pipelined
 * requests: the parser holds one request at a time, and later bytes stay in the server's buffer.
 *
 * @param headBytes request line and fields together, also the trailers of a chunked body, and the
 *     extensions of all its chunks: beyond it 431 (414 in the request line; 400 in a chunked body)
 * @param targetBytes the request target alone: beyond it 414
 * @param fields number of fields: beyond it 431
 * @param bodyBytes the body, without the framing of its chunks: beyond it 413
 */
public record Limits(int headBytes, int targetBytes, int fields, int bodyBytes) {

  /** 16 kB of head, 8 kB of target (section 3 of RFC 9112), 100 fields, 64 kB of body. */
  public static final Limits DEFAULT = new Limits(16 * 1024, 8 * 1024, 100, 64 * 1024);

  /**
   * Checks the values.
   *
   * @throws IllegalArgumentException if a limit is negative or too small for any request
   */
  public Limits {
    if (headBytes < 1 || targetBytes < 1 || fields < 1 || bodyBytes < 0) {
      throw new IllegalArgumentException(
          "headBytes, targetBytes and fields must be 1 or more, bodyBytes 0 or more: headBytes="
              + headBytes
              + " targetBytes="
              + targetBytes
              + " fields="
              + fields
              + " bodyBytes="
              + bodyBytes);
    }
  }
}
