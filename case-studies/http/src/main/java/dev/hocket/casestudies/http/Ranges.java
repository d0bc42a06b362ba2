package dev.hocket.casestudies.http;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.eclipse.jetty.http.ByteRange;

/**
 * The field Range (section 14). One range is served; for several, the whole file is sent instead,
 * as section 14.2 permits: multipart/byteranges is rarely asked for, and lets a short request cause
 * a long answer (section 17.15). Pure functions.
 */
final class Ranges {
  private static final Pattern ONE_RANGE =
      Pattern.compile("bytes=[ \\t]*(\\d*)-(\\d*)[ \\t]*", Pattern.CASE_INSENSITIVE);

  /**
   * The most digits of an offset: a longer number is beyond the end of any file, and this many fit
   * into a long.
   */
  private static final int MOST_DIGITS = 18;

  private Ranges() {}

  /** The part of a file to send. */
  sealed interface Selection {
    /** The whole file: there is no range, or none in a supported form. */
    record Whole() implements Selection {}

    /** A part of the file. */
    record Part(ByteRange range) implements Selection {}

    /** The range begins after the end. */
    record Beyond() implements Selection {}
  }

  /**
   * Selects the part of a file to send.
   *
   * @param values the values of all Range fields
   * @param length the length of the file in bytes
   */
  static Selection select(List<String> values, long length) {
    if (values.size() != 1) {
      return new Selection.Whole();
    }
    Matcher matcher = ONE_RANGE.matcher(values.getFirst());
    if (!matcher.matches()) {
      return new Selection.Whole();
    }
    String first = matcher.group(1);
    String last = matcher.group(2);
    if (first.isEmpty()) {
      return last.isEmpty() ? new Selection.Whole() : suffix(number(last), length);
    }
    long from = number(first);
    long to = last.isEmpty() ? Long.MAX_VALUE : number(last);
    if (to < from) {
      return new Selection.Whole(); // Invalid, and so ignored (section 14.1.1).
    }
    return from >= length
        ? new Selection.Beyond()
        : new Selection.Part(new ByteRange(from, Math.min(to, length - 1)));
  }

  /**
   * A suffix: the last {@code n} bytes. For an empty file this is the whole file, since no
   * Content-Range can express it.
   */
  private static Selection suffix(long wanted, long length) {
    if (wanted == 0) {
      return new Selection.Beyond();
    }
    return length == 0
        ? new Selection.Whole()
        : new Selection.Part(new ByteRange(Math.max(0, length - wanted), length - 1));
  }

  private static long number(String digits) {
    String significant = digits.replaceFirst("^0+(?=\\d)", "");
    return significant.length() > MOST_DIGITS ? Long.MAX_VALUE : Long.parseLong(significant);
  }
}
