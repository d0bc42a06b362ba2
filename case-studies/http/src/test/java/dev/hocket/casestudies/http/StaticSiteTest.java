package dev.hocket.casestudies.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StaticSiteTest {
  private static final String MODIFIED = "Thu, 01 Jan 2026 00:00:00 GMT";
  private static final Instant MODIFIED_AT = Instant.parse("2026-01-01T00:00:00Z");

  @TempDir Path root;
  private Path file;
  private StaticSite site;

  @BeforeEach
  void makeFiles() throws IOException {
    file = Files.writeString(root.toRealPath().resolve("a.txt"), "0123456789");
    Files.setLastModifiedTime(file, FileTime.from(MODIFIED_AT));
    Files.createDirectories(root.resolve("dir x"));
    Files.writeString(root.resolve("dir x/index.html"), "index");
    site = new StaticSite(new Documents(root, () -> Instant.now().plusSeconds(60)));
  }

  private Response answer(String method, String target, String... fields) throws IOException {
    String head = method + " " + target + " HTTP/1.1\r\nHost: a\r\n";
    String more = String.join("", List.of(fields).stream().map(line -> line + "\r\n").toList());
    return site.answer(Wire.request(head + more + "\r\n"));
  }

  private Response get(String... fields) throws IOException {
    return answer("GET", "/a.txt", fields);
  }

  private static String field(Response response, HttpHeader header) {
    return response.fields().get(header);
  }

  private void assertPart(long first, long length, Response response) {
    Body.FilePart part = assertInstanceOf(Body.FilePart.class, response.body());
    assertEquals(file, part.file());
    assertEquals(first, part.first());
    assertEquals(length, part.length());
  }

  @Test
  void get_isTheFile() throws IOException {
    Response response = get();
    assertEquals(200, response.status());
    assertEquals(10, response.length());
    assertPart(0, 10, response);
    assertEquals("text/plain", field(response, HttpHeader.CONTENT_TYPE));
    assertEquals(MODIFIED, field(response, HttpHeader.LAST_MODIFIED));
    assertEquals("bytes", field(response, HttpHeader.ACCEPT_RANGES));
  }

  @Test
  void head_hasTheFieldsOfGet_andIgnoresRanges() throws IOException {
    Response toGet = get();
    Response toHead = answer("HEAD", "/a.txt", "Range: bytes=0-1");
    assertEquals(200, toHead.status());
    assertEquals(10, toHead.length());
    assertEquals(new Body.Nothing(), toHead.body());
    assertTrue(toGet.fields().isEqualTo(toHead.fields()));
  }

  @Test
  void aRange_isAPart() throws IOException {
    Response response = get("Range: bytes=2-4");
    assertEquals(206, response.status());
    assertEquals(3, response.length());
    assertPart(2, 3, response);
    assertEquals("bytes 2-4/10", field(response, HttpHeader.CONTENT_RANGE));
    assertEquals("text/plain", field(response, HttpHeader.CONTENT_TYPE));
  }

  @Test
  void aRangeBeyondTheEnd_isRefusedWithTheLength() throws IOException {
    Response response = get("Range: bytes=10-");
    assertEquals(416, response.status());
    assertEquals("bytes */10", field(response, HttpHeader.CONTENT_RANGE));
  }

  @Test
  void severalRanges_areTheWholeFile() throws IOException {
    assertEquals(200, get("Range: bytes=0-1,3-4").status());
  }

  @Test
  void aRangeOfAnotherVersion_isTheWholeFile() throws IOException {
    String tag = field(get(), HttpHeader.ETAG);
    assertEquals(206, get("Range: bytes=0-1", "If-Range: " + tag).status());
    assertEquals(200, get("Range: bytes=0-1", "If-Range: \"other\"").status());
    assertEquals(200, get("Range: bytes=10-", "If-Range: \"other\"").status());
  }

  @Test
  void contentThatTheClientHas_isNotSent() throws IOException {
    String tag = field(get(), HttpHeader.ETAG);
    Response response = get("If-None-Match: " + tag, "Range: bytes=0-1");
    assertEquals(304, response.status());
    assertEquals(Response.NO_LENGTH, response.length());
    assertEquals(new Body.Nothing(), response.body());
    assertEquals(tag, field(response, HttpHeader.ETAG));
    assertEquals(304, get("If-Modified-Since: " + MODIFIED).status());
    assertEquals(304, answer("HEAD", "/a.txt", "If-None-Match: " + tag).status());
  }

  @Test
  void aFailedPrecondition_isReported() throws IOException {
    assertEquals(412, get("If-Match: \"other\"").status());
    Response toHead = answer("HEAD", "/a.txt", "If-Match: \"other\"");
    assertEquals(412, toHead.status());
    assertEquals(new Body.Nothing(), toHead.body());
  }

  @Test
  void aForbiddenFile_isForbiddenForEveryMethodAndCondition() throws IOException {
    StaticSite closed = new StaticSite(path -> new Lookup.Forbidden());
    for (String method : List.of("GET", "HEAD")) {
      Response response =
          closed.answer(
              Wire.request(method + " /a HTTP/1.1\r\nHost: a\r\nIf-None-Match: *\r\n\r\n"));
      assertEquals(403, response.status());
      assertTrue(response.length() > 0);
    }
  }

  /** Section 13.2.1: without the file there is nothing to compare. */
  @Test
  void aMissingFile_isMissingUnderEveryCondition() throws IOException {
    assertEquals(404, answer("GET", "/none", "If-Match: *").status());
    Response toHead = answer("HEAD", "/none");
    assertEquals(404, toHead.status());
    assertTrue(toHead.length() > 0);
    assertEquals(new Body.Nothing(), toHead.body());
  }

  @Test
  void aDirectoryWithoutSlash_isRedirected_asItWasSpelt() throws IOException {
    assertEquals("/dir%20x/", field(answer("GET", "/dir%20x"), HttpHeader.LOCATION));
    Response response = answer("GET", "http://a/./dir%20%78?q=%0d%0a");
    assertEquals(301, response.status());
    assertEquals("/./dir%20%78/?q=%0d%0a", field(response, HttpHeader.LOCATION));
    assertEquals(200, answer("GET", "/./dir%20%78/?q=%0d%0a").status());
  }

  @ParameterizedTest
  @ValueSource(strings = {"POST", "PUT", "DELETE", "PATCH", "TRACE"})
  void otherMethods_areNotAllowed(String method) throws IOException {
    Response response = answer(method, "/a.txt");
    assertEquals(405, response.status());
    assertEquals("GET, HEAD, OPTIONS", field(response, HttpHeader.ALLOW));
    assertTrue(Files.exists(file));
  }

  @Test
  void connect_isNotAllowed() throws IOException {
    assertEquals(405, answer("CONNECT", "b:443").status());
  }

  @Test
  void options_listsTheMethods() throws IOException {
    for (String target : List.of("*", "/a.txt", "/none")) {
      Response response = answer("OPTIONS", target);
      assertEquals(204, response.status());
      assertEquals("GET, HEAD, OPTIONS", field(response, HttpHeader.ALLOW));
    }
  }

  @Test
  void anEmptyFile_isServed() throws IOException {
    Files.createFile(root.resolve("empty.txt"));
    assertEquals(0, answer("GET", "/empty.txt").length());
    assertEquals(416, answer("GET", "/empty.txt", "Range: bytes=0-0").status());
    assertEquals(200, answer("GET", "/empty.txt", "Range: bytes=-1").status());
  }

  @Test
  void errors_quoteNothingOfTheRequest() throws IOException {
    Response response = answer("GET", "/nonesuch?x=nonesuch", "Nonesuch: nonesuch");
    String body = new String(((Body.Bytes) response.body()).content());
    assertFalse(body.contains("nonesuch"), body);
    assertFalse(HttpFields.build(response.fields()).asString().contains("nonesuch"));
  }
}
