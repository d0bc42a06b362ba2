package dev.hocket.flow;

import dev.hocket.flow.functions.Function;
import dev.hocket.flow.functions.ReadOnly;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectOutputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.Serializable;
import java.net.HttpURLConnection;
import java.security.Security;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.ListResourceBundle;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.ResourceBundle;
import java.util.TimeZone;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.ForkJoinPool;
import java.util.function.Consumer;
import java.util.function.LongUnaryOperator;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
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
    List.of(logger().getHandlers()).forEach(logger()::removeHandler);
    System.setIn(new ByteArrayInputStream(longInput()));
    System.setOut(OUT);
    LINES.count = 0;
    COMPARED[0] = 0;
    LIST.clear();
  }

  private static final PrintStream OUT = System.out;
  private static final Lines LINES = new Lines();

  /** Counts what is printed. */
  private static final class Lines extends PrintStream {
    private int count;

    Lines() {
      super(OutputStream.nullOutputStream());
    }

    @Override
    public void println(String line) {
      count++;
    }
  }

  /** Lets the program count what is printed. */
  static void countLines() {
    System.setOut(LINES);
  }

  @Function
  static long prints(long x) {
    Hostile.slow(x);
    System.out.println("one");
    return x;
  }

  @Function
  static long printsToo(long x) {
    Hostile.slow(x + 1);
    System.out.println("other");
    return x;
  }

  @Function
  static int lines(long x) {
    Hostile.slow(x + 1);
    return LINES.count;
  }

  private static byte[] longInput() {
    byte[] input = new byte[10_000];
    for (int i = 0; i < input.length; i++) {
      input[i] = (byte) (i % 100);
    }
    return input;
  }

  static Logger logger() {
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

  private static final Properties ALL = System.getProperties();

  @Function
  static long propertyOfConstant(long x) {
    Hostile.slow(x);
    ALL.setProperty(PROPERTY, "" + x);
    return x;
  }

  @Function
  static long propertyOf(Map<Object, Object> all, long x) {
    Hostile.slow(x);
    all.put(PROPERTY, "" + x);
    return x;
  }

  @Function
  static long levelOfHandler(long x) {
    Hostile.slow(x);
    logger().getHandlers()[0].setLevel(x % 2 == 0 ? Level.FINE : Level.OFF);
    return x;
  }

  @Function
  static String handlersLevel(long x) {
    Hostile.slow(x + 1);
    return "" + logger().getHandlers()[0].getLevel();
  }

  @Function
  static long provider(long x) {
    Hostile.slow(x);
    Security.getProvider("SUN").put(PROPERTY, "" + x);
    return x;
  }

  @Function
  static String provided(long x) {
    Hostile.slow(x + 1);
    return Security.getProvider("SUN").getProperty(PROPERTY);
  }

  @Function
  static long pool(long x) {
    Hostile.slow(x);
    ForkJoinPool.commonPool().setParallelism(1 + (int) (x % 3));
    return x;
  }

  @Function
  static int poolSize(long x) {
    Hostile.slow(x + 1);
    return ForkJoinPool.commonPool().getParallelism();
  }

  @Function
  static int input(long x) throws IOException {
    Hostile.slow(x);
    return System.in.read();
  }

  @Function
  static int inputToo(long x) throws IOException {
    Hostile.slow(x + 1);
    return System.in.read();
  }

  /** Collects what is logged. */
  private static final class Sink extends Handler {
    private final List<String> lines = new ArrayList<>();

    @Override
    public void publish(LogRecord line) {
      lines.add(line.getMessage());
    }

    @Override
    public void flush() {}

    @Override
    public void close() {}
  }

  private static final Sink SINK = new Sink();

  /** Lets a logger collect what is logged. */
  static void collect() {
    logger().setUseParentHandlers(false);
    logger().addHandler(SINK);
    SINK.lines.clear();
  }

  @Function
  static long logs(long x) {
    Hostile.slow(x);
    logger().info("one");
    return x;
  }

  @Function
  static long logsToo(long x) {
    Hostile.slow(x + 1);
    logger().info("other");
    return x;
  }

  @Function
  static int logged(long x) {
    Hostile.slow(x + 1);
    return SINK.lines.size();
  }

  private static final long[] COMPARED = new long[1];

  private static final ConcurrentSkipListSet<String> SORTED =
      new ConcurrentSkipListSet<>((a, b) -> {
        COMPARED[0]++;
        return a.compareTo(b);
      });

  static {
    SORTED.addAll(List.of("a", "b"));
  }

  @Function
  static boolean sorted(long x) {
    Hostile.slow(x);
    return SORTED.contains("a");
  }

  @Function
  static long compared(long x) {
    Hostile.slow(x + 1);
    return COMPARED[0];
  }

  /** Counts how often it is written. */
  @SuppressWarnings("serial")
  private static final class Written implements Serializable {
    private void writeObject(ObjectOutputStream out) {
      COMPARED[0]++;
    }
  }

  @Function
  static long written(long x) throws IOException {
    Hostile.slow(x);
    new ObjectOutputStream(new ByteArrayOutputStream()).writeObject(new Written());
    return x;
  }

  /** Texts of the program, which are a list. */
  public static final class Texts extends ListResourceBundle {
    @Override
    protected Object[][] getContents() {
      return new Object[][] {{"list", LIST}};
    }
  }

  private static final List<Object> LIST = new ArrayList<>();

  @Function
  @SuppressWarnings("unchecked")
  static long bundle(long x) {
    Hostile.slow(x);
    ((List<Object>) ResourceBundle.getBundle(Texts.class.getName()).getObject("list")).add(x);
    return x;
  }

  @Function
  static int bundled(long x) {
    Hostile.slow(x + 1);
    return LIST.size();
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
