package dev.hocket.casestudies.http;

import java.io.IOException;
import org.eclipse.jetty.http.ByteRange;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpStatus;

/** Answers requests from files: GET, HEAD and OPTIONS. Immutable, thread-safe. */
public final class StaticSite {
  private static final String ALLOWED = "GET, HEAD, OPTIONS";

  private final Finder documents;

  /**
   * Creates a site.
   *
   * @param documents the files of the site
   */
  public StaticSite(Finder documents) {
    this.documents = documents;
  }

  /**
   * Answers a request. It reads the file system, so it may block, but it opens no file.
   *
   * @param request the request
   * @return the response, of any status
   * @throws IOException if the file system failed; the answer is then 500
   */
  public Response answer(Request request) throws IOException {
    return switch (request.method()) {
      case "GET" -> get(request, true);
      case "HEAD" -> get(request, false).withoutBody();
      case "OPTIONS" -> Response.empty(HttpStatus.NO_CONTENT_204, allow());
      default ->
          Response.text(
              HttpStatus.METHOD_NOT_ALLOWED_405, "The methods here are " + ALLOWED, allow());
    };
  }

  private static HttpFields allow() {
    return HttpFields.build().add(HttpHeader.ALLOW, ALLOWED);
  }

  /** Only GET supports ranges (section 14.2). */
  private Response get(Request request, boolean withRanges) throws IOException {
    return switch (documents.find(request.path())) {
      case Lookup.Found found -> of(found.document(), request.fields(), withRanges);
      case Lookup.Directory directory -> withSlash(request);
      case Lookup.Forbidden forbidden -> forbidden();
      case Lookup.Missing missing -> missing();
    };
  }

  /**
   * The answer for a path without a file.
   *
   * @return a response with a body
   */
  public static Response missing() {
    return Response.text(HttpStatus.NOT_FOUND_404, "There is nothing at this address");
  }

  /**
   * The answer if this program has no permission to read.
   *
   * @return a response with a body
   */
  public static Response forbidden() {
    return Response.text(HttpStatus.FORBIDDEN_403, "This file must not be read");
  }

  private static Response of(Document document, HttpFields fields, boolean withRanges) {
    return switch (Conditions.evaluate(fields, document)) {
      case NOT_MODIFIED -> Response.empty(HttpStatus.NOT_MODIFIED_304, document.validators());
      case PRECONDITION_FAILED ->
          Response.text(HttpStatus.PRECONDITION_FAILED_412, "The file is not the one meant");
      case PROCEED ->
          withRanges && Conditions.rangeApplies(fields, document)
              ? ranged(document, fields)
              : whole(document);
    };
  }

  private static Response ranged(Document document, HttpFields fields) {
    return switch (Ranges.select(fields.getValuesList(HttpHeader.RANGE), document.length())) {
      case Ranges.Selection.Whole all -> whole(document);
      case Ranges.Selection.Part part -> part(document, part);
      case Ranges.Selection.Beyond beyond -> beyond(document);
    };
  }

  private static Response whole(Document document) {
    return file(HttpStatus.OK_200, document, document.fields(), 0, document.length());
  }

  private static Response part(Document document, Ranges.Selection.Part part) {
    HttpFields.Mutable fields =
        HttpFields.build(document.fields())
            .add(HttpHeader.CONTENT_RANGE, part.range().toHeaderValue(document.length()));
    return file(
        HttpStatus.PARTIAL_CONTENT_206,
        document,
        fields.asImmutable(),
        part.range().first(),
        part.range().getLength());
  }

  private static Response beyond(Document document) {
    String range = ByteRange.toNonSatisfiableHeaderValue(document.length());
    return Response.text(
        HttpStatus.RANGE_NOT_SATISFIABLE_416,
        "The file has " + document.length() + " bytes",
        HttpFields.build().add(HttpHeader.CONTENT_RANGE, range));
  }

  private static Response file(
      int status, Document document, HttpFields fields, long first, long length) {
    return new Response(status, fields, length, new Body.FilePart(document, first, length));
  }

  /** The path as it was sent: it is printable ASCII and begins with exactly one slash. */
  private static Response withSlash(Request request) {
    String query = request.uri().getQuery();
    String location = request.uri().getPath() + "/" + (query == null ? "" : "?" + query);
    return Response.text(
        HttpStatus.MOVED_PERMANENTLY_301,
        "This is a directory; its address ends with a slash",
        HttpFields.build().add(HttpHeader.LOCATION, location));
  }
}
