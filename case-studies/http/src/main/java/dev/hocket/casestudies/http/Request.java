package dev.hocket.casestudies.http;

import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpURI;
import org.eclipse.jetty.http.HttpVersion;

/**
 * A complete and valid request. It is immutable, except the array.
 *
 * @param version HTTP/1.0 or HTTP/1.1
 * @param method a method that RFC 9110 or RFC 5789 defines
 * @param uri the target; its decoded path is free of dot segments, backslashes, encoded slashes,
 *     control characters and bytes that are no UTF-8. A semicolon in the path is always {@code %3B}
 *     here, however it was sent: it is a character of a file's name
 * @param fields the fields of the head, in order; trailers are dropped (section 6.5.1)
 * @param body the body, at most {@link Limits#bodyBytes()} long
 * @param persistent whether the connection stays open after the response
 */
public record Request(
    HttpVersion version,
    String method,
    HttpURI uri,
    HttpFields fields,
    byte[] body,
    boolean persistent)
    implements Parsed {

  static final byte[] NO_BODY = {};

  Request withBody(byte[] bytes) {
    return new Request(version, method, uri, fields, bytes, persistent);
  }

  /**
   * The path of the target, percent-decoded, or {@code *}.
   *
   * @return a path that begins with a slash, unless the method is OPTIONS or CONNECT
   */
  public String path() {
    String path = uri.getDecodedPath();
    return path == null || path.isEmpty() ? "/" : path;
  }
}
