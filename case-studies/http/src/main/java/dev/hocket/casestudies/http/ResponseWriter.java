package dev.hocket.casestudies.http;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpGenerator;
import org.eclipse.jetty.http.HttpVersion;
import org.eclipse.jetty.http.MetaData;

/**
 * Writes the heads of one connection's responses as bytes, with Jetty's generator: status line,
 * fields, Content-Length, Connection. Never blocks. Not thread-safe.
 */
public final class ResponseWriter {
  private static final int FIRST_SIZE_BYTES = 1024;
  private static final byte[] CONTINUE =
      "HTTP/1.1 100 Continue\r\n\r\n".getBytes(StandardCharsets.US_ASCII);

  private final HttpGenerator generator = new HttpGenerator();
  private final DateField date;
  private ByteBuffer buffer = ByteBuffer.allocate(FIRST_SIZE_BYTES);

  /**
   * Creates a writer for a new connection.
   *
   * @param time the clock for the field Date
   */
  public ResponseWriter(InstantSource time) {
    this(new DateField(time));
  }

  /**
   * Creates a writer for a new connection.
   *
   * @param date the date field that a server's connections share, so that it is formatted once a
   *     second
   */
  public ResponseWriter(DateField date) {
    this.date = date;
  }

  /**
   * The bytes of a response before its body.
   *
   * @param response the response
   * @param version the version of the request: the field Connection is sent to an HTTP/1.0 client
   *     if the connection stays open, and to an HTTP/1.1 client if it does not
   * @param persistent whether the connection stays open
   * @return the bytes to send, valid until the next call
   */
  public ByteBuffer head(Response response, HttpVersion version, boolean persistent) {
    HttpFields fields = HttpFields.build(response.fields()).add(date.now());
    MetaData.Response data =
        new MetaData.Response(response.status(), null, version, fields, response.length());
    while (true) {
      generator.reset();
      generator.setPersistent(persistent);
      buffer.clear().limit(0);
      if (generate(data) != HttpGenerator.Result.HEADER_OVERFLOW) {
        return buffer;
      }
      buffer = ByteBuffer.allocate(2 * buffer.capacity());
    }
  }

  private HttpGenerator.Result generate(MetaData.Response data) {
    try {
      return generator.generateResponse(data, false, buffer, null, null, false);
    } catch (IOException e) {
      throw new UncheckedIOException("generating the head of " + data, e);
    }
  }

  /**
   * The interim response for a client that sent {@code Expect: 100-continue}.
   *
   * @return the bytes to send
   */
  public static ByteBuffer goOn() {
    return ByteBuffer.wrap(CONTINUE).asReadOnlyBuffer();
  }
}
