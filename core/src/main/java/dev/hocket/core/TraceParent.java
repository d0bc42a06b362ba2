package dev.hocket.core;

import dev.hocket.core.recording.Program;
import java.util.HexFormat;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The header of the W3C's recommendation "Trace Context" that names a request and its part. */
final class TraceParent {
  // A later version of the standard may append fields, and must keep these.
  private static final Pattern FORM =
      Pattern.compile(
          "(?!ff)[0-9a-f]{2}-([0-9a-f]{16})([0-9a-f]{16})-([0-9a-f]{16})-[0-9a-f]{2}(-.*)?");

  private TraceParent() {}

  /** Returns null if the text is null, not of this form, or has only zeros. */
  static Span.Remote parse(String header) {
    if (header == null) {
      return null;
    }
    String fields = header.strip();
    Matcher parts = FORM.matcher(fields);
    if (!parts.matches() || fields.startsWith("00") && parts.group(4) != null) {
      return null;
    }
    long high = number(parts.group(1));
    long low = number(parts.group(2));
    long parent = number(parts.group(3));
    return (high | low) == 0 || parent == 0 ? null : new Span.Remote(high, low, parent);
  }

  private static long number(String digits) {
    return HexFormat.fromHexDigitsToLong(digits);
  }

  /** The header by which another program continues a part. */
  static String of(Span span) {
    HexFormat hex = HexFormat.of();
    long high = span.remote == null ? Program.ID : span.remote.high();
    long low = span.remote == null ? span.request : span.remote.low();
    return "00-"
        + hex.toHexDigits(high)
        + hex.toHexDigits(low)
        + "-"
        + hex.toHexDigits(Program.partId(span.id))
        + "-01";
  }
}
