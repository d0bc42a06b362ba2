package dev.hocket.casestudies.logs;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(300)
class FormatsTest {
  private static final long MINUTE = Instant.parse("2026-03-01T10:17:00Z").getEpochSecond() / 60;

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "10.0.0.1 - - [01/Mar/2026:10:17:42 +0000] \"GET / HTTP/1.1\" 200 5 \"-\" \"x\" | a | INFO",
        "10.0.0.1 - - [01/Mar/2026:11:17:42 +0100] \"GET /\\\"q HTTP/1.1\" 404 5 | a | WARN",
        "::1 - ann [01/Mar/2026:10:17:59 +0000] \"\" 503 - | a | ERROR",
        "<131>1 2026-03-01T10:17:00.5Z host orders 1 - - a text | orders | ERROR",
        "<14>1 2026-03-01T12:17:00+02:00 host cron/1 - - - a text | cron/1 | INFO",
        "<15>1 2026-03-01T10:17:00Z host orders - - - | orders | DEBUG",
        "{\"time\":\"2026-03-01T10:17:03Z\",\"level\":\"warn\",\"service\":\"pay\"} | pay | WARN",
        "{\"service\": \"pay\", \"level\" :\"Fatal\", \"time\": \"2026-03-01T10:17:03+00:00\"} | pay | ERROR",
        "{\"time\":\"2026-03-01T10:17:03Z\"} | a | OTHER"
      })
  void knownLine_countsForItsServiceLevelAndMinute(String line, String service, Level level) {
    assertEquals(new Tally(service, level, MINUTE), new Formats().of("a", line));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "anything",
        "<999",
        "<131>1 2026-03-41T10:17:00Z host orders - - -",
        "<131>1 2026-03-01T10:17:00Z host or\"ders - - - x",
        "10.0.0.1 - - [99/Mar/2026:10:17:42 +0000] \"GET / HTTP/1.1\" 200 5",
        "{\"time\":\"yesterday\",\"service\":\"pay\"}"
      })
  void otherLine_countsForItsLog(String line) {
    assertEquals(Tally.other("a"), new Formats().of("a", line));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"+300000-01-01T00:00:00Z", "1969-12-31T23:59:00Z", "-0001-01-01T00:00:00Z"})
  void timeOfAnImpossibleYear_isNone(String time) {
    String line = "{\"time\":\"" + time + "\",\"level\":\"info\"}";
    assertEquals(new Tally("a", Level.INFO, 0), new Formats().of("a", line));
  }

  @Test
  void byteOrderMark_isNoPartOfTheLine() {
    String line = "\uFEFF{\"time\":\"2026-03-01T10:17:03Z\",\"level\":\"warn\"}";
    assertEquals(new Tally("a", Level.WARN, MINUTE), new Formats().of("a", line));
    assertEquals(Tally.other("a"), new Formats().of("a", "\uFEFF"));
  }

  @Test
  void lineWithReturns_isOneLine() {
    String text = "10%\r20%\r100%\n\r\n \n<131>1 2026-03-01T10:17:00Z host a - - x\ry\r\n";
    assertEquals(
        List.of(Tally.other("a"), new Tally("a", Level.ERROR, MINUTE)),
        Ingest.places(new Batch("a", text, null, null, false)));
  }

  @Test
  void longHostileLine_takesNoTimeThatGrowsBeyondItsLength() {
    String line = "1 - - [01/Mar/2026:10:17:42 +0000] \"" + "\\\"".repeat(100_000);
    assertTimeoutPreemptively(
        Duration.ofMinutes(2),
        () -> assertEquals(Level.OTHER, new Formats().of("a", line).level()));
  }
}
