package dev.hocket.casestudies.http;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.http.HttpURI;
import org.eclipse.jetty.http.HttpVersion;

/** The rules for requests that go beyond the grammar of single lines. Pure functions. */
final class RequestRules {
  private static final Set<String> METHODS =
      Set.of("GET", "HEAD", "POST", "PUT", "DELETE", "CONNECT", "OPTIONS", "TRACE", "PATCH");

  private RequestRules() {}

  /**
   * The parsed part of a request before the body.
   *
   * @param namesHttp whether the client wrote the protocol's name in upper case
   */
  record Head(
      boolean namesHttp,
      HttpVersion version,
      String method,
      String target,
      HttpFields.Mutable fields) {}

  /**
   * Returns a request without its body, or the reason for refusing it. The connection is closed if
   * the begin of the next request is unknown, or if a body follows, because the server does not
   * wait for it.
   */
  static Parsed judge(Head head, long contentLength, Limits limits) {
    HttpFields fields = head.fields();
    // Section 2.3 of RFC 9112: the name is case-sensitive.
    if (!head.namesHttp()) {
      return BadRequest.last(HttpStatus.BAD_REQUEST_400, "The protocol is not HTTP, in upper case");
    }
    if (head.version() != HttpVersion.HTTP_1_1 && head.version() != HttpVersion.HTTP_1_0) {
      return BadRequest.last(
          HttpStatus.HTTP_VERSION_NOT_SUPPORTED_505, "Only HTTP/1.1 and HTTP/1.0 are supported");
    }
    if (fields.size() > limits.fields()) {
      return BadRequest.last(
          HttpStatus.REQUEST_HEADER_FIELDS_TOO_LARGE_431,
          "More than " + limits.fields() + " fields");
    }
    if (!Targets.isPrintable(head.target())) {
      return BadRequest.last(HttpStatus.BAD_REQUEST_400, "A byte in the target is no ASCII");
    }
    List<HttpField> codings = fields.getFields(HttpHeader.TRANSFER_ENCODING);
    if (!codings.isEmpty()) {
      Optional<BadRequest> badCoding = judgeCodings(head.version(), codings);
      if (badCoding.isPresent()) {
        return badCoding.get();
      }
    }
    if (contentLength > limits.bodyBytes()) {
      return bodyTooLarge(limits);
    }
    boolean persistent = isPersistent(head);
    boolean withoutBody = codings.isEmpty() && contentLength <= 0;
    return judgeMeaning(head, limits, persistent, persistent && withoutBody);
  }

  /** Sections 6.1 and 6.3 of RFC 9112: chunked, once, and only in HTTP/1.1. */
  private static Optional<BadRequest> judgeCodings(HttpVersion version, List<HttpField> codings) {
    if (version == HttpVersion.HTTP_1_0) {
      return Optional.of(
          BadRequest.last(HttpStatus.BAD_REQUEST_400, "Transfer-Encoding in HTTP/1.0"));
    }
    if (codings.size() > 1 || !"chunked".equalsIgnoreCase(codings.getFirst().getValue())) {
      return Optional.of(
          BadRequest.last(HttpStatus.NOT_IMPLEMENTED_501, "The only transfer coding is chunked"));
    }
    return Optional.empty();
  }

  private static Parsed judgeMeaning(
      Head head, Limits limits, boolean persistent, boolean livesOn) {
    if (!METHODS.contains(head.method())) {
      return new BadRequest(HttpStatus.NOT_IMPLEMENTED_501, "Unknown method", livesOn, false);
    }
    boolean toHead = head.method().equals("HEAD");
    if (head.target().length() > limits.targetBytes()) {
      return new BadRequest(
          HttpStatus.URI_TOO_LONG_414,
          "The target is longer than " + limits.targetBytes() + " bytes",
          livesOn,
          toHead);
    }
    Optional<HttpURI> uri = Targets.parse(head.method(), head.target());
    if (uri.isEmpty()) {
      return new BadRequest(HttpStatus.BAD_REQUEST_400, "Bad target", livesOn, toHead);
    }
    if (expectsTheUnknown(head)) {
      return new BadRequest(
          HttpStatus.EXPECTATION_FAILED_417,
          "The only expectation is 100-continue",
          livesOn,
          toHead);
    }
    return new Request(
        head.version(),
        head.method(),
        uri.get(),
        head.fields().asImmutable(),
        Request.NO_BODY,
        persistent);
  }

  static BadRequest bodyTooLarge(Limits limits) {
    return BadRequest.last(
        HttpStatus.PAYLOAD_TOO_LARGE_413,
        "The body is longer than " + limits.bodyBytes() + " bytes");
  }

  /** Section 9.3 of RFC 9112. */
  private static boolean isPersistent(Head head) {
    if (head.fields().contains(HttpHeader.CONNECTION, "close")) {
      return false;
    }
    return head.version() == HttpVersion.HTTP_1_1
        || head.fields().contains(HttpHeader.CONNECTION, "keep-alive");
  }

  /** Section 10.1.1 of RFC 9110; clients of HTTP/1.0 cannot mean it. */
  static boolean expects(Head head) {
    return head.version() == HttpVersion.HTTP_1_1 && head.fields().contains(HttpHeader.EXPECT);
  }

  private static boolean expectsTheUnknown(Head head) {
    return expects(head)
        && !head.fields().getValuesList(HttpHeader.EXPECT).stream()
            .allMatch("100-continue"::equalsIgnoreCase);
  }
}
