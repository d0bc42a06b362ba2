package dev.hocket.casestudies.http;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import org.eclipse.jetty.http.HttpCompliance;
import org.eclipse.jetty.http.HttpException;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpParser;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.http.HttpVersion;

/**
 * Parses the bytes of one connection, which may arrive in pieces of any size, into requests.
 *
 * <p>The grammar is Jetty's parser in its strict mode: no bare line feeds, no folded lines, no
 * space before a colon, one Host, one Content-Length and never beside Transfer-Encoding. {@link
 * RequestRules} adds what depends on more than one line. Never blocks, and throws nothing for any
 * input. Not thread-safe. Holds at most {@link Limits#headBytes()} and {@link Limits#bodyBytes()},
 * times a small constant.
 */
public final class RequestParser {
  private final Limits limits;
  private final HttpParser parser;

  /** Holds the last bytes of the request line; complete once the line has ended. */
  private final LineEnd lineEnd = new LineEnd();

  /** The input, and the position up to which {@link #lineEnd} has read it. */
  private ByteBuffer input;

  private int copied;

  // The request that is being parsed; exactly one of accepted and refused is set once its head is
  // complete.
  private RequestRules.Head head;
  private Request accepted;
  private BadRequest refused;
  private ByteArrayOutputStream body;
  private boolean wantsContinue;
  private boolean complete;

  private boolean finished;

  /**
   * Creates a parser for a new connection.
   *
   * @param limits the limits on a request's size
   */
  public RequestParser(Limits limits) {
    this.limits = limits;
    parser = new HttpParser(new Events(), limits.headBytes(), HttpCompliance.STRICT);
    // Otherwise the parser could return a cached value that differs in case.
    parser.setHeaderCacheCaseSensitive(true);
    // A cache for each connection would take 100 kB, which the garbage collector would have to
    // copy: with a thousand connections it stopped a server for tens of milliseconds.
    parser.setHeaderCacheSize(0);
  }

  /**
   * Consumes bytes up to the end of a request. After a request, call it again with the rest of the
   * buffer, which may contain the next, pipelined one.
   *
   * @param input bytes between position and limit; they are consumed, all of them if the result is
   *     a {@link Parsed.Progress}
   * @return a request, the reason for refusing one, or what to do next
   */
  public Parsed parse(ByteBuffer input) {
    this.input = input;
    copied = input.position();
    try {
      return parseNext();
    } finally {
      // After a refusal Jetty's parser may have cleared the buffer.
      if (head == null && !finished) {
        copyLineEnd();
      }
      this.input = null;
    }
  }

  private void copyLineEnd() {
    lineEnd.add(input, copied, input.position());
    copied = input.position();
  }

  private Parsed parseNext() {
    boolean event = !finished;
    while (event) {
      event = parser.parseNext(input);
      if (refused != null) {
        return handOut(refused, refused.persistent());
      }
      if (complete) {
        Request request = accepted.withBody(body == null ? Request.NO_BODY : body.toByteArray());
        return handOut(request, request.persistent());
      }
      if (wantsContinue && !input.hasRemaining()) {
        wantsContinue = false;
        return Parsed.Progress.WANTS_CONTINUE;
      }
    }
    if (finished) {
      input.position(input.limit());
      return Parsed.Progress.FINISHED;
    }
    return Parsed.Progress.NEEDS_INPUT;
  }

  /**
   * Whether no byte of a next request has arrived. In that case a connection that is closed or too
   * slow needs no answer; otherwise the answer is 408.
   *
   * @return false within a request
   */
  public boolean isIdle() {
    return finished || parser.isStart();
  }

  private Parsed handOut(Parsed result, boolean persistent) {
    if (persistent) {
      parser.reset();
      head = null;
      accepted = null;
      refused = null;
      body = null;
      wantsContinue = false;
      complete = false;
    } else {
      finished = true;
      input.position(input.limit());
    }
    return result;
  }

  /** The callbacks of Jetty's parser; one that returns true makes the parser return at once. */
  private final class Events implements HttpParser.RequestHandler {

    @Override
    public void startRequest(String method, String target, HttpVersion version) {
      copyLineEnd();
      head =
          new RequestRules.Head(lineEnd.namesHttp(), version, method, target, HttpFields.build());
    }

    @Override
    public void parsedHeader(HttpField field) {
      head.fields().add(field);
    }

    @Override
    public boolean headerComplete() {
      long length = parser.getContentLength();
      switch (RequestRules.judge(head, length, limits)) {
        case Request request -> accepted = request;
        case BadRequest bad -> refused = bad;
        case Parsed.Progress progress -> throw new AssertionError(progress);
      }
      boolean bodyComes = length > 0 || parser.isChunking();
      wantsContinue = refused == null && bodyComes && RequestRules.expects(head);
      return refused != null || wantsContinue;
    }

    @Override
    public boolean content(ByteBuffer piece) {
      int length = piece.remaining();
      if (body == null) {
        body = new ByteArrayOutputStream(length);
      }
      if (length > limits.bodyBytes() - body.size()) {
        refused = RequestRules.bodyTooLarge(limits);
        return true;
      }
      byte[] bytes = new byte[length];
      piece.get(bytes);
      body.writeBytes(bytes);
      return false;
    }

    @Override
    public boolean contentComplete() {
      return false;
    }

    @Override
    public boolean messageComplete() {
      complete = true;
      return true;
    }

    @Override
    public void badMessage(HttpException failure) {
      String reason = failure.getReason();
      int status = failure.getCode();
      if (head == null && status == HttpStatus.REQUEST_HEADER_FIELDS_TOO_LARGE_431) {
        // The parser may notice the limit earlier or later in a line, depending on the pieces in
        // which the line arrives.
        status = HttpStatus.URI_TOO_LONG_414;
        reason = "The request line is longer than " + limits.headBytes() + " bytes";
      }
      refused = BadRequest.last(status, reason == null ? HttpStatus.getMessage(status) : reason);
    }

    /**
     * Jetty reports this for a chunked body that is malformed or whose framing is over the limit.
     */
    @Override
    public void earlyEOF() {
      refused = BadRequest.last(HttpStatus.BAD_REQUEST_400, "Bad chunked body");
    }
  }
}
