package dev.hocket.flow;

import dev.hocket.flow.functions.Function;
import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringReader;
import java.io.StringWriter;
import java.lang.ref.WeakReference;
import java.net.StandardSocketOptions;
import java.nio.channels.SocketChannel;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.AbstractCollection;
import java.util.ArrayList;
import java.util.Calendar;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.Formatter;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.WeakHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.FutureTask;
import java.util.concurrent.SubmissionPublisher;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicMarkableReference;
import java.util.function.LongUnaryOperator;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import java.util.zip.CheckedInputStream;
import java.util.zip.Checksum;

/** Functions that change values through objects of the JDK, or only read them. */
final class JdkObjects {
  static final Clock TICKS = new Ticks();
  static final Map<String, LongUnaryOperator> TAXES = Map.of("a", v -> 3 * v, "b", v -> v + 1);
  static final Comparator<String> BY_LENGTH =
      Comparator.comparingInt(String::length).thenComparing(Comparator.reverseOrder());

  private JdkObjects() {}

  /** A clock of the program, which counts. */
  static final class Ticks extends Clock {
    long now;

    @Override
    public ZoneId getZone() {
      return ZoneOffset.UTC;
    }

    @Override
    public Clock withZone(ZoneId zone) {
      return this;
    }

    @Override
    public Instant instant() {
      return Instant.ofEpochMilli(now++);
    }
  }

  /** A generator of the program, which several threads must not use. */
  @SuppressWarnings("serial")
  static final class Lcg extends Random {
    private long last = 1;

    @Override
    protected int next(int bits) {
      last = last * 31 + 7;
      return (int) (last & 0x7fffffff) >>> (31 - Math.min(bits, 31));
    }
  }

  /** Makes threads, and counts them. */
  static final class Threads implements ThreadFactory {
    int made;

    @Override
    public Thread newThread(Runnable run) {
      made++;
      return new Thread(run);
    }
  }

  record Services(Clock clock) {}

  /** What a whole program uses. */
  static final class Common {
    private static final Duration HOUR = Duration.ofHours(1);
    static final Clock TICKS = new Ticks();
    static final Clock UTC = Clock.systemUTC();
    static final Clock CHOSEN =
        isUtc() ? Clock.system(ZoneOffset.UTC) : Clock.offset(Clock.systemUTC(), HOUR);
    static final Clock EITHER = isUtc() ? new Ticks() : Clock.systemUTC();
    static final Clock LATER = Clock.offset(isUtc() ? new Ticks() : Clock.systemUTC(), HOUR);

    private Common() {}

    private static boolean isUtc() {
      return !"local".equals(System.getProperty("hocket.clock"));
    }
  }

  /** A collection that an iterator changes. */
  static final class Bag extends AbstractCollection<Long> {
    long handed;

    @Override
    public int size() {
      return 3;
    }

    @Override
    public Iterator<Long> iterator() {
      return new Iterator<>() {
        private int at;

        @Override
        public boolean hasNext() {
          return at < 3;
        }

        @Override
        public Long next() {
          at++;
          return handed++;
        }
      };
    }
  }

  @Function
  static long millis(Clock clock, long x) {
    return clock.millis();
  }

  @Function
  static String now(Clock clock, long x) {
    return Instant.now(clock).toString();
  }

  @Function
  static long servedMillis(Services services, long x) {
    return services.clock().millis();
  }

  @Function
  static long ticksMillis(long x) {
    return TICKS.millis();
  }

  @Function
  static String ticksNow(long x) {
    return Instant.now(TICKS).toString();
  }

  @Function
  static Clock clock(long x) {
    return new Ticks();
  }

  @Function
  static Clock commonClock(long x) {
    return Common.TICKS;
  }

  @Function
  static Clock passed(Clock clock) {
    return clock;
  }

  @Function
  static Clock utcClock(long x) {
    return Common.UTC;
  }

  @Function
  static Clock chosenClock(long x) {
    return Common.CHOSEN;
  }

  @Function
  static Clock eitherClock(long x) {
    return Common.EITHER;
  }

  @Function
  static Clock laterClock(long x) {
    return Common.LATER;
  }

  @Function
  static long commonMillis(long x) {
    return Common.TICKS.millis();
  }

  /** Uses a clock that other code uses, too. */
  static final class Timed {
    private final Clock clock = Common.TICKS;

    @Function
    long timedMillis(long x) {
      return clock.millis();
    }
  }

