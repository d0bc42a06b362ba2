package dev.hocket.flow;

import dev.hocket.flow.functions.Function;
import dev.hocket.flow.functions.ReadOnly;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.text.DateFormat;
import java.time.chrono.ChronoLocalDate;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Calendar;
import java.util.Collections;
import java.util.Date;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongUnaryOperator;
import java.util.function.Supplier;
import java.util.regex.Matcher;

/** Functions as programs have them that know nothing of sections. */
final class Hostile {
  private Hostile() {}

  /** Takes a time that depends on the number, so that threads overtake one another. */
  static long slow(long number) {
    long sum = number;
    for (long i = 0; i < (number % 3 == 0 ? 4_000 : 10); i++) {
      sum = 31 * sum + i;
    }
    return sum;
  }

  // --- objects that change with their use

  @Function
  static String dated(Object format, long x) {
    slow(x);
    return ((DateFormat) format).format(new Date(x * 86_400_000L));
  }

  @Function
  static String matched(Object matcher, long x) {
    Matcher found = (Matcher) matcher;
    found.reset("a" + slow(x) + "b");
    return found.find() ? found.group() : "";
  }

  @Function
  static long buffered(Object buffer, long x) {
    ByteBuffer bytes = (ByteBuffer) buffer;
    bytes.putLong(0, slow(x));
    return bytes.getLong(0);
  }

  @Function
  static long counted(Object counter, long x) {
    slow(x);
    return ((AtomicLong) counter).incrementAndGet();
  }

  @Function
  static long numbered(Number number, long x) {
    slow(x);
    return number instanceof AtomicLong counter ? counter.incrementAndGet() : number.longValue();
  }

  @Function
  static long thrown(Object random, long x) {
    slow(x);
    return ((Random) random).nextInt(1_000_000);
  }

  @Function
  static int yearOf(Object calendar, long x) {
    Calendar date = (Calendar) calendar;
    date.setTimeInMillis(slow(x) & 0xffffffffffL);
    return date.get(Calendar.YEAR);
  }

  record Label(CharSequence text, long number) {}

  @Function
  static Label label(CharSequence text, long x) {
    return new Label(text, x);
  }

  @Function
  static long appended(Label label, long x) {
    slow(x);
    if (label.text() instanceof StringBuilder text) {
      text.append('.');
    }
    return label.text().length();
  }

  /** A number of the program that counts. */
  static final class Counting extends BigDecimal {
    private static final long serialVersionUID = 1;
    int asked;

    Counting() {
      super(7);
    }

    @Override
    public long longValue() {
      return ++asked;
    }
  }

  record Priced(BigDecimal price, String name) {}

  @Function
  static Priced priced(Priced given, long x) {
    return given;
  }

  @Function
  static long priceOf(Priced priced, long x) {
    slow(x);
    return priced.price().longValue();
  }

  enum Rate {
    LOW(new Counting());

    final BigDecimal rate;

    Rate(BigDecimal rate) {
      this.rate = rate;
    }
  }

  @Function
  static long rateOf(Rate rate, long x) {
    slow(x);
    return rate.rate.longValue();
  }

  record Due(ChronoLocalDate date) {}

  @Function
  static String dueOf(Due due, long x) {
    return due.date() + " " + slow(x);
  }

  // --- values that two functions share

  @Function
  static long put(Map<Long, Long> map, long x) {
    return map.merge(x % 5, slow(x), Long::sum);
  }

  @Function
  static long sumOf(Map<Long, Long> map, long x) {
    long sum = slow(x);
    for (long value : map.values()) {
      sum += value;
    }
    return sum;
  }

  @Function
  static long total(Iterable<Long> values, long x) {
    long sum = slow(x);
    for (long value : values) {
      sum += value;
    }
    return sum;
  }

  @Function
  static boolean push(List<Long> list, long x) {
    slow(x);
    return list.size() < 400 ? list.add(x) : list.remove(0) == x;
  }

  @Function
  static long set(List<Long> list, long x) {
    return list.set((int) (x % list.size()), slow(x));
  }

  @Function
  static long setIn(long[] array, long x) {
    array[(int) (x % array.length)] = slow(x);
    return array[0];
  }

  @Function
  static Long setOf(Long[] array, long x) {
    array[(int) (x % array.length)] = slow(x);
    return array[0];
  }

