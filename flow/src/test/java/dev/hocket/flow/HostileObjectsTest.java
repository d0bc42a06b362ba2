package dev.hocket.flow;

import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.CharArrayReader;
import java.io.PrintStream;
import java.io.Reader;
import java.lang.ref.WeakReference;
import java.nio.CharBuffer;
import java.text.SimpleDateFormat;
import java.util.Calendar;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.Scanner;
import java.util.Set;
import java.util.TimeZone;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Function;
import java.util.function.LongUnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.Arguments;

/** Tests programs with objects of the JDK that lead to values of the program, or to none. */
class HostileObjectsTest extends HostilePrograms {
  /** One function changes a list; another gets an object that leads to it. */
  private static Program holder(Function<List<Long>, Object> made, Class<?> type, String function) {
    return views(
        () -> {
          List<Long> list = longs(9);
          return new Object[] {list, made.apply(list)};
        },
        List.class,
        type,
        "set",
        function);
  }

  private static Object[] chars(Function<char[], Object> made) {
    char[] chars = "a1b2c3d4".repeat(400).toCharArray();
    return new Object[] {chars, made.apply(chars)};
  }

  static Stream<Arguments> programs() {
    return Stream.concat(sharing(), apart());
  }

  private static Stream<Arguments> sharing() {
    return Stream.of(
        arguments(
            "a stream of an array",
            views(
                () -> {
                  byte[] bytes = new byte[8];
                  return new Object[] {bytes, new ByteArrayInputStream(bytes)};
                },
                byte[].class,
                ByteArrayInputStream.class,
                "set-byte",
                "read-byte")),
        arguments(
            "a matcher of a text",
            views(
                () -> {
                  StringBuilder text = new StringBuilder("aaaaaaaaaaaaaaaa");
                  return new Object[] {text, Pattern.compile("[0-9]+").matcher(text)};
                },
                StringBuilder.class,
                Matcher.class,
                "char-in",
                "found-in")),
        arguments(
            "a scanner of characters",
            views(
                () -> chars(chars -> new Scanner(CharBuffer.wrap(chars))),
                char[].class,
                Scanner.class,
                "set-char",
                "scanned")),
        arguments(
            "a reader of characters",
            views(
                () -> chars(CharArrayReader::new),
                char[].class,
                Reader.class,
                "set-char",
                "read-char")),
        arguments(
            "an array of references",
            holder(
                list -> new AtomicReferenceArray<>(new Object[] {list}),
                AtomicReferenceArray.class,
                "sum-of-array")),
        arguments("an optional list", holder(Optional::of, Optional.class, "sum-of-optional")),
        arguments(
            "a future list",
            holder(CompletableFuture::completedFuture, Future.class, "sum-of-future")),
        arguments("a task", holder(l -> new FutureTask<>(() -> l), Future.class, "sum-of-future")),
        arguments(
            "a weak reference",
            holder(WeakReference::new, java.lang.ref.Reference.class, "sum-of-reference")),
        arguments(
            "a callable",
            holder(l -> Executors.callable(() -> {}, l), Callable.class, "sum-of-call")),
        arguments(
            "a function of two",
            holder(
                l -> {
                  LongUnaryOperator next = n -> l.get((int) (n % 9));
                  return LongUnaryOperator.identity().andThen(next);
                },
                LongUnaryOperator.class,
                "operated")),
        arguments(
            "an order by a list",
            holder(
                l -> Comparator.comparing((Long n) -> l.get((int) (n % 9))),
                Comparator.class,
                "ordered")),
        arguments(
            "a part of a set",
            views(
                () -> {
                  NavigableSet<Long> set = new TreeSet<>();
                  return new Object[] {set, set.headSet(20L, false)};
                },
                Set.class,
                NavigableSet.class,
                "add-element",
                "sum-of-set")),
        arguments(
            "a set from its end",
            views(
                () -> {
                  NavigableSet<Long> set = new TreeSet<>();
                  return new Object[] {set, set.descendingSet()};
                },
                Set.class,
                NavigableSet.class,
                "add-element",
                "sum-of-set")),
        arguments(
            "an entry of a map",
            views(
                () -> {
                  Map<Long, Long> map = new HashMap<>(Map.of(1L, 1L));
                  return new Object[] {map, map.entrySet().iterator().next()};
                },
                Map.class,
                Map.Entry.class,
                "sum-of",
                "set-entry")),
        arguments(
            "a stream to bytes",
            views(
                () -> {
                  ByteArrayOutputStream bytes = new ByteArrayOutputStream();
                  return new Object[] {new PrintStream(bytes, true), bytes};
                },
                PrintStream.class,
                ByteArrayOutputStream.class,
                "print",
                "printed")),
        arguments(
            "a format with a calendar",
            views(
                () -> {
                  SimpleDateFormat format = new SimpleDateFormat("yyyy-MM-dd");
                  Calendar calendar = Calendar.getInstance(TimeZone.getTimeZone("UTC"));
                  format.setCalendar(calendar);
                  return new Object[] {format, calendar};
                },
                Object.class,
                Object.class,
                "dated",
                "year-of")),
        arguments("a cache", two(HostileObjectsTest::cache, Map.class, "used", "used-again")),
        arguments(
            "a map whose comparator counts",
            (Program)
                way -> {
                  long[] compared = new long[1];
                  Map<Long, String> map =
                      new TreeMap<>((a, b) -> {
                        compared[0]++;
                        return Long.compare(a, b);
                      });
                  for (long i = 0; i < 10; i++) {
                    map.put(i, "v" + i);
                  }
                  return List.of(
                      two(() -> map, Map.class, "used", "used-again").run(way), compared[0]);
                }));
  }

  private static Map<Long, String> cache() {
    Map<Long, String> cache = new HostileObjects.Cache();
    for (long i = 0; i < 10; i++) {
      cache.put(i, "v" + i);
    }
    return cache;
  }

  /** Two functions with two values that have nothing in common. */
  private static Program apart(Object one, Class<?> type, String function) {
    return views(() -> new Object[] {longs(9), one}, List.class, type, "set", function);
  }

  private static Stream<Arguments> apart() {
    Queue<Long> queue = new PriorityQueue<>(Comparator.reverseOrder());
    queue.addAll(longs(9));
    Map<TimeUnit, Long> byUnit = new EnumMap<>(TimeUnit.class);
    return Stream.of(
        arguments("apart: a map that fills itself", apart(new Filled(), Map.class, "sum-of")),
        arguments("apart: a queue in order", apart(queue, Iterable.class, "total")),
        arguments("apart: a sorted set", apart(new TreeSet<>(longs(9)), Iterable.class, "total")),
        arguments("apart: units", apart(EnumSet.of(TimeUnit.DAYS), Object.class, "shown")),
        arguments("apart: a map of units", apart(byUnit, Object.class, "shown")),
        arguments(
            "apart: an order",
            apart(Comparator.comparing((Long n) -> n % 7), Comparator.class, "ordered")),
        arguments("apart: a cache", apart(cache(), Map.class, "used")),
        arguments(
            "apart: a table",
            two(HostileObjects.Table::new, HostileObjects.Table.class, "find", "find-again")));
  }

  /** A map that is a subclass, as in {@code new HashMap<>() {{ … }}}. */
  private static final class Filled extends HashMap<Long, Long> {
    private static final long serialVersionUID = 1;

    {
      put(1L, 2L);
    }
  }
}
