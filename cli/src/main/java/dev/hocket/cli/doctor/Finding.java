package dev.hocket.cli.doctor;

/**
 * A result of {@code hocket doctor}, printed as a line.
 *
 * @param remedy the suggested remedy, or empty
 */
record Finding(Grade grade, String subject, String fact, String remedy) {
  enum Grade {
    OK,
    WARN,
    MISSING
  }

  static Finding ok(String subject, String fact) {
    return new Finding(Grade.OK, subject, fact, "");
  }

  static Finding warn(String subject, String fact, String remedy) {
    return new Finding(Grade.WARN, subject, fact, remedy);
  }

  static Finding missing(String subject, String fact, String remedy) {
    return new Finding(Grade.MISSING, subject, fact, remedy);
  }
}