  @Function
  static long longAt(ByteBuffer buffer, long x) {
    return slow(x) + buffer.getLong(0);
  }

  @Function
  static long setByte(byte[] bytes, long x) {
    return bytes[(int) (x % 8)] = (byte) slow(x);
  }

  @Function
  static long next(Iterator<Long> numbers, long x) {
    slow(x);
    return numbers.next();
  }

  @Function
  static long after(Iterator<Long> numbers, long x) {
    slow(2 * x);
    return numbers.next();
  }

  @Function
  static String used(Map<Long, String> map, long x) {
    slow(x);
    return map.get(x % 10);
  }

  @Function
  static String usedAgain(Map<Long, String> map, long x) {
    slow(x + 1);
    return map.get((x * 7 + 3) % 10);
  }

  @Function
  static String first(Map<Long, String> map, long x) {
    slow(x + 1);
    return map.values().iterator().next();
  }

  @Function
  static int year(Calendar calendar, long x) {
    slow(x);
    return calendar.get(Calendar.YEAR);
  }

  @Function
  static long add(AtomicReference<List<Long>> list, long x) {
    slow(x);
    list.get().add(x);
    return list.get().size();
  }

  @Function
  static long addTwice(AtomicReference<List<Long>> list, long x) {
    slow(x + 1);
    list.get().add(-x);
    return list.get().size();
  }

  @Function
  static long applied(LongUnaryOperator function, long x) {
    slow(x);
    return function.applyAsLong(x);
  }

  @Function
  static long alsoApplied(LongUnaryOperator function, long x) {
    slow(x + 1);
    return function.applyAsLong(x);
  }

  @Function
  static long got(Supplier<Long> supplier, long x) {
    slow(x);
    return supplier.get();
  }

  /** A list of the program that notes what it is asked for. */
  static final class Noting extends ArrayList<Long> {
    private static final long serialVersionUID = 1;
    private long asked;

    @Override
    public Long get(int index) {
      return ++asked;
    }
  }

  @Function
  static long item(List<Long> list, long x) {
    slow(x);
    return list.get(0);
  }

  @Function
  static long anotherItem(List<Long> list, long x) {
    slow(x + 1);
    return list.get(0);
  }

  /** Text of the program that counts how often it is read. */
  static final class Read implements CharSequence {
    private int reads;

    @Override
    public int length() {
      return ++reads;
    }

    @Override
    public char charAt(int index) {
      return '.';
    }

    @Override
    public CharSequence subSequence(int start, int end) {
      return this;
    }
  }

  @Function
  static int length(CharSequence text, long x) {
    slow(x);
    return text.length();
  }

  @Function
  static int otherLength(CharSequence text, long x) {
    slow(x + 1);
    return text.length();
  }

  /** A number whose comparison changes it. */
  static final class Compared implements Comparable<Object> {
    private int compared;

    @Override
    public int compareTo(Object other) {
      return ++compared;
    }
  }

  @Function
  static int compare(Comparable<Object> a, long x) {
    slow(x);
    return a.compareTo(x);
  }

  @Function
  static int compareAgain(Comparable<Object> a, long x) {
    slow(x + 1);
    return a.compareTo(x);
  }

  // --- values of one packet

  @Function
  static List<Long> listOf(long x) {
    List<Long> list = new ArrayList<>();
    for (long i = 0; i < 20; i++) {
      list.add(i * x);
    }
    return list;
  }

  @Function
  static List<Long> itself(List<Long> list) {
    return list;
  }

  @Function
  static List<Long> part(List<Long> list) {
    return list.subList(0, 10);
  }

  @Function
  static List<Long> view(List<Long> list) {
    return Collections.unmodifiableList(list);
  }

  @Function
  static long addTo(List<Long> list, long x) {
    slow(x);
    list.set(0, list.get(0) + 1);
    return list.get(0);
  }

  @Function
  static long addedTo(List<Long> list, long x) {
    slow(x + 1);
    list.set(0, 3 * list.get(0));
    return list.get(0);
  }

  @Function
  static long sum(List<Long> list, long x) {
    long sum = slow(x);
    for (long value : list) {
      sum = 31 * sum + value;
    }
    return sum;
  }

  @Function
  static Map<Long, String> recentlyUsed(long x) {
    Map<Long, String> map = new LinkedHashMap<>(16, 0.75f, true);
    for (long i = 0; i < 10; i++) {
      map.put(i, "v" + i);
    }
    return map;
  }

