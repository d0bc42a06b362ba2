package dev.hocket.casestudies.logs;

import java.util.Locale;

/** How serious a line is. */
enum Level {
  ERROR,
  WARN,
  INFO,
  DEBUG,
  /** The line has none of the formats. */
  OTHER;

  static Level named(String word) {
    return switch (word.toUpperCase(Locale.ROOT)) {
      case "EMERGENCY", "ALERT", "FATAL", "CRITICAL", "SEVERE", "ERROR", "ERR" -> ERROR;
      case "WARNING", "WARN" -> WARN;
      case "NOTICE", "INFO" -> INFO;
      case "DEBUG", "TRACE" -> DEBUG;
      default -> OTHER;
    };
  }

  /** The level of a response of HTTP by the first digit of its status. */
  static Level ofStatus(char digit) {
    return switch (digit) {
      case '5' -> ERROR;
      case '4' -> WARN;
      default -> INFO;
    };
  }

  /** The level of a severity of syslog, from 0 to 7. */
  static Level ofSeverity(int severity) {
    return switch (severity) {
      case 0, 1, 2, 3 -> ERROR;
      case 4 -> WARN;
      case 5, 6 -> INFO;
      default -> DEBUG;
    };
  }
}
