package dev.hocket.casestudies.flowserver;

import dev.hocket.casestudies.http.BadRequest;
import dev.hocket.casestudies.http.Body;
import dev.hocket.casestudies.http.Parsed;
import dev.hocket.casestudies.http.Request;
import dev.hocket.casestudies.http.Response;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import org.eclipse.jetty.http.HttpVersion;

/**
 * A client and its request.
 *
 * @param connection the client
 * @param what a valid or bad request, or null if the client has closed without sending one
 */
record Asked(Connection connection, Parsed what) {

  /** The decoded path, which is never empty, or an empty string if there is no valid request. */
  String path() {
    return what instanceof Request request ? request.path() : "";
  }

  boolean isRequest() {
    return what instanceof Request;
  }

  /**
   * The answer if there is no valid request: an error response, or none if the client has closed.
   */
  Message refusal() {
    return what instanceof BadRequest bad ? message(bad.response()) : Message.none(connection);
  }

  /** A response whose body, if any, is in memory. */
  Message message(Response response) {
    boolean toHead = what instanceof Request request && request.method().equals("HEAD");
    boolean withBody = !toHead && response.body() instanceof Body.Bytes;
    return message(
        response,
        withBody ? ByteBuffer.wrap(((Body.Bytes) response.body()).content()) : Message.NO_BYTES);
  }

  /** A response whose body is a part of an array. */
  Message message(Response response, ByteBuffer body) {
    boolean last = connection.isLast(what);
    return Message.of(connection, head(response, last), body.duplicate(), last);
  }

  /** A response whose body is a part of a file. */
  Message message(Response response, Body.FilePart part, FileChannel file) {
    boolean last = connection.isLast(what);
    return Message.of(connection, head(response, last), file, part.first(), part.length(), last);
  }

  private ByteBuffer head(Response response, boolean last) {
    HttpVersion version =
        what instanceof Request request ? request.version() : HttpVersion.HTTP_1_1;
    return connection.head(response, version, last);
  }
}
