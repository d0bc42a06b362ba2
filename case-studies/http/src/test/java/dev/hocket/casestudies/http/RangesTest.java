package dev.hocket.casestudies.http;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RangesTest {

  /**
   * Ranges of a file of 1000 bytes, from the examples and rules of sections 14.1.1, 14.1.2 and
   * 14.2.
   */
  @ParameterizedTest
  @CsvSource({
    "bytes=0-499, 0-499",
    "bytes=500-999, 500-999",
    "bytes=-500, 500-999",
    "bytes=950-, 950-999",
    "bytes=0-0, 0-0",
    "bytes=999-999, 999-999",
    "bytes=900-1000, 900-999",
    "bytes=-2000, 0-999",
    "BYTES=1-2, 1-2",
    "'bytes= 1-2 ', 1-2",
    "bytes=00001-0000000000000000000000002, 1-2",
    "bytes=0-9223372036854775807, 0-999",
    "bytes=0-99999999999999999999999999, 0-999",
    "bytes=-99999999999999999999999999, 0-999",
    "bytes=1000-, beyond",
    "bytes=1000-1001, beyond",
    "bytes=99999999999999999999999999-, beyond",
    "bytes=-0, beyond",
    "bytes=2-1, whole",
    "bytes=-, whole",
    "bytes=, whole",
    "bytes=a-b, whole",
    "bytes=+1-2, whole",
    "bytes=1-2x, whole",
    "bytes=--1, whole",
    "bytes, whole",
    "lines=1-2, whole",
    "'bytes=0-0,-1', whole",
    "'bytes=0-1, 1-2', whole",
  })
  void aRange_selectsBytes(String value, String selected) {
    assertEquals(selected, tell(Ranges.select(List.of(value), 1000)));
  }

  @Test
  void noRange_orSeveralFields_selectAll() {
    assertEquals("whole", tell(Ranges.select(List.of(), 1000)));
    assertEquals("whole", tell(Ranges.select(List.of("bytes=0-1", "bytes=0-1"), 1000)));
  }

  @Test
  void ofAnEmptyFile_onlyASuffixExists() {
    assertEquals("whole", tell(Ranges.select(List.of("bytes=-5"), 0)));
    assertEquals("beyond", tell(Ranges.select(List.of("bytes=0-"), 0)));
  }

  @Test
  void beyondIntegers_rangesAreExact() {
    long length = 5_000_000_000L;
    assertEquals(
        "4999999999-4999999999", tell(Ranges.select(List.of("bytes=4999999999-"), length)));
  }

  private static String tell(Ranges.Selection selection) {
    return switch (selection) {
      case Ranges.Selection.Whole whole -> "whole";
      case Ranges.Selection.Part part -> part.range().first() + "-" + part.range().last();
      case Ranges.Selection.Beyond beyond -> "beyond";
    };
  }
}
