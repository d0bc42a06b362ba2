package dev.hocket.casestudies.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicReference;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpVersion;
import org.junit.jupiter.api.Test;

class ResponseWriterTest {
  private static final Instant NOW = Instant.parse("1994-11-06T08:49:37.999Z");
  private static final String DATE = "Date: Sun, 06 Nov 1994 08:49:37 GMT\r\n";

  private final ResponseWriter writer = new ResponseWriter(() -> NOW);

  private String head(Response response, HttpVersion version, boolean persistent) {
    return StandardCharsets.ISO_8859_1
        .decode(writer.head(response, version, persistent))
        .toString();
  }

  private String head(Response response) {
    return head(response, HttpVersion.HTTP_1_1, true);
  }

  @Test
  void aResponse_hasStatusFieldsDateAndLength() {
    assertEquals(
        "HTTP/1.1 404 Not Found\r\nContent-Type: text/plain;charset=utf-8\r\n"
            + DATE
            + "Content-Length: 20\r\n\r\n",
        head(Response.text(404, "gone")));
  }

  @Test
  void aResponseToHead_hasTheLengthOfTheBodyItLacks() {
    Response toGet = Response.text(404, "gone");
    assertEquals(head(toGet), head(toGet.withoutBody()));
    assertEquals(new Body.Nothing(), toGet.withoutBody().body());
  }

  @Test
  void aResponseWithoutLength_hasNoFraming() {
    assertEquals("HTTP/1.1 204 No Content\r\n" + DATE + "\r\n", head(empty(204)));
    assertEquals("HTTP/1.1 304 Not Modified\r\n" + DATE + "\r\n", head(empty(304)));
  }

  /** Section 9.3 of RFC 9112: a client gets the field only if its version assumes the opposite. */
  @Test
  void connection_isSentOnlyWhereTheVersionAssumesTheOpposite() {
    Response response = empty(204);
    assertFalse(head(response, HttpVersion.HTTP_1_1, true).contains("Connection"));
    assertTrue(head(response, HttpVersion.HTTP_1_1, false).contains("Connection: close\r\n"));
    assertTrue(head(response, HttpVersion.HTTP_1_0, true).contains("Connection: keep-alive\r\n"));
    assertFalse(head(response, HttpVersion.HTTP_1_0, false).contains("keep-alive"));
  }

  @Test
  void aFieldCannotSplitTheResponse() {
    Response response =
        Response.empty(204, HttpFields.build().add("X", "a\r\nSet-Cookie: b\r\n\r\nbody"));
    String head = head(response);
    assertEquals(head.length() - 4, head.indexOf("\r\n\r\n"));
    assertFalse(head.contains("\r\nSet-Cookie"));
  }

  @Test
  void aLongHead_isWrittenWhole_andAShortOneAfterIt() {
    String before = head(empty(204));
    String location = "/" + "x".repeat(20_000);
    Response moved = Response.empty(301, HttpFields.build().add(HttpHeader.LOCATION, location));
    assertTrue(head(moved).contains("Location: " + location + "\r\n"));
    assertEquals(before, head(empty(204)));
  }

  @Test
  void goOn_isAnInterimResponse() {
    assertEquals(
        "HTTP/1.1 100 Continue\r\n\r\n",
        StandardCharsets.US_ASCII.decode(ResponseWriter.goOn()).toString());
  }

  @Test
  void theDate_isFormattedOncePerSecond() {
    AtomicReference<Instant> time = new AtomicReference<>(Instant.parse("2026-01-01T00:00:00Z"));
    DateField date = new DateField(time::get);
    HttpField first = date.now();
    assertEquals("Thu, 01 Jan 2026 00:00:00 GMT", first.getValue());
    time.set(Instant.parse("2026-01-01T00:00:00.999Z"));
    assertSame(first, date.now());
    time.set(Instant.parse("2026-01-01T00:00:01Z"));
    assertNotSame(first, date.now());
    assertEquals("Thu, 01 Jan 2026 00:00:01 GMT", date.now().getValue());
  }

  private static Response empty(int status) {
    return Response.empty(status, HttpFields.EMPTY);
  }
}
