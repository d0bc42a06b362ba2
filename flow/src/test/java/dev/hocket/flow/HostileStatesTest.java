package dev.hocket.flow;

import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.hocket.flow.Definition.Value;
import dev.hocket.flow.settings.Results;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.Arguments;

/** Tests programs with windows and with state by key whose functions share values. */
class HostileStatesTest extends HostilePrograms {
  private interface OfWindow {
    Object of(Definition f, Value window, Value x);
  }

  /** Handles windows when they are full. */
  private static Program windows(int size, int step, OfWindow body) {
    return packets((f, x) -> {
      Value window = f.call("count-window", x, size, step);
      Value isFull = f.apply("some", a -> a[0] != null, window);
      return f.when(isFull, () -> body.of(f, window, x), () -> x);
    });
  }

  private static Program byKey(Body body) {
    return packets((f, x) -> f.byKey(3, x, c -> f.call("small", c), c -> body.of(f, c)));
  }

  /** A value, with the state of a function. */
  private static Value counted(Definition f, Value value) {
    return f.call("joined", value, f.call("count", value));
  }

  /** A program with a list, which is a part of its result. */
  private static Program withList(On body) {
    return with(() -> longs(9), List.class, list -> list, body);
  }

  static Stream<Arguments> programs() {
    return Stream.of(ofWindows(), ofKeys(), ofArguments()).flatMap(all -> all);
  }

  /** A function puts a list into a table and into its state; another one changes it. */
  private static Stream<Arguments> ofArguments() {
    return Stream.of(
        arguments(
            "a row of a table and the state",
            with(
                () -> Hostile.table(1),
                List.class,
                table -> table,
                (f, table, x) -> {
                  Value put = f.call("put-in", table, x);
                  return f.call("joined", put, f.call("add-to", f.call("row-in", table), x));
                })),
        arguments(
            "a row of a packet's table and the state",
            packets((f, x) -> {
              Value table = f.call("table", x);
              Value put = f.call("put-in", table, x);
              return f.call("joined", put, f.call("add-to", f.call("row-in", table), x));
            })));
  }

  private static Stream<Arguments> ofWindows() {
    return Stream.of(
        arguments(
            "a window that two change",
            windows(
                3,
                3,
                (f, w, x) -> f.call("joined", f.call("add-to", w, x), f.call("added-to", w, x)))),
        arguments(
            "windows that overlap",
            windows(
                4, 1, (f, w, x) -> f.call("joined", f.call("add-to", w, x), f.call("sum", w, x)))),
        arguments(
            "a part of a window",
            windows(
                12,
                2,
                (f, w, x) -> {
                  Value part = f.call("part", w);
                  return f.call("joined", f.call("add-to", w, x), f.call("sum", part, x));
                })),
        arguments(
            "lists in a window",
            packets((f, x) -> {
              Value list = f.call("list-of", x);
              return f.call("joined", f.call("count-window", list, 2), f.call("add-to", list, x));
            })),
        arguments(
            "a window and a list",
            withList((f, list, x) -> {
              Value window = f.call("count-window", f.call("set", list, x), 2);
              return f.call("joined", window, f.call("sum", list, x));
            })),
        arguments(
            "a window that another keeps",
            windows(
                2,
                1,
                (f, w, x) -> f.call("joined", f.call("length-before", w), f.call("add-to", w, x)))),
        arguments(
            "elements of a window",
            withList((f, list, x) -> {
              Value window = f.call("count-window", x, 3);
              Value isFull = f.apply("some", a -> a[0] != null, window);
              return f.when(
                  isFull,
                  () -> f.call("joined", f.map(window, e -> f.call("set", list, e))),
                  () -> f.call("sum", list, x));
            })));
  }

  private static Stream<Arguments> ofKeys() {
    return Stream.of(
        arguments(
            "keys with one map",
            with(
                () -> new HashMap<Long, Long>(),
                Map.class,
                map -> map,
                (f, map, x) ->
                    f.byKey(
                        3,
                        x,
                        c -> f.call("small", c),
                        c -> f.call("joined", f.call("put", map, c), f.call("count", c))))),
        arguments(
            "keys and a list behind them",
            withList((f, list, x) -> {
              Value set =
                  f.byKey(3, x, c -> f.call("small", c), c -> counted(f, f.call("set", list, c)));
              return f.call("joined", set, f.call("sum", list, x));
            })),
        arguments(
            "a packet's list by key",
            packets((f, x) -> {
              Value list = f.call("list-of", x);
              Value in =
                  f.byKey(
                      2, x, c -> f.call("small", c), c -> counted(f, f.call("add-to", list, c)));
              return f.call("joined", in, f.call("added-to", list, x), f.call("sum", list, x));
            })),
        arguments(
            "keys that keep their argument",
            byKey((f, c) -> {
              Value list = f.call("list-of", c);
              return f.call("joined", f.call("length-before", list), f.call("add-to", list, c));
            })),
        arguments(
            "one list kept by all keys",
            withList((f, list, x) ->
                f.byKey(
                    3,
                    x,
                    c -> f.call("small", c),
                    c -> f.call("joined", f.call("length-before", list), f.call("set", list, c))))),
        arguments(
            "a window for each key",
            byKey((f, c) -> {
              Value window = f.call("count-window", c, 2);
              Value isFull = f.apply("some", a -> a[0] != null, window);
              return f.when(
                  isFull,
                  () -> f.call("joined", f.call("add-to", window, c), f.call("sum", window, c)),
                  () -> c);
            })),
        arguments(
            "keys of elements",
            with(
                () -> new HashMap<Long, Long>(),
                Map.class,
                map -> map,
                (f, map, x) ->
                    f.map(
                        f.call("list-of", x),
                        e ->
                            f.byKey(
                                2,
                                e,
                                c -> f.call("small", c),
                                c -> counted(f, f.call("put", map, c)))))),
        arguments(
            "an asynchronous function by key",
            withList((f, list, x) -> {
              Value in =
                  f.byKey(2, x, c -> f.call("small", c), c -> counted(f, f.call("later", list, c)));
              return f.call("joined", in, f.call("sum", list, x));
            })),
        arguments(
            "an asynchronous function and a packet's list",
            packets((f, x) -> {
              Value list = f.call("list-of", x);
              return f.call(
                  "joined",
                  f.call("later", list, x),
                  f.call("add-to", list, x),
                  f.call("sum", list, x));
            })),
        arguments(
            "a global map by key",
            (Program)
                way -> {
                  Hostile.Shared.SEEN.clear();
                  return way.apply(
                      Flow.define(
                              "g",
                              LIBRARY,
                              f ->
                                  f.byKey(
                                      3,
                                      f.call("numbers", PACKETS),
                                      c -> f.call("small", c),
                                      c ->
                                          f.call(
                                              "joined",
                                              f.call("count", c),
                                              f.call("seen", c),
                                              f.call("seen-too", c))))
                          .result(Results.ALL));
                }));
  }
}