  @Function
  static int drawn(Random random, long x) {
    return random.nextInt();
  }

  @Function
  static boolean tossed(Random random, long x) {
    return random.nextBoolean();
  }

  @Function
  static String threadOf(ThreadFactory factory, long x) {
    return factory.newThread(() -> {}).getState().name();
  }

  @Function
  static long threads(Threads threads, long x) {
    return threads.made;
  }

  @Function
  static List<Long> list(long x) {
    return new ArrayList<>(List.of(x, x + 1));
  }

  @Function
  static long sizeOf(List<Long> list, long x) {
    return list.size();
  }

  @Function
  static long collected(List<Long> list, long x) {
    return Stream.of(x).collect(Collectors.toCollection(() -> list)).size();
  }

  @Function
  static long grouped(Map<String, List<Long>> groups, long x) {
    LongStream.of(x, x + 1)
        .boxed()
        .collect(Collectors.groupingBy(v -> "k" + v % 3, () -> groups, Collectors.toList()));
    return x;
  }

  @Function
  static String groups(Map<String, List<Long>> groups, long x) {
    return new TreeMap<>(groups).toString();
  }

  @Function
  static Long[] array(long x) {
    return new Long[] {-1L};
  }

  @Function
  static long firstOf(Long[] array, long x) {
    return array[0];
  }

  @Function
  static long streamInto(Long[] array, long x) {
    return Stream.of(x).toArray(n -> array).length;
  }

  @Function
  static long copyInto(Long[] array, long x) {
    return List.of(x).toArray(n -> array).length;
  }

  @Function
  static StringBuilder text(long x) {
    return new StringBuilder();
  }

  @Function
  static long textLength(StringBuilder text, long x) {
    return text.length();
  }

  @Function
  static Formatter formatter(StringBuilder text) {
    return new Formatter(text);
  }

  @Function
  static long formatted(Formatter formatter, long x) {
    formatter.format("%d", x);
    return x;
  }

  @Function
  static WeakReference<List<Long>> weak(List<Long> list) {
    return new WeakReference<>(list);
  }

  @Function
  static long addToWeak(WeakReference<List<Long>> list, long x) {
    list.get().add(x);
    return x;
  }

  @Function
  static FutureTask<Integer> task(List<Long> list) {
    return new FutureTask<>(() -> {
      list.add(1L);
      return 1;
    });
  }

  @Function
  static long runTask(FutureTask<Integer> task, long x) throws Exception {
    task.run();
    return task.get();
  }

  @Function
  static Thread thread(List<Long> list) {
    return new Thread(() -> list.add(1L));
  }

  @Function
  static long runThread(Thread thread, long x) throws InterruptedException {
    thread.start();
    thread.join();
    return x;
  }

  @Function
  static AtomicMarkableReference<List<Long>> marked(long x) {
    return new AtomicMarkableReference<>(new ArrayList<>(), false);
  }

  @Function
  static long mark(AtomicMarkableReference<List<Long>> marked, List<Long> list) {
    marked.set(list, true);
    return 0;
  }

  @Function
  static long addToMarked(AtomicMarkableReference<List<Long>> marked, long x) {
    marked.getReference().add(x);
    return x;
  }

  @Function
  static StringWriter writer(long x) {
    return new StringWriter();
  }

  @Function
  static long printTo(StringWriter writer, long x) {
    new PrintWriter(writer).printf("%d", x);
    return x;
  }

  @Function
  static String written(StringWriter writer, long x) {
    return writer.toString();
  }

  @Function
  static StringReader reader(long x) {
    return new StringReader("abc" + x);
  }

  @Function
  static String lineOf(StringReader reader, long x) throws IOException {
    return new BufferedReader(reader).readLine();
  }

  @Function
  static int charOf(StringReader reader, long x) throws IOException {
    return reader.read();
  }

  @Function
  static InputStream checked(CRC32 sum, long x) {
    return new CheckedInputStream(new ByteArrayInputStream(new byte[] {(byte) x}), sum);
  }

  @Function
  static int byteOf(InputStream in, long x) throws IOException {
    return in.read();
  }

  @Function
  static long checksumOf(Checksum sum, long x) {
    return sum.getValue();
  }

  @Function
  static Map<String, Long> map(long x) {
    return new HashMap<>(Map.of("a", x));
  }

  @Function
  static boolean emptied(Map<String, Long> map, long x) {
    return map.entrySet().removeIf(entry -> true);
  }

