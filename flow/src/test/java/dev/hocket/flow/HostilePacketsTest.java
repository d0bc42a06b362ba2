package dev.hocket.flow;

import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.hocket.flow.Definition.Value;
import dev.hocket.flow.settings.Results;
import java.util.List;
import java.util.Queue;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.Arguments;

/** Tests programs with constants, values of packets, sources, copies, failures. */
class HostilePacketsTest extends HostilePrograms {
  static Stream<Arguments> programs() {
    return Stream.of(
        arguments(
            "plain code in its order",
            (Program)
                way -> {
                  long[] s = new long[1];
                  return way.apply(
                      stream((f, x) -> {
                        Value array = f.environment("s", long[].class, s);
                        Value set =
                            f.apply("aset", a -> ((long[]) a[0])[0] = (long) a[1], array, x);
                        Value get = f.apply("first", a -> ((long[]) a[0])[0], array);
                        return f.call("joined", set, get);
                      }));
                }),
        arguments(
            "a source with plain arguments",
            (Program)
                way -> {
                  long[] s = {PACKETS};
                  return List.of(
                      way.apply(
                          Flow.define(
                                  "s",
                                  LIBRARY,
                                  f -> {
                                    Value array = f.environment("s", long[].class, s);
                                    Value most = f.apply("first", a -> ((long[]) a[0])[0], array);
                                    Value x = f.call("numbers", most);
                                    Value less = f.apply("dec", a -> --((long[]) a[0])[0], array);
                                    return f.call("joined", x, most, less);
                                  })
                              .result(Results.ALL)),
                      s[0]);
                }),
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
              Value s = f.call("itself", l);
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
                                        f.call(
                                            "length-of", f.environment("l", List.class, list), x),
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
}
