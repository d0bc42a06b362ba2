package dev.hocket.flow;

import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.hocket.flow.functions.Library;
import dev.hocket.flow.graph.FlowFn;
import dev.hocket.flow.settings.Results;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.Arguments;

/**
 * Tests programs whose functions change static fields through code that they do not name: behind an
 * interface, in a lambda, in a subclass that is not sealed, or by reflection.
 */
class HostileCodeTest extends HostilePrograms {
  private static final long FEW_PACKETS = 300;

  private static final Library CODE =
      Functions.library()
          .and(Library.of(Hostile.class, HostileCode.class, ChunksTest.Elements.class));

  private static Program code(Body body) {
    return way -> {
      HostileCode.reset();
      return way.apply(
          Flow.define("code", CODE, f -> body.of(f, f.call("numbers", FEW_PACKETS)))
              .result(Results.ALL));
    };
  }

  private static Program made(String maker, String caller, String looks) {
    return code((f, x) -> f.call("joined", f.call(caller, f.call(maker, x), x), f.call(looks, x)));
  }

  private static Program given(HostileCode.Step step) {
    return code((f, x) ->
        f.call(
            "joined",
            f.call("goes", f.environment("step", HostileCode.Step.class, step), x),
            f.call("cell", x)));
  }

  private static Program elements(HostileCode.Step step) {
    return way -> {
      HostileCode.reset();
      return way.apply(
          Flow.define(
              "elements",
              CODE,
              f ->
                  f.map(
                      f.call("first", FEW_PACKETS),
                      x -> f.call("goes", f.environment("s", HostileCode.Step.class, step), x))));
    };
  }

  private static Program two(String one, String other) {
    return code((f, x) -> f.call("joined", f.call(one, x), f.call(other, x)));
  }

  static Stream<Arguments> programs() {
    HostileCode.Step lambda = v -> HostileCode.CELL[0] = HostileCode.CELL[0] * 3 + v;
    return Stream.of(
        arguments("code: a record of another function", made("climbs", "goes", "cell")),
        arguments("code: a counter of another function", made("counts", "goes", "times")),
        arguments("code: a lambda of another function", made("lambda", "goes", "cell")),
        arguments("code: a record that changes nothing", made("adds", "goes", "cell")),
        arguments("code: a subclass that is not sealed", made("open", "area", "cell")),
        arguments("code: a method of an interface", made("slope", "goes", "cell")),
        arguments("code: a reference to a constructor", made("maker", "makes", "times")),
        arguments("code: an object in an immutable one", made("holder", "held", "cell")),
        arguments("code: an object that stays inside", made("inside", "goes", "cell")),
        arguments("code: a record of the surroundings", given(new HostileCode.Climbs())),
        arguments("code: a lambda of the surroundings", given(lambda)),
        arguments("code: a record that changes nothing, too", given(new HostileCode.Adds(1))),
        arguments("code: a record for elements", elements(new HostileCode.Climbs())),
        arguments(
            "code: a record in a list",
            code((f, x) ->
                f.call(
                    "joined",
                    f.call("all-go", f.call("with-climbs", f.call("steps", x)), x),
                    f.call("cell", x)))),
        arguments(
            "code: a record that is put into a list",
            code((f, x) ->
                f.call(
                    "joined",
                    f.call("all-go", f.call("with", f.call("steps", x), f.call("climbs", x)), x),
                    f.call("cell", x)))),
        arguments(
            "code: a record that is put into a static field",
            code((f, x) ->
                f.call(
                    "joined", f.call("registers", x), f.call("registered", x), f.call("cell", x)))),
        arguments("code: lambdas in a static field", two("operates", "cell")),
        arguments("code: an immutable object in a static field", two("held-by-all", "cell")),
        arguments("code: constants of an enum", two("operates-by-enum", "cell")),
        arguments("code: constants that reflection finds", two("gate-in", "gates")),
        arguments("code: constants in a list", two("gate-in", "all-gates")),
        arguments("code: a switch over constants", two("on-way", "on-way")),
        arguments("code: a switch, and a field by reflection", two("on-way", "by-reflection")),
        arguments("code: a file and a static field", two("changed-at", "gate-in")),
        arguments("code: the run time and a static field", two("reaches", "gate-in")),
        arguments(
            "code: an object of bytes",
            code((f, x) ->
                f.call("joined", f.call("thawed", f.call("frozen", x), x), f.call("cell", x)))),
        arguments("code: a field that reflection finds", two("by-reflection", "cell")),
        arguments("code: plain code", plain(a -> HostileCode.grow(a[0]))),
        arguments("code: plain code of a class", plain(new HostileCode.Grows())),
        arguments("code: plain code of a method reference", plain(HostileCode::grow)),
        arguments("code: plain code with a step", plain(applied(new HostileCode.Climbs()))),
        arguments("code: plain code that changes nothing", plain(a -> a[0])),
        arguments(
            "code: plain code in copies",
            code((f, x) ->
                f.balance(
                    3,
                    x,
                    v ->
                        f.apply(
                            "a",
                            a -> HostileCode.grow(a[0]),
                            f.call("joined", v, f.call("twice", v)))))),
        arguments(
            "code: plain code that changes a setting",
            code((f, x) ->
                f.call("joined", f.apply("a", a -> HostileCode.set(a[0]), x), f.call("set", x)))));
  }

  private static Program plain(FlowFn fn) {
    return code(
        (f, x) -> f.call("joined", f.apply("plain", fn, f.call("twice", x)), f.call("cell", x)));
  }

  private static FlowFn applied(HostileCode.Step step) {
    return a -> step.go((Long) a[0]);
  }
}
