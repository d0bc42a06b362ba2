package dev.hocket.casestudies.http;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.eclipse.jetty.http.HttpHeader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class RequestParserTest {

  @ParameterizedTest
  @MethodSource("dev.hocket.casestudies.http.Samples#accepted")
  void anAcceptableRequest_isReturned(Samples.Accepted sample) {
    assertEquals(sample.outcomes(), Wire.parse(sample.input()), sample.rule());
  }

  @ParameterizedTest
  @MethodSource("dev.hocket.casestudies.http.Samples#refused")
  void aBadRequest_isRefusedWithItsStatus(Samples.Refused sample) {
    BadRequest bad = (BadRequest) Wire.first(Limits.DEFAULT, sample.input());
    assertEquals(sample.status(), bad.status(), sample.rule() + ": " + bad.reason());
    assertEquals(sample.livesOn(), bad.persistent(), sample.rule());
    assertFalse(bad.reason().isBlank(), sample.rule());
  }

  @Test
  void pipelinedRequests_areReturnedOneByOne() {
    RequestParser parser = new RequestParser(Limits.DEFAULT);
    String one = "GET /1 HTTP/1.1\r\nHost: a\r\n\r\n";
    String two = "POST /2 HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\nabc";
    ByteBuffer input = ByteBuffer.wrap(Wire.bytes(one + two + one));
    assertEquals("/1", ((Request) parser.parse(input)).path());
    assertEquals(one.length(), input.position());
    Request second = (Request) parser.parse(input);
    assertEquals("/2", second.path());
    assertArrayEquals(Wire.bytes("abc"), second.body());
    assertEquals(one.length() + two.length(), input.position());
    assertEquals("/1", ((Request) parser.parse(input)).path());
    assertEquals(Parsed.Progress.NEEDS_INPUT, parser.parse(input));
  }

  @Test
  void betweenRequests_aParserHoldsLittle() {
    String request = "GET / HTTP/1.1\r\nHost: a\r\nUser-Agent: of this test\r\n\r\n";
    List<RequestParser> parsers = new ArrayList<>();
    long before = usedHeap();
    int many = 1_000;
    for (int i = 0; i < many; i++) {
      RequestParser parser = new RequestParser(Limits.DEFAULT);
      parser.parse(ByteBuffer.wrap(Wire.bytes(request)));
      parser.parse(ByteBuffer.wrap(Wire.bytes(request)));
      parsers.add(parser);
    }
    long each = (usedHeap() - before) / many;
    assertTrue(parsers.stream().allMatch(RequestParser::isIdle));
    assertTrue(each < 4_000, each + " bytes each");
  }

  private static long usedHeap() {
    System.gc();
    return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
  }

  @Test
  void afterTheLastRequest_bytesAreDiscarded() {
    RequestParser parser = new RequestParser(Limits.DEFAULT);
    ByteBuffer input =
        ByteBuffer.wrap(
            Wire.bytes("GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\nGET /2 HTTP/1.1"));
    assertFalse(((Request) parser.parse(input)).persistent());
    assertFalse(input.hasRemaining());
    ByteBuffer more = ByteBuffer.wrap(Wire.bytes("GET /3 HTTP/1.1\r\nHost: a\r\n\r\n"));
    assertEquals(Parsed.Progress.FINISHED, parser.parse(more));
    assertFalse(more.hasRemaining());
    assertTrue(parser.isIdle());
  }

  @Test
  void afterARefusalThatKeepsTheConnection_theNextRequestIsReturned() {
    assertEquals(
        List.of("501 lives on", "GET /2 HTTP/1.1 {host: a}  lives on", "NEEDS_INPUT idle"),
        Wire.parse("FLY / HTTP/1.1\r\nHost: a\r\n\r\nGET /2 HTTP/1.1\r\nHost: a\r\n\r\n"));
  }

  @Test
  void anExpectingClient_getsOneInterimResponse() {
    RequestParser parser = new RequestParser(Limits.DEFAULT);
    String head = "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\nExpect: 100-Continue\r\n\r\n";
    assertEquals(Parsed.Progress.WANTS_CONTINUE, parser.parse(ByteBuffer.wrap(Wire.bytes(head))));
    assertEquals(Parsed.Progress.NEEDS_INPUT, parser.parse(ByteBuffer.wrap(Wire.bytes("ab"))));
    Request request = (Request) parser.parse(ByteBuffer.wrap(Wire.bytes("cd")));
    assertArrayEquals(Wire.bytes("abcd"), request.body());
  }

  @Test
  void anExpectingClientThatSentItsBodyAlready_getsNoInterimResponse() {
    assertArrayEquals(
        Wire.bytes("abcd"),
        Wire.request(
                "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\nExpect: 100-continue\r\n\r\nabcd")
            .body());
  }

  @Test
  void idle_isTheTimeBetweenRequests() {
    RequestParser parser = new RequestParser(Limits.DEFAULT);
    assertTrue(parser.isIdle());
    parser.parse(ByteBuffer.wrap(Wire.bytes("G")));
    assertFalse(parser.isIdle());
    parser.parse(ByteBuffer.wrap(Wire.bytes("ET / HTTP/1.1\r\nHost: a\r\n")));
    assertFalse(parser.isIdle());
    parser.parse(ByteBuffer.wrap(Wire.bytes("\r\n")));
    assertTrue(parser.isIdle());
  }

  /**
   * Jetty's parser caches values; it must not return a cached value that differs from the new one.
   */
  @Test
  void valuesThatDifferInCase_stayAsTheyWereSent() {
    RequestParser parser = new RequestParser(Limits.DEFAULT);
    for (String value : List.of("key=abc", "key=ABC", "KEY=aBc", "key=abc")) {
      String text = "GET / HTTP/1.1\r\nHost: a\r\nCookie: " + value + "\r\n\r\n";
      Request request = (Request) parser.parse(ByteBuffer.wrap(Wire.bytes(text)));
      assertEquals(value, request.fields().get(HttpHeader.COOKIE));
    }
  }

  @Test
  void anExpectingClientWithoutABody_getsNoInterimResponse() {
    String head = "GET / HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\n\r\n";
    assertEquals("/", Wire.request(head).path());
  }

  @Test
  void trailers_areNotTakenForFields() {
    Request request =
        Wire.request(
            "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n"
                + "1\r\nx\r\n0\r\nHost: b\r\nContent-Length: 7\r\n\r\n");
    assertEquals("a", request.fields().get(HttpHeader.HOST));
    assertFalse(request.fields().contains(HttpHeader.CONTENT_LENGTH));
  }
}
