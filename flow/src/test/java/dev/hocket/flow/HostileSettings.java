package dev.hocket.flow;

import dev.hocket.flow.functions.Function;
import dev.hocket.flow.functions.ReadOnly;
import java.net.HttpURLConnection;
import java.time.Instant;
import java.time.ZoneId;
import java.util.Locale;
import java.util.Properties;
import java.util.TimeZone;
import java.util.function.Consumer;
import java.util.function.LongUnaryOperator;
import java.util.logging.Level;
import java.util.logging.Logger;

/** Functions that change settings of the whole JVM, or do what depends on them. */
final class HostileSettings {
  private static final String PROPERTY = "hocket.test.hostile";
  private static final String[] ZONES = {"Asia/Tokyo", "UTC", "America/Lima"};
  private static final Locale[] LOCALES = {Locale.GERMANY, Locale.US, Locale.JAPAN};

  private static final Locale LOCALE = Locale.getDefault();
  private static final TimeZone ZONE = TimeZone.getDefault();

  private HostileSettings() {}

  /** Sets what was set before all tests. */
  static void reset() {
    System.setProperty(PROPERTY, "0");
    Locale.setDefault(LOCALE);
    TimeZone.setDefault(ZONE);
    HttpURLConnection.setFollowRedirects(true);
    logger().setLevel(null);
  }

  private static Logger logger() {
    return Logger.getLogger(PROPERTY);
  }

  @Function
  static long property(long x) {
    Hostile.slow(x);
    System.setProperty(PROPERTY, "" + x);
    return x;
  }

  @Function
  static long propertyOfAll(long x) {
    Hostile.slow(x);
    Properties all = System.getProperties();
    all.put(PROPERTY, "" + x);
    return x;
  }

  @Function
  static String propertyRead(long x) {
    Hostile.slow(x + 1);
    return System.getProperty(PROPERTY);
  }

  @Function
  static long locale(long x) {
    Hostile.slow(x);
    Locale.setDefault(LOCALES[(int) (x % LOCALES.length)]);
    return x;
  }

  /** Sets a locale by a reference to the method, which the JDK calls. */
  @Function
  static long localeOfOne(long x) {
    Hostile.slow(x);
    Consumer<Locale> set = Locale::setDefault;
    set.accept(LOCALES[(int) (x % LOCALES.length)]);
    return x;
  }

  @Function
  static String printed(long x) {
    Hostile.slow(x + 1);
    return String.format("%,d", 10_000);
  }

  @Function
  static LongUnaryOperator zones(long x) {
    return v -> {
      Hostile.slow(v);
      TimeZone.setDefault(TimeZone.getTimeZone(ZONES[(int) (v % ZONES.length)]));
      return v;
    };
  }

  @Function
  static long zone(LongUnaryOperator zones, long x) {
    return zones.applyAsLong(x);
  }

  @Function
  static int hour(long x) {
    Hostile.slow(x + 1);
    return Instant.EPOCH.atZone(ZoneId.systemDefault()).getHour();
  }

  @Function
  static long level(long x) {
    Hostile.slow(x);
    logger().setLevel(x % 2 == 0 ? Level.FINE : Level.OFF);
    return x;
  }

  @Function
  static boolean isLogged(long x) {
    Hostile.slow(x + 1);
    return logger().isLoggable(Level.FINE);
  }

  @Function
  static long redirects(long x) {
    Hostile.slow(x);
    HttpURLConnection.setFollowRedirects(x % 2 == 0);
    return x;
  }

  @Function
  static boolean isRedirected(long x) {
    Hostile.slow(x + 1);
    return HttpURLConnection.getFollowRedirects();
  }

  /** Sets nothing that any other code of the flow looks at. */
  @Function
  static boolean trusted(long x) {
    return reads();
  }

  @ReadOnly
  private static boolean reads() {
    return HttpURLConnection.getFollowRedirects();
  }
}
