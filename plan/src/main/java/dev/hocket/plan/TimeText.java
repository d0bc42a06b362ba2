package dev.hocket.plan;

import java.util.Locale;

/** Formats times for reports. */
public final class TimeText {
  /** Shorter times, in seconds, are written as 0. */
  private static final double NOTHING = 1e-12;

  private TimeText() {}

  /**
   * Writes a time with four digits, in the unit that suits its size.
   *
   * @param seconds any number
   * @return text as in {@code 177.0 ms}; {@code infinite} or {@code unknown} for values that are no
   *     time
   */
  public static String of(double seconds) {
    if (!Double.isFinite(seconds)) {
      return Double.isNaN(seconds) ? "unknown" : "infinite";
    }
    double size = Math.abs(seconds) < NOTHING ? 0 : Math.abs(seconds);
    String unit = size >= 1 || size == 0 ? "s" : size >= 1e-3 ? "ms" : "us";
    double factor = unit.equals("s") ? 1 : unit.equals("ms") ? 1e3 : 1e6;
    return String.format(Locale.ROOT, "%.4g %s", Math.copySign(size, seconds) * factor, unit);
  }
}
