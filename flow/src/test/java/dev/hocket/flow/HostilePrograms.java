package dev.hocket.flow;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.hocket.flow.Definition.Value;
import dev.hocket.flow.functions.Library;
import dev.hocket.flow.settings.Results;
import dev.hocket.flow.windows.CountWindow;
import java.text.SimpleDateFormat;
import java.util.ArrayList;
import java.util.Calendar;
import java.util.List;
import java.util.Map;
import java.util.TimeZone;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.LongUnaryOperator;
import java.util.function.Supplier;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Programs whose functions know nothing of sections, and which run as without them. */
@Timeout(value = 10, unit = TimeUnit.MINUTES)
abstract class HostilePrograms {
  static final long PACKETS = 1_000;

  static final Library LIBRARY =
      Functions.library()
          .and(
              Library.of(
                  Hostile.class,
                  Hostile.Derived.class,
                  Hostile.Putting.class,
                  HostileObjects.class,
                  HostileReaders.class,
                  HostileTypes.class,
                  HostileTypes.Either.class,
                  CountWindow.class,
                  ChunksTest.Elements.class));

  /** A program, which runs its flow in one of several ways. */
  interface Program {
    Object run(Function<Flow, Object> way);
  }

  interface Body {
    Object of(Definition f, Value x);
  }

  static Flow stream(Body body) {
    return Flow.define("hostile", LIBRARY, f -> body.of(f, f.call("numbers", PACKETS)))
        .result(Results.ALL);
  }

  /** A flow, and what is in a value of the program afterwards. */
  static <T> Program with(
      Supplier<? extends T> maker, Class<?> type, Function<T, Object> shown, On on) {
    return way -> {
      T value = maker.get();
      return List.of(
          way.apply(stream((f, x) -> on.of(f, f.environment("value", type, value), x))),
          shown.apply(value));
    };
  }

  interface On {
    Object of(Definition f, Value value, Value x);
  }

  /** One function gets a value of the program as an object. */
  static Program object(Supplier<?> maker, Class<?> type, String function) {
    return with(maker::get, type, v -> "", (f, value, x) -> f.call(function, value, x));
  }

  /** Two functions get a value of the program. */
  static <T> Program two(Supplier<T> maker, Class<?> type, String one, String other) {
    return with(
        maker,
        type,
        value -> value instanceof Iterable || value instanceof Map ? value : "",
        (f, value, x) -> f.call("joined", f.call(one, value, x), f.call(other, value, x)));
  }

  /** Two functions get two values of the program that lead to one object. */
  static Program views(
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

  static List<Long> longs(long count) {
    List<Long> list = new ArrayList<>();
    LongStream.range(0, count).forEach(list::add);
    return list;
  }

  static SimpleDateFormat format() {
    SimpleDateFormat format = new SimpleDateFormat("yyyy-MM-dd");
    format.setTimeZone(TimeZone.getTimeZone("UTC"));
    return format;
  }

  static Calendar calendar() {
    Calendar calendar = Calendar.getInstance();
    calendar.clear();
    return calendar;
  }

  static Program packets(Body body) {
    return way -> way.apply(stream(body));
  }

  static Program elements(Body body) {
    return way ->
        way.apply(
            Flow.define(
                "elements", LIBRARY, f -> f.map(f.call("first", PACKETS), x -> body.of(f, x))));
  }

  static Program elementsWith(Supplier<?> maker, Class<?> type, String function) {
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

  static Program lambda(String one, String other) {
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

  static Program lambdaOnce() {
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
  @MethodSource("programs")
  void runs(String name, Program program) {
    Reset.all();
    List<String> groups = new ArrayList<>();
    outcome(
        program,
        flow -> {
          groups.add(Groups.of(flow));
          return List.of();
        });
    assertEquals(List.of(Groups.expected(name)), groups, "the sections' groups");
    Reset.all();
    String expected = outcome(program, Flow::interpret);
    for (Pressure pressure : Pressure.values()) {
      Reset.all();
      assertEquals(shortened(expected), shortened(outcome(program, pressure::run)), pressure + "");
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
      HostileReaders.reset();
      HostileTypes.reset();
    }
  }
}
