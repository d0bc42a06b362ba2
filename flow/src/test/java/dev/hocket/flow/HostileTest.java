package dev.hocket.flow;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.hocket.flow.Definition.Value;
import dev.hocket.flow.functions.Library;
import dev.hocket.flow.settings.Results;
import java.nio.ByteBuffer;
import java.text.SimpleDateFormat;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Calendar;
import java.util.Collections;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.TimeZone;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.function.LongUnaryOperator;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests that programs whose functions know nothing of sections run as without them. */
@Timeout(value = 10, unit = TimeUnit.MINUTES)
class HostileTest {
  private static final long PACKETS = 1_500;

  private static final Library LIBRARY =
      Functions.library()
          .and(Library.of(Hostile.class, Hostile.Derived.class, ChunksTest.Elements.class));

  /** A program, which runs its flow in one of several ways. */
  private interface Program {
    Object run(Function<Flow, Object> way);
  }

  private interface Body {
    Object of(Definition f, Value x);
  }

  private static Flow stream(Body body) {
    return Flow.define("hostile", LIBRARY, f -> body.of(f, f.call("numbers", PACKETS)))
        .result(Results.ALL);
  }

  /** A flow, and what is in a value of the program afterwards. */
  private static <T> Program with(
      Supplier<? extends T> maker, Class<?> type, Function<T, Object> shown, On on) {
    return way -> {
      T value = maker.get();
      return List.of(
          way.apply(stream((f, x) -> on.of(f, f.environment("value", type, value), x))),
          shown.apply(value));
    };
  }

  private interface On {
    Object of(Definition f, Value value, Value x);
  }

  /** One function gets a value of the program as an object. */
  private static Program object(Supplier<?> maker, Class<?> type, String function) {
    return with(maker::get, type, v -> "", (f, value, x) -> f.call(function, value, x));
  }

  /** Two functions get a value of the program. */
  private static <T> Program two(Supplier<T> maker, Class<?> type, String one, String other) {
    return with(
        maker,
        type,
        value -> value instanceof Iterable || value instanceof Map ? value : "",
        (f, value, x) -> f.call("joined", f.call(one, value, x), f.call(other, value, x)));
  }

  /** Two functions get two values of the program that lead to one object. */
  private static Program views(
      Supplier<Object[]> makers, Class<?> type, Class<?> of, String one, String other) {
    return way -> {
      Object[] values = makers.get();
      return List.of(
          way.apply(
              stream((f, x) ->
                  f.call(
                      "joined",
                      f.call(one, f.environment("one", type, values[0]), x),
                      f.call(other, f.environment("other", of, values[1]), x)))));
    };
  }

  private static List<Long> longs(long count) {
    List<Long> list = new ArrayList<>();
    LongStream.range(0, count).forEach(list::add);
    return list;
  }

  private static SimpleDateFormat format() {
    SimpleDateFormat format = new SimpleDateFormat("yyyy-MM-dd");
    format.setTimeZone(TimeZone.getTimeZone("UTC"));
    return format;
  }

  private static Calendar calendar() {
    Calendar calendar = Calendar.getInstance();
    calendar.clear();
    return calendar;
  }

  private static Program packets(Body body) {
    return way -> way.apply(stream(body));
  }

