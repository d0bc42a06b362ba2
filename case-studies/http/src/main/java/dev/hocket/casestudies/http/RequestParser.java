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
 * Turns the bytes of one connection, in whatever pieces they come, into requests.
 *
 * <p>The grammar is Jetty's parser in its strict mode: no bare line feeds, no folded lines, no
 * space before a colon, one Host, one Content-Length and never beside Transfer-Encoding. {@link
 * RequestRules} adds what depends on more than one line. Never blocks and throws nothing, whatever
 * is fed. Not thread-safe. Holds at most {@link Limits#headBytes()} and {@link Limits#bodyBytes()},
 * times a small constant.
 */
public final class RequestParser {
  private final Limits limits;
  private final HttpParser parser;

  // The request under way; exactly one of accepted and refused is set once its head is complete.
  private RequestRules.Head head;
  private Request accepted;
  private BadRequest refused;
  private ByteArrayOutputStream body;
  private boolean wantsContinue;
  private boolean complete;

  private boolean finished;

  /**
   * A parser for a new connection.
   *
   * @param limits how much is taken of a request
   */
  public RequestParser(Limits limits) {
    this.limits = limits;
    parser = new HttpParser(new Events(), limits.headBytes(), HttpCompliance.STRICT);
    // Otherwise a value could come out in the case of an equal one that was seen before.
    parser.setHeaderCacheCaseSensitive(true);
    // A cache of its own would hold 100 kB for each connection, which the collector would have to
    // copy: with a thousand connections it stopped a server for tens of milliseconds.
    parser.setHeaderCacheSize(0);
  }

  /**
   * Takes bytes up to the end of a request. After a request, call it again with what is left in the
   * buffer: that is the next, pipelined one.
   *
   * @param input bytes between position and limit; they are consumed, all of them if the result is
   *     a {@link Parsed.Progress}
   * @return a request, why there is none, or what to do to get one
   */
  public Parsed parse(ByteBuffer input) {
    boolean event = !finished;
    while (event) {
      event = parser.parseNext(input);
      if (refused != null) {
        return handOut(refused, refused.persistent(), input);
      }
      if (complete) {
        Request request = accepted.withBody(body == null ? Request.NO_BODY : body.toByteArray());
        return handOut(request, request.persistent(), input);
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
   * Whether nothing of a next request has come: then a connection that is closed or too slow needs
   * no answer, otherwise 408 is in place.
   *
   * @return false within a request
   */
  public boolean isIdle() {
    return finished || parser.isStart();
  }

  private Parsed handOut(Parsed result, boolean persistent, ByteBuffer input) {
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

  /** What Jetty's parser calls; true makes it return at once. */
  private final class Events implements HttpParser.RequestHandler {

    @Override
    public void startRequest(String method, String target, HttpVersion version) {
      head = new RequestRules.Head(version, method, target, HttpFields.build());
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
        // In which part of a line it sees the limit depends on the pieces in which the line comes.
        status = HttpStatus.URI_TOO_LONG_414;
        reason = "The request line is longer than " + limits.headBytes() + " bytes";
      }
      refused = BadRequest.last(status, reason == null ? HttpStatus.getMessage(status) : reason);
    }

    /** Jetty's word for a chunked body that is malformed, or whose framing is over the limit. */
    @Override
    public void earlyEOF() {
      refused = BadRequest.last(HttpStatus.BAD_REQUEST_400, "Bad chunked body");
    }
  }
}
