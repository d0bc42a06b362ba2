package dev.hocket.casestudies.http;

import java.time.InstantSource;
import org.eclipse.jetty.http.DateGenerator;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.PreEncodedHttpField;

/** The field Date (section 6.6.1), formatted at most once a second. Thread-safe, without locks. */
public final class DateField {
  private static final long SECOND_MS = 1000;

  private final InstantSource time;

  // Two threads may both format a new second, and the later store wins: either value is right.
  private volatile Formatted last = new Formatted(Long.MIN_VALUE, null);

  private record Formatted(long second, HttpField field) {}

  /**
   * A date that follows a clock.
   *
   * @param time the clock
   */
  public DateField(InstantSource time) {
    this.time = time;
  }

  HttpField now() {
    long second = Math.floorDiv(time.millis(), SECOND_MS);
    Formatted known = last;
    if (known.second != second) {
      String text = DateGenerator.formatDate(second * SECOND_MS);
      known = new Formatted(second, new PreEncodedHttpField(HttpHeader.DATE, text));
      last = known;
    }
    return known.field;
  }
}
