package dev.hocket.casestudies.http;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LimitsTest {
  private static final int HEAD = 4096;
  private static final Limits LIMITS = new Limits(HEAD, 1000, 20, 5000);
  private static final String GET = "GET / HTTP/1.1\r\nHost: a\r\n";
  private static final String CHUNKED =
      "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n";

  /**
   * Endless requests: the beginning, the part that the client repeats, and the status of the
   * refusal.
   */
  @ParameterizedTest
  @CsvSource({
    "'', X, 414",
    "'', '\r\n', 414",
    "'GET /', a, 414",
    "'GET / HTTP/1.1', 1, 414",
    "'GET / HTTP/1.1\r\nHost: a\r\n', 'a: b\r\n', 431",
    "'GET / HTTP/1.1\r\nHost: a\r\n', a, 431",
    "'GET / HTTP/1.1\r\nHost: a\r\nX: ', b, 431",
    "'GET / HTTP/1.1\r\nHost: a\r\nX:', ' ', 431",
    "CHUNKED, 0, 400",
    "CHUNKED, '1\r\nx\r\n', 413",
    "CHUNKED, 'FF\r\nx', 400",
    "'CHUNKED1;', a, 400",
    "CHUNKED, '1;aaaaaaaaaaaaaaaa\r\nx\r\n', 400",
    "'CHUNKED0\r\nX: ', a, 400",
    "'CHUNKED0\r\n', 'X: y\r\n', 400",
  })
  void anEndlessRequest_isRefusedSoon(String start, String repeated, int status) {
    RequestParser parser = new RequestParser(LIMITS);
    ByteBuffer first = ByteBuffer.wrap(Wire.bytes(start.replace("CHUNKED", CHUNKED)));
    Parsed parsed = parser.parse(first);
    int sent = 0;
    while (parsed == Parsed.Progress.NEEDS_INPUT) {
      parsed = parser.parse(ByteBuffer.wrap(Wire.bytes(repeated)));
      sent += repeated.length();
      assertTrue(sent < 10 * (HEAD + LIMITS.bodyBytes()), "still taken after " + sent + " bytes");
    }
    assertEquals(status, ((BadRequest) parsed).status());
    assertFalse(((BadRequest) parsed).persistent());
  }

  @Test
  void tooLongLine_inAnyPieces_getsTheSameStatus() {
    String line = "X".repeat(HEAD - 7) + " / HTTP/1.1\r\n";
    RequestParser parser = new RequestParser(LIMITS);
    Parsed inBytes = Parsed.Progress.NEEDS_INPUT;
    for (int at = 0; inBytes == Parsed.Progress.NEEDS_INPUT; at++) {
      inBytes = parser.parse(ByteBuffer.wrap(Wire.bytes(line.substring(at, at + 1))));
    }
    assertEquals(414, status(line));
    assertEquals(414, ((BadRequest) inBytes).status());
  }

  @Test
  void theBody_mayBeAsLongAsItsLimit_andNoLonger() {
    String exact = "x".repeat(LIMITS.bodyBytes());
    Parsed fits = Wire.first(LIMITS, GET + "Content-Length: 5000\r\n\r\n" + exact);
    assertArrayEquals(Wire.bytes(exact), ((Request) fits).body());
    assertEquals(413, status(GET + "Content-Length: 5001\r\n\r\n"));
    String chunk = Integer.toHexString(exact.length()) + "\r\n" + exact + "\r\n";
    assertArrayEquals(
        Wire.bytes(exact), ((Request) Wire.first(LIMITS, CHUNKED + chunk + "0\r\n\r\n")).body());
    assertEquals(413, status(CHUNKED + chunk + "1\r\nx\r\n0\r\n\r\n"));
  }

  @Test
  void aBodyInManySmallChunks_isTaken() {
    Parsed parsed = Wire.first(LIMITS, CHUNKED + "1\r\nx\r\n".repeat(5000) + "0\r\n\r\n");
    assertEquals(5000, ((Request) parsed).body().length);
  }

  @Test
  void theTarget_mayBeAsLongAsItsLimit_andNoLonger() {
    String target = "/" + "a".repeat(LIMITS.targetBytes() - 1);
    String rest = " HTTP/1.1\r\nHost: a\r\n\r\n";
    assertEquals(target, ((Request) Wire.first(LIMITS, "GET " + target + rest)).path());
    assertEquals(414, status("GET " + target + "a" + rest));
  }

  @Test
  void theFields_mayBeAsManyAsTheirLimit_andNoMore() {
    String others = "X: y\r\n".repeat(LIMITS.fields() - 1);
    assertEquals(
        LIMITS.fields(), ((Request) Wire.first(LIMITS, GET + others + "\r\n")).fields().size());
    assertEquals(431, status(GET + others + "X: y\r\n\r\n"));
  }

  @Test
  void theHead_mayBeAsLongAsItsLimit_andNoLonger() {
    String most = "X: " + "y".repeat(HEAD - GET.length() - "X: \r\n\r\n".length()) + "\r\n\r\n";
    assertEquals(2, ((Request) Wire.first(LIMITS, GET + most)).fields().size());
    assertEquals(431, status(GET + "X: " + "y".repeat(HEAD) + "\r\n\r\n"));
  }

  @Test
  void limitsThatForbidEverything_areRefused() {
    Exception e = assertThrows(IllegalArgumentException.class, () -> new Limits(1, 0, 1, 1));
    assertTrue(e.getMessage().contains("targetBytes=0"), e.getMessage());
  }

  private static int status(String input) {
    return ((BadRequest) Wire.first(LIMITS, input)).status();
  }
}