  @Function
  static String joined(Object... values) {
    return List.of(values).toString();
  }

  // --- state

  /** State that other classes of the program use as well. */
  static final class Shared {
    static final AtomicLong NEXT = new AtomicLong();
    static final Map<Long, Long> SEEN = new HashMap<>();

    private Shared() {}
  }

  @Function
  static long nextId(long x) {
    slow(x);
    return Shared.NEXT.incrementAndGet();
  }

  @Function
  static long seen(long x) {
    slow(x);
    return Shared.SEEN.merge(x % 7, 1L, Long::sum);
  }

  @Function
  static long seenToo(long x) {
    slow(x + 1);
    return Shared.SEEN.merge(x % 7, 10L, Long::sum);
  }

  /** What several classes of functions have in common. */
  static class Base {
    private final Map<Long, Long> counts = new HashMap<>();

    @Function
    long countIn(long x) {
      return counts.merge(x % 3, slow(x), Long::sum);
    }
  }

  static final class Derived extends Base {
    private long last;

    @Function
    long changeOf(long x) {
      long before = last;
      last = slow(x);
      return last - before;
    }
  }

  @Function
  static List<List<Long>> table(long x) {
    return new ArrayList<>(List.of(new ArrayList<>(List.of(x))));
  }

  @Function
  static List<Long> rowIn(List<List<Long>> table) {
    return table.get(0);
  }

  /** Puts a list into its argument and into its state. */
  static final class Putting {
    private List<Long> before = List.of();

    @Function
    long putIn(List<List<Long>> table, long x) {
      List<Long> row = new ArrayList<>(List.of(slow(x)));
      long sum = Before.sumOfAll(before);
      table.set(0, row);
      before = row;
      return sum;
    }
  }

  /** Keeps what it gets, and gives it to the next packet. */
  static final class Before {
    private List<Long> before = List.of();

    @Function
    long lengthBefore(List<Long> list) {
      long length = sumOfAll(before);
      before = list;
      return length;
    }

    private static long sumOfAll(List<Long> list) {
      long sum = 0;
      for (long one : list) {
        sum += one;
      }
      return sum;
    }
  }

  // --- sources

  /** Fills a buffer of the program again for each packet. */
  static final class Filling {
    private long next;

    @Function(source = true)
    Object fill(StringBuilder text, long count) {
      if (next == count) {
        return Flow.END;
      }
      text.setLength(0);
      text.append(next++);
      return text;
    }
  }

  @Function
  static String read(StringBuilder text) {
    long x = Long.parseLong(text.toString());
    slow(x);
    return text.toString();
  }

  /** Draws from a queue of the program. */
  static final class Drawing {
    @Function(source = true)
    Object draw(Queue<Long> queue) {
      Long one = queue.poll();
      return one == null ? Flow.END : one;
    }
  }

  static final class DrawingToo {
    @Function(source = true)
    Object drawToo(Queue<Long> queue) {
      Long one = queue.poll();
      return one == null ? Flow.END : one;
    }
  }

  @Function
  static long back(Queue<Long> queue, long x) {
    slow(x);
    if (x > 0 && x % 2 == 0) {
      queue.add(x / 2);
    }
    return queue.size();
  }

  // --- asynchronous functions, failures

  @Function(async = true)
  static CompletionStage<Long> later(List<Long> list, long x) {
    return CompletableFuture.supplyAsync(() -> {
      slow(x);
      list.set(0, list.get(0) + x);
      return list.get(0);
    });
  }

  @Function
  static long fails(long x) {
    slow(x);
    if (x % 10 == 9) {
      throw new IllegalStateException("no " + x);
    }
    return x;
  }

  @Function
  static long changesAndFails(List<Long> list, long x) {
    slow(x);
    list.add(x);
    if (x % 10 == 9) {
      throw new IllegalStateException("no " + x);
    }
    return list.size();
  }

  @Function
  static int lengthOf(@ReadOnly List<Long> list, long x) {
    slow(x);
    return list.size();
  }

  @Function
  static long plain(long x) {
    return slow(x);
  }

  static Queue<Long> queue(long count) {
    Queue<Long> queue = new ArrayDeque<>();
    for (long i = 0; i < count; i++) {
      queue.add(i);
    }
    return queue;
  }
}
