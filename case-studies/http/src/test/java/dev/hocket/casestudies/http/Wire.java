package dev.hocket.casestudies.http;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Feeds text to parsers, one byte for each char, and returns their results as text. */
final class Wire {
  private Wire() {}

  static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.ISO_8859_1);
  }

  /**
   * All results in order except requests for more input; the last is "needs input" or "finished".
   */
  static List<String> parse(Limits limits, List<ByteBuffer> pieces) {
    RequestParser parser = new RequestParser(limits);
    List<String> results = new ArrayList<>();
    Parsed last = Parsed.Progress.NEEDS_INPUT;
    for (ByteBuffer piece : pieces) {
      last = parseOne(parser, piece, results);
    }
    results.add(last + (parser.isIdle() ? " idle" : ""));
    return results;
  }

  private static Parsed parseOne(RequestParser parser, ByteBuffer piece, List<String> results) {
    while (true) {
      Parsed parsed = parser.parse(piece);
      if (!(parsed instanceof Parsed.Progress progress)) {
        results.add(tell(parsed));
      } else if (progress != Parsed.Progress.WANTS_CONTINUE) {
        return parsed;
      }
    }
  }

  static List<String> parse(String input) {
    return parse(Limits.DEFAULT, List.of(ByteBuffer.wrap(bytes(input))));
  }

  /** The first result; later results are dropped. */
  static Parsed first(Limits limits, String input) {
    return new RequestParser(limits).parse(ByteBuffer.wrap(bytes(input)));
  }

  static Request request(String input) {
    return (Request) first(Limits.DEFAULT, input);
  }

  static BadRequest refusal(String input) {
    return (BadRequest) first(Limits.DEFAULT, input);
  }

  static String tell(Parsed parsed) {
    return switch (parsed) {
      case Request request -> tell(request);
      case BadRequest bad -> bad.status() + (bad.persistent() ? " lives on" : " closes");
      case Parsed.Progress progress -> progress.toString();
    };
  }

  private static String tell(Request request) {
    // Converts names to lower case: Jetty's parser gives known names their usual case only
    // sometimes.
    String fields =
        request.fields().stream()
            .map(field -> field.getLowerCaseName() + ": " + field.getValue())
            .collect(Collectors.joining(", "));
    return request.method()
        + " "
        + request.uri()
        + " "
        + request.version()
        + " {"
        + fields
        + "} "
        + new String(request.body(), StandardCharsets.ISO_8859_1)
        + (request.persistent() ? " lives on" : " closes");
  }
}
