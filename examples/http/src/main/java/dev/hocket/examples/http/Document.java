package dev.hocket.examples.http;

import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.eclipse.jetty.http.DateGenerator;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;

/**
 * A file as it was when it was looked up.
 *
 * @param file the real path, free of symbolic links
 * @param length in bytes
 * @param modified to the second, as Last-Modified can say it
 * @param type value of Content-Type
 * @param etag strong, or weak if the file is so fresh that it could change again unnoticed
 */
public record Document(Path file, long length, Instant modified, String type, String etag) {

  /** What a file system may give the same time stamp; two seconds for FAT. */
  private static final long TICK_S = 2;

  private static final int HEX = 16;

  static Document of(Path file, long length, Instant modified, Instant now, String type) {
    String tag =
        '"'
            + Long.toString(modified.getEpochSecond(), HEX)
            + '.'
            + Integer.toString(modified.getNano(), HEX)
            + '-'
            + Long.toString(length, HEX)
            + '"';
    boolean settled = modified.plusSeconds(TICK_S).isBefore(now);
    return new Document(
        file, length, modified.truncatedTo(ChronoUnit.SECONDS), type, settled ? tag : "W/" + tag);
  }

  /** Whether equal validators mean equal bytes (section 8.8.1), as ranges need it. */
  boolean hasStrongValidators() {
    return !etag.startsWith("W/");
  }

  /** The fields of 200, 206 and 304 alike (section 15.4.5). */
  HttpFields.Mutable validators() {
    return HttpFields.build()
        .add(HttpHeader.LAST_MODIFIED, DateGenerator.formatDate(modified))
        .add(HttpHeader.ETAG, etag);
  }
}