  @Function
  static long keysOf(Map<String, Long> map, long x) {
    return map.size();
  }

  @Function
  static Bag bag(long x) {
    return new Bag();
  }

  @Function
  static Collection<Long> elements(Bag bag) {
    return bag;
  }

  @Function
  static long loopSum(Collection<Long> all, long x) {
    long sum = 0;
    for (long one : all) {
      sum += one;
    }
    return sum;
  }

  @Function
  static long streamSum(Collection<Long> all, long x) {
    return all.stream().mapToLong(v -> v).sum();
  }

  @Function
  static long removed(List<Long> list, long x) {
    Iterator<Long> all = list.iterator();
    all.next();
    all.remove();
    return x;
  }

  @Function
  static Calendar calendar(long x) {
    Calendar calendar = Calendar.getInstance();
    calendar.setTimeInMillis(x);
    return calendar;
  }

  @Function
  static int yearIn(Calendar calendar, long x) {
    return calendar.get(Calendar.YEAR);
  }

  @Function
  static int monthOf(Calendar calendar, long x) {
    return calendar.get(Calendar.MONTH);
  }

  @Function
  static Map<String, Long> weakMap(long x) {
    return new WeakHashMap<>();
  }

  @Function
  static Map<String, Long> recent(long x) {
    return new Recent();
  }

  /** A map that forgets what has not been used for long. */
  @SuppressWarnings("serial")
  static final class Recent extends LinkedHashMap<String, Long> {
    Recent() {
      super(16, 0.75f, true);
    }
  }

  // Code that changes nothing.

  @Function
  static String reversed(Collection<Long> all, long x) {
    List<Long> copy = new ArrayList<>(all);
    Collections.reverse(copy);
    return copy.toString();
  }

  @Function
  static String entries(Map<String, Long> map, long x) {
    StringBuilder text = new StringBuilder();
    for (Map.Entry<String, Long> entry : map.entrySet()) {
      text.append(entry.getKey()).append(entry.getValue());
    }
    return text.toString();
  }

  @Function
  static long values(Map<String, Long> map, long x) {
    long sum = 0;
    for (long value : map.values()) {
      sum += value;
    }
    return sum;
  }

  @Function
  static String countedByParity(Collection<Long> all, long x) {
    return all.stream()
        .collect(Collectors.groupingBy(v -> v % 2, TreeMap::new, Collectors.counting()))
        .toString();
  }

  @Function
  static long tax(long x) {
    return TAXES.get("a").applyAsLong(x);
  }

  @Function
  static long taxes(long x) {
    long sum = 0;
    for (LongUnaryOperator tax : TAXES.values()) {
      sum += tax.applyAsLong(x);
    }
    return sum;
  }

  @Function
  static String longest(long x) {
    return Stream.of("a", "bc").max(BY_LENGTH).orElseThrow();
  }

  @Function
  static String shortest(long x) {
    List<String> all = new ArrayList<>(List.of("a", "bc"));
    all.sort(BY_LENGTH);
    return all.getFirst();
  }

  @Function
  static byte[] bytes(long x) {
    return new byte[] {1, (byte) x};
  }

  @Function
  static short shortOf(byte[] bytes, long x) throws IOException {
    return new DataInputStream(new ByteArrayInputStream(bytes)).readShort();
  }

  @Function
  static long checksum(byte[] bytes, long x) {
    CRC32 sum = new CRC32();
    sum.update(bytes);
    return sum.getValue();
  }

  /** A factory that counts its threads, as one with a single caller may do. */
  static final class Counting implements ThreadFactory {
    private int count;

    @Override
    public Thread newThread(Runnable task) {
      return new Thread(task, "counted " + count++);
    }
  }

  @Function
  static long submits(Executor executor, long x) {
    executor.execute(() -> {});
    return x;
  }

  @Function
  static long publishes(SubmissionPublisher<Long> publisher, long x) {
    return publisher.submit(x);
  }

  @Function
  static long handles(Handler handler, long x) {
    handler.publish(new LogRecord(Level.INFO, "one"));
    return x;
  }

  /** Passes a constant of the JDK to a method of which nothing is known. */
  @Function
  static boolean opens(long x) throws IOException {
    try (SocketChannel channel = SocketChannel.open()) {
      return channel.setOption(StandardSocketOptions.TCP_NODELAY, true).isOpen();
    }
  }
}
