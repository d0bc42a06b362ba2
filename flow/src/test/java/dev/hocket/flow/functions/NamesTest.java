package dev.hocket.flow.functions;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests the names of methods in algorithms. */
class NamesTest {
  @ParameterizedTest
  @CsvSource({
    "nbRead, nb-read",
    "parseHTTPHeader, parse-http-header",
    "parse, parse",
    "readUTF8, read-utf8",
    "to2D, to2-d"
  })
  void camelCase_becomesKebabCase(String method, String name) {
    assertEquals(name, Names.kebab(method));
  }
}
