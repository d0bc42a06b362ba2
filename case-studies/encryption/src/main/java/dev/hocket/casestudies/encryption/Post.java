package dev.hocket.casestudies.encryption;

import java.nio.ByteBuffer;
import java.util.function.UnaryOperator;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/** A complete text that a client has posted, and that needs an answer. */
public final class Post {
  private final byte[] text;
  private final Request request;
  private final Response response;
  private final Callback callback;

  Post(byte[] text, Request request, Response response, Callback callback) {
    this.text = text;
    this.request = request;
    this.response = response;
    this.callback = callback;
  }

  /**
   * Computes the answer on the calling thread and begins to send it, which never blocks: the front
   * end later sends the bytes that the socket does not take at once. Any thread may call this,
   * once.
   *
   * @param work computes the answer from the text, padded to whole blocks; an exception becomes an
   *     answer with status 500
   */
  public void answer(UnaryOperator<byte[]> work) {
    byte[] answer;
    try {
      answer = work.apply(Idea.padded(text));
    } catch (Throwable failed) {
      int status = HttpStatus.INTERNAL_SERVER_ERROR_500;
      // The cause goes to the log, not to the client.
      Response.writeError(request, response, callback, status, "not encrypted", failed);
      return;
    }
    response.getHeaders().put(HttpHeader.CONTENT_TYPE, "application/octet-stream");
    response.getHeaders().put(HttpHeader.CONTENT_LENGTH, answer.length);
    response.write(true, ByteBuffer.wrap(answer), callback);
  }
}
