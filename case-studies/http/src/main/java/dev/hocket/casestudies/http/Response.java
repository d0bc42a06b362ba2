package dev.hocket.casestudies.http;

import java.nio.charset.StandardCharsets;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpStatus;

/**
 * A response before it is written as bytes.
 *
 * @param status the status, such as 200
 * @param fields the fields without Content-Length, Date and Connection, which {@link
 *     ResponseWriter} adds
 * @param length the value of Content-Length, or {@link #NO_LENGTH}; for HEAD it differs from the
 *     body's length
 * @param body the body, which is sent after the head
 */
public record Response(int status, HttpFields fields, long length, Body body) {

  /** The length of a response that has none: 304 and 204. */
  public static final long NO_LENGTH = -1;

  private static final Body NOTHING = new Body.Nothing();

  /**
   * Creates a response with one line of text that explains the status.
   *
   * @param status the status of an error or a redirection
   * @param detail the explanation for people; it must not quote the client
   * @return a response with a body
   */
  public static Response text(int status, String detail) {
    return text(status, detail, HttpFields.EMPTY);
  }

  /**
   * Creates a response like {@link #text(int, String)} with more fields.
   *
   * @param status the status of an error or a redirection
   * @param detail the explanation for people; it must not quote the client
   * @param fields the further fields, such as Allow
   * @return a response with a body
   */
  public static Response text(int status, String detail, HttpFields fields) {
    String line = status + " " + HttpStatus.getMessage(status) + ": " + detail + "\n";
    byte[] content = line.getBytes(StandardCharsets.UTF_8);
    HttpFields all =
        HttpFields.build(fields).put(HttpHeader.CONTENT_TYPE, "text/plain;charset=utf-8");
    return new Response(status, all, content.length, new Body.Bytes(content));
  }

  static Response empty(int status, HttpFields fields) {
    return new Response(status, fields, NO_LENGTH, NOTHING);
  }

  /**
   * Creates the answer to HEAD from this answer to GET (section 9.3.2).
   *
   * @return the same head without a body
   */
  public Response withoutBody() {
    return new Response(status, fields, length, NOTHING);
  }
}
