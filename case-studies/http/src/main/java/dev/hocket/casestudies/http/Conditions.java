package dev.hocket.casestudies.http;

import java.util.List;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.eclipse.jetty.http.HttpDateTime;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;

/**
 * Conditional requests for a document that exists, in the order of section 13.2.2. Pure functions.
 */
final class Conditions {
  /**
   * An entity tag (section 8.8.3). Jetty's parser of lists rejects tags with quotes in the middle.
   */
  private static final Pattern TAG = Pattern.compile("(W/)?(\"[\\x21\\x23-\\x7E\\x80-\\xFF]*\")");

  private static final String ANY = "*";
  private static final String WEAK = "W/";

  private Conditions() {}

  /** The outcome of the conditions of a GET or HEAD. */
  enum Outcome {
    PROCEED,
    NOT_MODIFIED,
    PRECONDITION_FAILED
  }

  /** Steps 1 to 4; step 5 is {@link #rangeApplies}. */
  static Outcome evaluate(HttpFields fields, Document document) {
    if (fields.contains(HttpHeader.IF_MATCH)) {
      if (!matches(fields.getValuesList(HttpHeader.IF_MATCH), document, true)) {
        return Outcome.PRECONDITION_FAILED;
      }
    } else if (isAfter(document, date(fields, HttpHeader.IF_UNMODIFIED_SINCE))) {
      return Outcome.PRECONDITION_FAILED;
    }
    if (fields.contains(HttpHeader.IF_NONE_MATCH)) {
      return matches(fields.getValuesList(HttpHeader.IF_NONE_MATCH), document, false)
          ? Outcome.NOT_MODIFIED
          : Outcome.PROCEED;
    }
    OptionalLong since = date(fields, HttpHeader.IF_MODIFIED_SINCE);
    return since.isPresent() && !isAfter(document, since) ? Outcome.NOT_MODIFIED : Outcome.PROCEED;
  }

  /**
   * Step 5 (section 13.1.5): a part is useful only to a client that has the rest of the same bytes.
   */
  static boolean rangeApplies(HttpFields fields, Document document) {
    List<String> values = fields.getValuesList(HttpHeader.IF_RANGE);
    if (values.isEmpty()) {
      return true;
    }
    if (values.size() > 1 || !document.hasStrongValidators()) {
      return false;
    }
    String value = values.getFirst();
    return value.equals(document.etag())
        || (!value.endsWith("\"")
            && HttpDateTime.parseToEpoch(value) == document.modified().toEpochMilli());
  }

  private static boolean matches(List<String> values, Document document, boolean strongly) {
    if (values.size() == 1 && values.getFirst().equals(ANY)) {
      return true;
    }
    if (strongly && !document.hasStrongValidators()) {
      return false;
    }
    String opaque = opaque(document.etag());
    for (String value : values) {
      Matcher tag = TAG.matcher(value);
      while (tag.find()) {
        boolean comparable = !strongly || tag.group(1) == null;
        if (comparable && tag.group(2).equals(opaque)) {
          return true;
        }
      }
    }
    return false;
  }

  private static String opaque(String etag) {
    return etag.startsWith(WEAK) ? etag.substring(WEAK.length()) : etag;
  }

  /**
   * Parses a date, in milliseconds; empty if there is no field, several, or an invalid one (section
   * 13.1.3).
   */
  private static OptionalLong date(HttpFields fields, HttpHeader header) {
    List<String> values = fields.getValuesList(header);
    if (values.size() != 1) {
      return OptionalLong.empty();
    }
    long date = HttpDateTime.parseToEpoch(values.getFirst());
    return date == -1 ? OptionalLong.empty() : OptionalLong.of(date);
  }

  private static boolean isAfter(Document document, OptionalLong date) {
    return date.isPresent() && document.modified().toEpochMilli() > date.getAsLong();
  }
}
