package dev.hocket.examples.http;

import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.eclipse.jetty.http.DateGenerator;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.PreEncodedHttpField;

/**
 * A file as it was when it was looked up.
 *
 * @param file the real path, free of symbolic links
 * @param length in bytes
 * @param modified to the second, as Last-Modified can say it
 * @param etag strong, or weak if the file is so fresh that it could change again unnoticed
 * @param fields of a response with the whole file: the validators, Content-Type, Accept-Ranges
 */
public record Document(Path file, long length, Instant modified, String etag, HttpFields fields) {

  /** What a file system may give the same time stamp; two seconds for FAT. */
  private static final long TICK_S = 2;

  private static final int HEX = 16;
  private static final String WEAK = "W/";

  static Document of(Path file, BasicFileAttributes attributes, Instant now, String type) {
    Instant changed = attributes.lastModifiedTime().toInstant();
    Instant modified = changed.truncatedTo(ChronoUnit.SECONDS);
    boolean settled = changed.plusSeconds(TICK_S).isBefore(now);
    String etag = settled ? tag(attributes) : WEAK + tag(attributes);
    HttpFields fields =
        HttpFields.build(validators(modified, etag))
            .add(new PreEncodedHttpField(HttpHeader.CONTENT_TYPE, type))
            .add(new PreEncodedHttpField(HttpHeader.ACCEPT_RANGES, "bytes"))
            .asImmutable();
    return new Document(file, attributes.size(), modified, etag, fields);
  }

  private static String tag(BasicFileAttributes attributes) {
    Instant changed = attributes.lastModifiedTime().toInstant();
    return '"'
        + Long.toString(changed.getEpochSecond(), HEX)
        + '.'
        + Integer.toString(changed.getNano(), HEX)
        + '-'
        + Long.toString(attributes.size(), HEX)
        + '"';
  }

  /**
   * Whether a file with these attributes is, as far as they can tell, still the one looked up.
   *
   * @param attributes of the file, as they are now
   * @return false if its length or time has changed
   */
  public boolean describes(BasicFileAttributes attributes) {
    return etag.endsWith(tag(attributes));
  }

  /**
   * Whether equal validators mean equal bytes (section 8.8.1), as ranges need it.
   *
   * @return false while the file is so fresh that it could change again unnoticed
   */
  public boolean hasStrongValidators() {
    return !etag.startsWith(WEAK);
  }

  /** The fields of 200, 206 and 304 alike (section 15.4.5). */
  HttpFields validators() {
    return validators(modified, etag);
  }

  private static HttpFields validators(Instant modified, String etag) {
    return HttpFields.build()
        .add(new PreEncodedHttpField(HttpHeader.LAST_MODIFIED, DateGenerator.formatDate(modified)))
        .add(new PreEncodedHttpField(HttpHeader.ETAG, etag))
        .asImmutable();
  }
}
