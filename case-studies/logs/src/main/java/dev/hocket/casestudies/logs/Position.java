package dev.hocket.casestudies.logs;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * How far a log has been read. A rotated log gets another name, a compressed one another file, and
 * its inode may serve a new log. So a log is known by its contents: its first line and the bytes
 * that were read last.
 *
 * @param log the name that all files of this log share
 * @param head a digest of the first line
 * @param offset the number of bytes that have been read, uncompressed
 * @param before the number of bytes before the offset of which {@code tail} is a digest
 */
record Position(String log, String head, long offset, int before, String tail) {
  private static final int DIGEST_BYTES = 10;

  /** The most bytes before the offset that are compared. */
  static final int MOST_BEFORE = 256;

  /** The start of a log that has not been read yet. */
  static Position start(String log, String head) {
    return new Position(log, head, 0, 0, digest(new byte[0], 0, 0));
  }

  /** The same for all positions of one log, and of those that begin with the same line. */
  String identity() {
    return log + '\t' + head;
  }

  /**
   * Another position of this log.
   *
   * @param last the last bytes before it, at most {@link #MOST_BEFORE}
   */
  Position at(long place, byte[] last) {
    return new Position(log, head, place, last.length, digest(last, 0, last.length));
  }

  static String digest(byte[] bytes, int from, int length) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      digest.update(bytes, from, length);
      return HexFormat.of().formatHex(digest.digest(), 0, DIGEST_BYTES);
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException(impossible);
    }
  }
}
