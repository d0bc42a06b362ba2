package filereader;

/** A message to the consumer of a file: a chunk, or one of the ends. */
public sealed interface Transfer {
  /**
   * A part of the file.
   *
   * @param bytes its bytes, one or more
   */
  record Chunk(byte[] bytes) implements Transfer {}

  /** The file has been read to its end. */
  record Done() implements Transfer {}

  /** Reading was aborted. */
  record Timeout() implements Transfer {}

  /**
   * The file does not exist or cannot be read.
   *
   * @param cause the reason
   */
  record Failed(Throwable cause) implements Transfer {}
}
