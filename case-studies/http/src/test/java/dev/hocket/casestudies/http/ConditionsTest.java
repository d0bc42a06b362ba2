package dev.hocket.casestudies.http;

import static dev.hocket.casestudies.http.Conditions.Outcome.NOT_MODIFIED;
import static dev.hocket.casestudies.http.Conditions.Outcome.PRECONDITION_FAILED;
import static dev.hocket.casestudies.http.Conditions.Outcome.PROCEED;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import org.eclipse.jetty.http.HttpFields;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class ConditionsTest {
  private static final String TAG = "\"v1\"";
  private static final Instant MODIFIED = Instant.parse("1994-11-06T08:49:37Z");
  private static final String THEN = "Sun, 06 Nov 1994 08:49:37 GMT";
  private static final String BEFORE = "Sun, 06 Nov 1994 08:49:36 GMT";
  private static final String AFTER = "Sun, 06 Nov 1994 08:49:38 GMT";

  private static final Document STRONG = document(TAG);
  private static final Document WEAK = document("W/" + TAG);

  private static Document document(String etag) {
    FileTime time = FileTime.from(MODIFIED);
    FileState state = new FileState(FileState.Kind.FILE, null, time, time, 1000);
    return new Document(Path.of("x"), state, etag, HttpFields.EMPTY);
  }

  private static Arguments row(Conditions.Outcome outcome, String... fields) {
    return Arguments.of(outcome, List.of(fields));
  }

  static List<Arguments> conditions() {
    return List.of(
        row(PROCEED),
        // 13.1.1: strong comparison
        row(PROCEED, "If-Match: \"v1\""),
        row(PROCEED, "If-Match: \"v0\", \"v1\""),
        row(PROCEED, "If-Match: \"v0\"", "If-Match: \"v1\""),
        row(PROCEED, "If-Match: *"),
        row(PRECONDITION_FAILED, "If-Match: \"v2\""),
        row(PRECONDITION_FAILED, "If-Match: W/\"v1\""),
        row(PRECONDITION_FAILED, "If-Match: v1"),
        row(PRECONDITION_FAILED, "If-Match:"),
        // 13.1.2: weak comparison
        row(NOT_MODIFIED, "If-None-Match: \"v1\""),
        row(NOT_MODIFIED, "If-None-Match: W/\"v1\""),
        row(NOT_MODIFIED, "If-None-Match: \"a,b\", \"v1\""),
        row(NOT_MODIFIED, "If-None-Match: *"),
        row(PROCEED, "If-None-Match: \"V1\""),
        row(PROCEED, "If-None-Match: \"v\", \"1\""),
        // 13.1.3
        row(NOT_MODIFIED, "If-Modified-Since: " + THEN),
        row(NOT_MODIFIED, "If-Modified-Since: " + AFTER),
        row(PROCEED, "If-Modified-Since: " + BEFORE),
        row(PROCEED, "If-Modified-Since: yesterday"),
        row(PROCEED, "If-Modified-Since: " + THEN, "If-Modified-Since: " + THEN),
        // 5.6.7: the obsolete formats
        row(NOT_MODIFIED, "If-Modified-Since: Sunday, 06-Nov-94 08:49:37 GMT"),
        row(NOT_MODIFIED, "If-Modified-Since: Sun Nov  6 08:49:37 1994"),
        // 13.1.4
        row(PROCEED, "If-Unmodified-Since: " + THEN),
        row(PROCEED, "If-Unmodified-Since: " + AFTER),
        row(PRECONDITION_FAILED, "If-Unmodified-Since: " + BEFORE),
        row(PROCEED, "If-Unmodified-Since: tomorrow"),
        // 13.2.2: the order
        row(PROCEED, "If-Match: \"v1\"", "If-Unmodified-Since: " + BEFORE),
        row(PRECONDITION_FAILED, "If-Match: \"v2\"", "If-None-Match: \"v1\""),
        row(PRECONDITION_FAILED, "If-Unmodified-Since: " + BEFORE, "If-Modified-Since: " + AFTER),
        row(PROCEED, "If-None-Match: \"v2\"", "If-Modified-Since: " + AFTER),
        row(NOT_MODIFIED, "If-Match: \"v1\"", "If-None-Match: \"v1\""));
  }

  @ParameterizedTest
  @MethodSource("conditions")
  void conditions_areEvaluatedInOrder(Conditions.Outcome outcome, List<String> fields) {
    assertEquals(outcome, Conditions.evaluate(fields(fields), STRONG));
  }

  @Test
  void aWeakTag_matchesOnlyWeakly() {
    assertEquals(
        PRECONDITION_FAILED, Conditions.evaluate(fields(List.of("If-Match: " + TAG)), WEAK));
    assertEquals(
        PRECONDITION_FAILED, Conditions.evaluate(fields(List.of("If-Match: W/" + TAG)), WEAK));
    assertEquals(NOT_MODIFIED, Conditions.evaluate(fields(List.of("If-None-Match: " + TAG)), WEAK));
  }

  static List<Arguments> ifRange() {
    return List.of(
        Arguments.of(true, List.of()),
        Arguments.of(true, List.of("If-Range: \"v1\"")),
        Arguments.of(true, List.of("If-Range: " + THEN)),
        Arguments.of(false, List.of("If-Range: \"v2\"")),
        Arguments.of(false, List.of("If-Range: W/\"v1\"")),
        Arguments.of(false, List.of("If-Range: " + AFTER)),
        Arguments.of(false, List.of("If-Range: " + BEFORE)),
        Arguments.of(false, List.of("If-Range: v1")),
        Arguments.of(false, List.of("If-Range: \"v1\", \"v1\"")));
  }

  @ParameterizedTest
  @MethodSource("ifRange")
  void ifRange_comparesStrongly(boolean applies, List<String> fields) {
    assertEquals(applies, Conditions.rangeApplies(fields(fields), STRONG));
    boolean withoutCondition = fields.isEmpty();
    assertEquals(withoutCondition, Conditions.rangeApplies(fields(fields), WEAK));
  }

  private static HttpFields fields(List<String> lines) {
    String head = "GET / HTTP/1.1\r\nHost: a\r\n";
    String text = head + String.join("", lines.stream().map(line -> line + "\r\n").toList());
    return Wire.request(text + "\r\n").fields();
  }
}
