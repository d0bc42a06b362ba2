package dev.hocket.flow;

import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.hocket.flow.settings.Results;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Calendar;
import java.util.Collections;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongUnaryOperator;
import java.util.regex.Pattern;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.Arguments;

/** Tests programs whose functions share values of the surroundings. */
class HostileTest extends HostilePrograms {
  static Stream<Arguments> programs() {
    return Stream.of(
        arguments("date format", object(HostileTest::format, Object.class, "dated")),
        arguments(
            "matcher",
            object(() -> Pattern.compile("[0-9-]+").matcher(""), Object.class, "matched")),
        arguments("buffer", object(() -> ByteBuffer.allocate(8), Object.class, "buffered")),
        arguments("counter", object(AtomicLong::new, Object.class, "counted")),
        arguments("counting number", object(AtomicLong::new, Number.class, "numbered")),
        arguments("random", object(() -> new Random(1), Object.class, "thrown")),
        arguments("calendar", object(HostileTest::calendar, Object.class, "year-of")),
        arguments(
            "elements: date format", elementsWith(HostileTest::format, Object.class, "dated")),
        arguments(
            "elements: matcher",
            elementsWith(() -> Pattern.compile("[0-9-]+").matcher(""), Object.class, "matched")),
        arguments(
            "elements: buffer",
            elementsWith(() -> ByteBuffer.allocate(8), Object.class, "buffered")),
        arguments("elements: number", elementsWith(AtomicLong::new, Number.class, "numbered")),
        arguments(
            "elements: price",
            elementsWith(
                () -> new Hostile.Priced(new Hostile.Counting(), "n"),
                Hostile.Priced.class,
                "price-of")),
        arguments(
            "elements: label",
            elementsWith(
                () -> new Hostile.Label(new StringBuilder(), 1), Hostile.Label.class, "appended")),
        arguments(
            "price",
            object(
                () -> new Hostile.Priced(new Hostile.Counting(), "n"),
                Hostile.Priced.class,
                "price-of")),
        arguments(
            "a price by two",
            two(
                () -> new Hostile.Priced(new Hostile.Counting(), "n"),
                Hostile.Priced.class,
                "price-of",
                "price-of")),
        arguments(
            "price of a packet",
            with(
                () -> new Hostile.Priced(new Hostile.Counting(), "n"),
                Hostile.Priced.class,
                v -> "",
                (f, p, x) -> f.call("price-of", f.call("priced", p, x), x))),
        arguments(
            "enum",
            (Program)
                way -> {
                  return way.apply(
                      Flow.define(
                              "e",
                              LIBRARY,
                              f ->
                                  f.call(
                                      "rate-of",
                                      f.environment("r", Hostile.Rate.class, Hostile.Rate.LOW),
                                      f.call("numbers", PACKETS)))
                          .result(Results.ALL));
                }),
        arguments(
            "label",
            object(
                () -> new Hostile.Label(new StringBuilder(), 1), Hostile.Label.class, "appended")),
        arguments(
            "label of a packet",
            with(
                StringBuilder::new,
                CharSequence.class,
                Object::toString,
                (f, t, x) -> f.call("appended", f.call("label", t, x), x))),
        arguments("map", two(HashMap::new, Map.class, "put", "sum-of")),
        arguments(
            "synchronized map",
            two(() -> Collections.synchronizedMap(new HashMap<>()), Map.class, "put", "sum-of")),
        arguments("list", two(() -> longs(9), List.class, "push", "set")),
        arguments(
            "a read-only view",
            views(
                () -> {
                  Map<Long, Long> m = new HashMap<>();
                  return new Object[] {m, Collections.unmodifiableMap(m)};
                },
                Map.class,
                Map.class,
                "put",
                "sum-of")),
        arguments(
            "values of a map",
            views(
                () -> {
                  Map<Long, Long> m = new HashMap<>();
                  return new Object[] {m, m.values()};
                },
                Map.class,
                Iterable.class,
                "put",
                "total")),
        arguments(
            "an unmodifiable list",
            views(
                () -> {
                  List<Long> l = longs(9);
                  return new Object[] {l, Collections.unmodifiableList(l)};
                },
                List.class,
                Iterable.class,
                "set",
                "total")),
        arguments(
            "a part of a list",
            views(
                () -> {
                  List<Long> l = longs(9);
                  return new Object[] {l, l.subList(0, 5)};
                },
                List.class,
                Iterable.class,
                "set",
                "total")),
        arguments(
            "a list of an array",
            views(
                () -> {
                  Long[] a = longs(9).toArray(new Long[0]);
                  return new Object[] {a, Arrays.asList(a)};
                },
                Long[].class,
                Iterable.class,
                "set-of",
                "total")),
        arguments(
            "a buffer of an array",
            views(
                () -> {
                  byte[] b = new byte[8];
                  return new Object[] {b, ByteBuffer.wrap(b)};
                },
                byte[].class,
                ByteBuffer.class,
                "set-byte",
                "long-at")),
        arguments(
            "an iterator",
            two(
                () -> LongStream.iterate(0, n -> n + 1).iterator(),
                Iterator.class,
                "next",
                "after")),
        arguments(
            "an iterator and its list",
            views(
                () -> {
                  List<Long> l = longs(2 * PACKETS);
                  return new Object[] {l, l.iterator()};
                },
                List.class,
                Iterator.class,
                "set",
                "next")),
        arguments(
            "a map of the last use",
            two(() -> Hostile.recentlyUsed(1), Map.class, "used", "first")),
        arguments(
            "a map of the last use, twice",
            two(() -> Hostile.recentlyUsed(1), Map.class, "used", "used-again")),
        arguments("a calendar by two", two(HostileTest::calendar, Calendar.class, "year", "year")),
        arguments(
            "a reference",
            two(
                () -> new AtomicReference<>(new ArrayList<Long>()),
                AtomicReference.class,
                "add",
                "add-twice")),
        arguments("a lambda that counts", lambda("applied", "also-applied")),
        arguments("a lambda that counts, once", lambdaOnce()),
        arguments(
            "a lambda and its list",
            (Program)
                way -> {
                  List<Long> list = longs(9);
                  LongUnaryOperator operator = n -> list.set((int) (n % 9), n + list.get(0));
                  return List.of(
                      way.apply(
                          stream((f, x) ->
                              f.call(
                                  "joined",
                                  f.call(
                                      "applied",
                                      f.environment("op", LongUnaryOperator.class, operator),
                                      x),
                                  f.call(
                                      "total", f.environment("list", Iterable.class, list), x)))),
                      list);
                }),
        arguments(
            "a list of the program",
            two(
                () -> {
                  Hostile.Noting l = new Hostile.Noting();
                  l.add(1L);
                  return l;
                },
                List.class,
                "item",
                "another-item")),
        arguments(
            "a list of the program in a view",
            two(
                () -> {
                  Hostile.Noting l = new Hostile.Noting();
                  l.add(1L);
                  return Collections.unmodifiableList(l);
                },
                List.class,
                "item",
                "another-item")),
        arguments(
            "text of the program",
            two(Hostile.Read::new, CharSequence.class, "length", "other-length")),
        arguments(
            "a comparison",
            two(Hostile.Compared::new, Comparable.class, "compare", "compare-again")));
  }
}
