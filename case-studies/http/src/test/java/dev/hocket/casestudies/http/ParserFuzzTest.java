package dev.hocket.casestudies.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/**
 * Edits sample requests at random. The parser must throw nothing, consume every byte, keep its
 * limits, and give the same result for any division into pieces. {@code -Dhocket.seed=…} repeats a
 * run.
 */
class ParserFuzzTest {
  private static final int ROUNDS = Boolean.getBoolean("hocket.long") ? 2_000_000 : 60_000;
  private static final Limits LIMITS = new Limits(600, 200, 12, 40);
  private static final Set<Integer> STATUSES = Set.of(400, 413, 414, 417, 431, 501, 505);
  private static final char DEL = 0x7F;
  private static final String NASTY =
      "\r\n\r\n\t :;,=\"%/\\.*#?\0\u007f\u00ff0123456789abcdefXhttp";
  private static final List<String> PHRASES =
      List.of(
          "\r\n",
          "\n",
          "\r",
          "\r\n\r\n",
          "Content-Length: 3\r\n",
          "Content-Length: 99999999999\r\n",
          "Transfer-Encoding: chunked\r\n",
          "Connection: close\r\n",
          "Connection: keep-alive\r\n",
          "Expect: 100-continue\r\n",
          "Host: b\r\n",
          " HTTP/1.0",
          " HTTP/1.1",
          "0\r\n\r\n",
          "5\r\n",
          "Connection: \"\r\n",
          "Connection: a;q=x\r\n",
          "Expect: \"\r\n",
          "7fffffff\r\n",
          "http://");

  @Test
  void editedRequests_areAcceptedOrRefused() {
    long seed = Long.getLong("hocket.seed", System.nanoTime());
    System.err.println("ParserFuzzTest: -Dhocket.seed=" + seed);
    Random random = new Random(seed);
    List<byte[]> samples = Samples.inputs().stream().map(Wire::bytes).toList();
    int requests = 0;
    int refusals = 0;
    for (int round = 0; round < ROUNDS; round++) {
      byte[] input = bend(samples, random);
      String what = "seed " + seed + " round " + round + ": " + readable(input);
      List<Parsed> whole = parse(List.of(ByteBuffer.wrap(input)), what);
      whole.forEach(parsed -> check(parsed, what));
      List<Parsed> inPieces = parse(cut(input, random), what);
      // Jetty's parser notices DEL in a target at once or at the end of the line, depending on the
      // pieces.
      if (latin(input).indexOf(DEL) < 0) {
        assertEquals(tell(whole), tell(inPieces), what);
      }
      requests += (int) whole.stream().filter(Request.class::isInstance).count();
      refusals += (int) whole.stream().filter(BadRequest.class::isInstance).count();
    }
    String counts = requests + " requests, " + refusals + " refusals";
    assertTrue(requests > ROUNDS / 20 && refusals > ROUNDS / 20, counts);
  }

  private static byte[] bend(List<byte[]> samples, Random random) {
    StringBuilder text = new StringBuilder(latin(samples.get(random.nextInt(samples.size()))));
    if (random.nextInt(3) == 0) {
      text.append(latin(samples.get(random.nextInt(samples.size()))));
    }
    for (int edits = random.nextInt(4); edits > 0; edits--) {
      edit(text, random);
    }
    return Wire.bytes(text.toString());
  }

  private static void edit(StringBuilder text, Random random) {
    int at = random.nextInt(text.length() + 1);
    int end = Math.min(text.length(), at + 1 + random.nextInt(random.nextInt(8) == 0 ? 60 : 3));
    switch (random.nextInt(6)) {
      case 0 -> text.insert(at, nasty(random));
      case 1 -> text.replace(at, end, String.valueOf(nasty(random)));
      case 2 -> text.delete(at, end);
      case 3 -> text.insert(at, text.substring(at, end).repeat(1 + random.nextInt(20)));
      case 4 -> text.insert(at, (char) random.nextInt(256));
      default -> text.insert(at, PHRASES.get(random.nextInt(PHRASES.size())));
    }
    if (text.isEmpty()) {
      text.append(nasty(random));
    }
  }

  private static char nasty(Random random) {
    return NASTY.charAt(random.nextInt(NASTY.length()));
  }

  private static List<ByteBuffer> cut(byte[] input, Random random) {
    List<ByteBuffer> pieces = new ArrayList<>();
    int most = 1 + random.nextInt(20);
    int from = 0;
    while (from < input.length) {
      int to = Math.min(input.length, from + 1 + random.nextInt(most));
      pieces.add(ByteBuffer.wrap(Arrays.copyOfRange(input, from, to)));
      from = to;
    }
    return pieces;
  }

  /** Parses as a server does; every call must consume bytes or return a result. */
  private static List<Parsed> parse(List<ByteBuffer> pieces, String what) {
    RequestParser parser = new RequestParser(LIMITS);
    List<Parsed> results = new ArrayList<>();
    for (ByteBuffer piece : pieces) {
      Parsed parsed = Parsed.Progress.WANTS_CONTINUE;
      while (parsed == Parsed.Progress.WANTS_CONTINUE || !(parsed instanceof Parsed.Progress)) {
        int before = piece.remaining();
        boolean idle = parser.isIdle();
        parsed = parser.parse(piece);
        if (!(parsed instanceof Parsed.Progress)) {
          results.add(parsed);
          assertTrue(piece.remaining() < before || !idle, what);
        }
      }
      assertFalse(piece.hasRemaining(), what);
    }
    return results;
  }

  private static void check(Parsed parsed, String what) {
    switch (parsed) {
      case Request request -> {
        assertTrue(request.body().length <= LIMITS.bodyBytes(), what);
        assertTrue(request.fields().size() <= LIMITS.fields(), what);
        String path = request.path();
        assertFalse(("/" + path + "/").contains("/../"), what);
        assertTrue(path.chars().noneMatch(c -> c < ' ' || c == '\\' || c == 0x7F), what);
      }
      case BadRequest bad -> assertTrue(STATUSES.contains(bad.status()), bad + " " + what);
      case Parsed.Progress progress -> throw new AssertionError(progress);
    }
  }

  private static List<String> tell(List<Parsed> results) {
    return results.stream().map(Wire::tell).toList();
  }

  private static String latin(byte[] bytes) {
    return new String(bytes, StandardCharsets.ISO_8859_1);
  }

  private static String readable(byte[] bytes) {
    StringBuilder text = new StringBuilder();
    for (char c : latin(bytes).toCharArray()) {
      text.append(
          c > ' ' && c < 0x7F || c == ' ' ? String.valueOf(c) : String.format("\\x%02x", (int) c));
    }
    return text.toString();
  }
}
