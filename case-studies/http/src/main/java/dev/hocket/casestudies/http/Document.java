package dev.hocket.casestudies.http;

import java.io.IOException;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
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
 * @param state the file system's record of it
 * @param etag its tag; weak if the file is so fresh that it could change again unnoticed
 * @param fields the fields of a response with the whole file: the validators, Content-Type,
 *     Accept-Ranges
 */
public record Document(Path file, FileState state, String etag, HttpFields fields) {

  /**
   * The time within which a file system may give two changes the same time stamp: two seconds for
   * FAT.
   */
  private static final long TICK_S = 2;

  private static final int HEX = 16;
  private static final String WEAK = "W/";

  static Document of(Path file, FileState state, Instant now, String type) {
    String etag = isSettled(state, now) ? tag(state) : WEAK + tag(state);
    HttpFields fields =
        HttpFields.build(validators(state, etag))
            .add(new PreEncodedHttpField(HttpHeader.CONTENT_TYPE, type))
            .add(new PreEncodedHttpField(HttpHeader.ACCEPT_RANGES, "bytes"))
            .asImmutable();
    return new Document(file, state, etag, fields);
  }

  /** Whether another change would get a time stamp different from the last one's. */
  private static boolean isSettled(FileState state, Instant now) {
    Instant tickAgo = now.minusSeconds(TICK_S);
    return state.modified().toInstant().isBefore(tickAgo)
        && state.changed().toInstant().isBefore(tickAgo);
  }

  /** The tag does not show the inode to clients; replacing a file changes its time as well. */
  private static String tag(FileState state) {
    return '"'
        + hex(state.modified())
        + '-'
        + hex(state.changed())
        + '-'
        + Long.toString(state.length(), HEX)
        + '"';
  }

  private static String hex(FileTime time) {
    Instant instant = time.toInstant();
    return Long.toString(instant.getEpochSecond(), HEX)
        + '.'
        + Integer.toString(instant.getNano(), HEX);
  }

  /**
   * The length of the file.
   *
   * @return the number of bytes
   */
  public long length() {
    return state.length();
  }

  /**
   * The time at which the content was last written.
   *
   * @return a time in whole seconds, as in Last-Modified
   */
  public Instant modified() {
    return modified(state);
  }

  private static Instant modified(FileState state) {
    return state.modified().toInstant().truncatedTo(ChronoUnit.SECONDS);
  }

  /**
   * Whether the file is still the one that was looked up, as far as the file system can tell.
   * Queries the file system.
   *
   * @return false if it was written, replaced or given other permissions
   * @throws IOException if the file no longer exists, or the file system failed
   */
  public boolean isUnchanged() throws IOException {
    return FileState.of(file).equals(state);
  }

  /**
   * Whether equal validators mean equal bytes (section 8.8.1), which ranges require.
   *
   * @return false while the file is so fresh that it could change again unnoticed
   */
  public boolean hasStrongValidators() {
    return !etag.startsWith(WEAK);
  }

  /** The fields that 200, 206 and 304 share (section 15.4.5). */
  HttpFields validators() {
    return validators(state, etag);
  }

  private static HttpFields validators(FileState state, String etag) {
    String modified = DateGenerator.formatDate(modified(state));
    return HttpFields.build()
        .add(new PreEncodedHttpField(HttpHeader.LAST_MODIFIED, modified))
        .add(new PreEncodedHttpField(HttpHeader.ETAG, etag))
        .asImmutable();
  }
}