  private static Program elements(Body body) {
    return way ->
        way.apply(
            Flow.define(
                "elements", LIBRARY, f -> f.map(f.call("first", PACKETS), x -> body.of(f, x))));
  }

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
            two(Hostile.Compared::new, Comparable.class, "compare", "compare-again")),
        arguments(
            "constants",
            (Program)
                way -> {
                  List<Long> list = longs(9);
                  return List.of(
                      way.apply(
                          stream((f, x) ->
                              f.call("joined", f.call("set", list, x), f.call("push", list, x)))),
                      list);
                }),
        arguments(
            "a constant in a branch",
            (Program)
                way -> {
                  List<Long> list = longs(9);
                  return List.of(
                      way.apply(
                          stream((f, x) ->
                              f.when(
                                  f.call("even", x),
                                  () -> f.call("set", list, x),
                                  () -> f.call("sum", list, x)))),
                      list);
                }),
        arguments(
            "a constant and a value",
            (Program)
                way -> {
                  List<Long> list = longs(9);
                  return List.of(
                      way.apply(
                          stream((f, x) ->
                              f.call(
                                  "joined",
                                  f.call("set", list, x),
                                  f.call("sum", f.environment("l", List.class, list), x)))),
                      list);
                }),
        arguments("constants of elements", elements((f, x) -> f.call("sum", longs(3), x))),
        arguments(
            "a constant of elements",
            (Program)
                way -> {
                  StringBuilder text = new StringBuilder();
                  Hostile.Label label = new Hostile.Label(text, 1);
                  return List.of(
                      way.apply(
                          Flow.define(
                              "e",
                              LIBRARY,
                              f ->
                                  f.map(
                                      f.call("first", PACKETS),
                                      x -> f.call("appended", label, x)))),
                      text.toString());
                }),
        arguments(
            "a packet's list",
            packets((f, x) -> {
              Value l = f.call("list-of", x);
              return f.call(
                  "joined", f.call("add-to", l, x), f.call("added-to", l, x), f.call("sum", l, x));
            })),
        arguments(
            "one list by two names",
            packets((f, x) -> {
              Value l = f.call("list-of", x);
              Value s = f.call("same", l);
              return f.call("joined", f.call("add-to", l, x), f.call("added-to", s, x));
            })),
        arguments(
            "a part of a list of a packet",
            packets((f, x) -> {
              Value l = f.call("list-of", x);
              Value s = f.call("part", l);
              return f.call(
                  "joined", f.call("add-to", l, x), f.call("added-to", s, x), f.call("sum", s, x));
            })),
        arguments(
            "a view of a list of a packet",
            packets((f, x) -> {
              Value l = f.call("list-of", x);
              Value s = f.call("view", l);
              return f.call("joined", f.call("add-to", l, x), f.call("sum", s, x));
            })),
        arguments(
            "a packet's map of the last use",
            packets((f, x) -> {
              Value m = f.call("recently-used", x);
              return f.call("joined", f.call("used", m, x), f.call("first", m, x));
            })),
        arguments(
            "a global number",
            (Program)
                way -> {
                  Hostile.Shared.NEXT.set(0);
                  return way.apply(stream((f, x) -> f.call("next-id", x)));
                }),
        arguments(
            "a global number of elements",
            (Program)
                way -> {
                  Hostile.Shared.NEXT.set(0);
                  return elements((f, x) -> f.call("next-id", x)).run(way);
                }),
        arguments(
            "a global map",
            (Program)
                way -> {
                  Hostile.Shared.SEEN.clear();
                  return way.apply(
                      stream((f, x) -> f.call("joined", f.call("seen", x), f.call("seen-too", x))));
                }),
        arguments(
            "a global map of elements",
            (Program)
                way -> {
                  Hostile.Shared.SEEN.clear();
                  return elements((f, x) -> f.call("seen", x)).run(way);
                }),
        arguments(
            "inherited state",
            packets(
                (f, x) -> f.call("joined", f.call("Derived/count-in", x), f.call("change-of", x)))),
        arguments(
            "keeps its argument",
            packets((f, x) -> {
              Value l = f.call("list-of", x);
              return f.call(
                  "joined",
                  f.call("length-before", l),
                  f.call("add-to", l, x),
                  f.call("added-to", l, x));
            })),
        arguments(
            "a source with a buffer",
            (Program)
                way ->
                    way.apply(
                        Flow.define(
                                "s",
                                LIBRARY,
                                f ->
                                    f.call(
                                        "read",
                                        f.call(
                                            "fill",
                                            f.environment(
                                                "text", StringBuilder.class, new StringBuilder()),
                                            PACKETS)))
                            .result(Results.ALL))),
        arguments(
            "two sources with one queue",
            (Program)
                way -> {
                  Queue<Long> queue = Hostile.queue(PACKETS);
                  return way.apply(
                      Flow.define(
                              "q",
                              LIBRARY,
                              f -> {
                                Value q = f.environment("queue", Queue.class, queue);
                                return f.call("joined", f.call("draw", q), f.call("draw-too", q));
                              })
                          .result(Results.ALL));
                }),
        arguments(
            "two sources with two queues",
            (Program)
                way ->
                    way.apply(
                        Flow.define(
                                "q",
                                LIBRARY,
                                f ->
                                    f.call(
                                        "joined",
                                        f.call(
                                            "draw",
                                            f.environment("q1", Queue.class, Hostile.queue(500))),
                                        f.call(
                                            "draw-too",
                                            f.environment("q2", Queue.class, Hostile.queue(700)))))
                            .result(Results.ALL))),
        arguments(
            "two sources, one with a shared value",
            (Program)
                way -> {
                  Queue<Long> queue = Hostile.queue(500);
                  return way.apply(
                      Flow.define(
                              "q",
                              LIBRARY,
                              f -> {
                                Value q = f.environment("q1", Queue.class, queue);
                                Value x = f.call("draw", q);
                                return f.call(
                                    "joined",
                                    x,
                                    f.call("back", q, x),
                                    f.call(
                                        "draw-too",
                                        f.environment("q2", Queue.class, Hostile.queue(700))));
                              })
                          .result(Results.ALL));
                }),
        arguments(
            "two sources with shared values",
            (Program)
                way -> {
                  Queue<Long> queue = Hostile.queue(500);
                  Queue<Long> other = Hostile.queue(600);
                  return way.apply(
                      Flow.define(
                              "q",
                              LIBRARY,
                              f -> {
                                Value q = f.environment("q1", Queue.class, queue);
                                Value p = f.environment("q2", Queue.class, other);
                                Value x = f.call("draw", q);
                                Value y = f.call("draw-too", p);
                                return f.call(
                                    "joined", x, f.call("back", q, x), y, f.call("back", p, y));
                              })
                          .result(Results.ALL));
                }),
        arguments(
            "a queue that gets more",
            (Program)
                way -> {
                  Queue<Long> queue = Hostile.queue(500);
                  return way.apply(
                      Flow.define(
                              "q",
                              LIBRARY,
                              f -> {
                                Value q = f.environment("q1", Queue.class, queue);
                                Value x = f.call("draw", q);
                                return f.call("joined", x, f.call("back", q, x));
                              })
                          .result(Results.ALL));
                }),
        arguments(
            "an asynchronous function",
            (Program)
                way -> {
                  List<Long> list = longs(9);
                  return List.of(
                      way.apply(
                          stream((f, x) ->
                              f.call(
                                  "joined",
                                  f.call("later", f.environment("l", List.class, list), x),
                                  f.call("sum", f.environment("m", List.class, list), x)))),
                      list);
                }),
        arguments(
            "an asynchronous function of elements",
            (Program)
                way -> {
                  List<Long> list = longs(9);
                  return List.of(
                      elements((f, x) ->
                              f.call("joined", f.call("later", list, x), f.call("sum", list, x)))
                          .run(way),
                      list);
                }),
        arguments(
            "a failure",
            (Program)
                way -> {
                  List<Long> list = longs(0);
                  return List.of(
                      way.apply(
                          stream((f, x) ->
                              f.call("joined", f.call("fails", x), f.call("push", list, x)))),
                      list);
                }),
        arguments(
            "a failure after a change",
            (Program)
                way -> {
                  List<Long> list = longs(0);
                  String seen;
                  try {
                    seen =
                        String.valueOf(
                            way.apply(
                                stream((f, x) ->
                                    f.call(
                                        "joined",
                                        f.call("size", f.environment("l", List.class, list), x),
                                        f.call(
                                            "changes-and-fails",
                                            f.environment("m", List.class, list),
                                            x)))));
                  } catch (IllegalStateException e) {
                    seen = e.getMessage();
                  }
                  return List.of(seen, list);
                }),
        arguments(
            "copies",
            (Program)
                way -> {
                  List<Long> list = longs(9);
                  return List.of(
                      way.apply(
                          stream((f, x) ->
                              f.balance(
                                  3,
                                  x,
                                  c -> f.call("set", f.environment("l", List.class, list), c)))),
                      list);
                }),
        arguments(
            "copies of a constant",
            (Program)
                way -> {
                  List<Long> list = longs(9);
                  return List.of(
                      way.apply(stream((f, x) -> f.balance(3, x, c -> f.call("set", list, c)))),
                      list);
                }),
        arguments(
            "copies by key",
            (Program)
                way -> {
                  List<Long> list = longs(9);
                  return List.of(
                      way.apply(
                          stream((f, x) ->
                              f.byKey(
                                  3,
                                  x,
                                  c -> f.call("small", c),
                                  c ->
                                      f.call(
                                          "joined", f.call("set", list, c), f.call("count", c))))),
                      list);
                }));
  }

  private static Program elementsWith(Supplier<?> maker, Class<?> type, String function) {
    return way -> {
      Object value = maker.get();
      return way.apply(
          Flow.define(
              "elements",
              LIBRARY,
              f ->
                  f.map(
                      f.call("first", PACKETS),
                      x -> f.call(function, f.environment("v", type, value), x))));
    };
  }

  private static Program lambda(String one, String other) {
    return way -> {
      long[] total = new long[1];
      LongUnaryOperator counts = x -> total[0] += x;
      return List.of(
          way.apply(
              stream((f, x) -> {
                Value op = f.environment("op", LongUnaryOperator.class, counts);
                return f.call("joined", f.call(one, op, x), f.call(other, op, x));
              })),
          total[0]);
    };
  }

  private static Program lambdaOnce() {
    return way -> {
      long[] total = new long[1];
      LongUnaryOperator counts = x -> total[0] += x;
      return List.of(
          way.apply(
              stream((f, x) ->
                  f.call(
                      "joined", f.call("applied", counts, x), f.call("also-applied", counts, x)))),
          total[0]);
    };
  }

  private static String outcome(Program program, Function<Flow, Object> way) {
    try {
      return String.valueOf(program.run(way));
    } catch (RuntimeException e) {
      return e.getClass().getName() + ": " + e.getMessage();
    }
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource
  void programs(String name, Program program) {
    Reset.all();
    String expected = outcome(program, Flow::interpret);
    for (Pressure pressure : Pressure.values()) {
      for (int i = 0; i < 2; i++) {
        Reset.all();
        assertEquals(
            shortened(expected), shortened(outcome(program, pressure::run)), pressure + "");
      }
    }
  }

  private static String shortened(String text) {
    return text.length() < 300
        ? text
        : text.hashCode() + ": " + text.substring(text.length() - 200);
  }

  private static final class Reset {
    static void all() {
      Hostile.Shared.NEXT.set(0);
      Hostile.Shared.SEEN.clear();
      ((Hostile.Counting) Hostile.Rate.LOW.rate).asked = 0;
    }
  }
}
