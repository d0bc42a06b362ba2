package dev.hocket.plan.model;

/** Refuses arguments outside a model's range; the message has the value. */
final class Check {
  private Check() {}

  static double nonNegative(String what, double value) {
    if (!(value >= 0) || Double.isInfinite(value)) {
      throw new IllegalArgumentException(what + " must be 0 or more and finite, not " + value);
    }
    return value;
  }

  static double positive(String what, double value) {
    if (!(value > 0) || Double.isInfinite(value)) {
      throw new IllegalArgumentException(what + " must be above 0 and finite, not " + value);
    }
    return value;
  }

  static double share(String what, double value) {
    if (!(value >= 0 && value <= 1)) {
      throw new IllegalArgumentException(what + " must be between 0 and 1, not " + value);
    }
    return value;
  }

  static int between(String what, int least, int most, int value) {
    if (value < least || value > most) {
      throw new IllegalArgumentException(
          what + " must be between " + least + " and " + most + ", not " + value);
    }
    return value;
  }
}
