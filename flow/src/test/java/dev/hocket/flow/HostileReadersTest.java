package dev.hocket.flow;

import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.hocket.flow.Definition.Value;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.Arguments;

/**
 * Tests programs with objects whose code the JDK runs, also if functions know only a type above
 * their class, constants of enums and interfaces with state, arguments that are an array for the
 * function, and linked objects.
 */
class HostileReadersTest extends HostilePrograms {
  static Stream<Arguments> programs() {
    return Stream.of(
            Stream.of("in-text", "as-text", "in-stream", "in-list", "in-set", "is-in")
                .map(reads -> arguments("a page: " + reads, packet("page", reads, "shown-of"))),
            Stream.of("sheet-text", "sheet-equals")
                .map(reads ->
                    arguments("a page: " + reads, view("page", "sheet", reads, "shown-of"))),
            Stream.of("made-text", "made-tree", "made-queue", "made-key")
                .map(reads -> arguments("a cell: " + reads, packet("cell", reads, "in-cell"))),
            known(),
            returned(),
            enums(),
            rest(),
            either(),
            linked())
        .flatMap(programs -> programs);
  }

  /** One function reads a packet's object, another one looks at it before and after. */
  private static Program packet(String made, String reads, String looks) {
    return packets((f, x) -> {
      Value object = f.call(made, x);
      return f.call(
          "joined", f.call(looks, object, x), f.call(reads, object, x), f.call(looks, object, x));
    });
  }

  /** One function reads what another one has made of a packet's object. */
  private static Program view(String made, String viewed, String reads, String looks) {
    return packets((f, x) -> {
      Value object = f.call(made, x);
      Value view = f.call(viewed, object);
      return f.call(
          "joined", f.call(looks, object, x), f.call(reads, view, x), f.call(looks, object, x));
    });
  }

  /** The function that reads an object knows only a type above its class, or a collection of it. */
  private static Stream<Arguments> known() {
    return Stream.of(
        arguments("a page as an object", packet("page", "any-text", "shown-of")),
        arguments("pages as objects", packet("two-pages", "any-text-of-list", "first-shown")),
        arguments("a list as a collection", packet("asked", "size-of-any", "times-asked")),
        arguments("a subclass", packet("asked", "asked-text", "times-asked")),
        arguments(
            "an object that is formatted", packet("formatted-of", "in-format", "times-formatted")),
        arguments("a static count", counted("counted-text")),
        arguments("a static count of any object", counted("any-text")));
  }

  private static Program counted(String reads) {
    return packets(
        (f, x) -> f.call("joined", f.call(reads, f.call("counted", x), x), f.call("uses", x)));
  }

  private static Stream<Arguments> returned() {
    return Stream.of(
        arguments(
            "a comparator in a map",
            packets((f, x) -> {
              Value cell = f.call("cell", x);
              Value map = f.call("tree-by", f.call("touching", cell));
              return f.call(
                  "joined",
                  f.call("looked-up", map, x),
                  f.call("in-cell", cell, x),
                  f.call("looked-up", map, x));
            })),
        arguments("a sorted set", view("cell", "sorted-by", "is-in-set", "in-cell")),
        arguments("a list that grows", view("cell", "growing", "streamed", "in-cell")),
        arguments("a map of code", view("cell", "map-of", "looked-up", "in-cell")),
        arguments("a number of code", view("cell", "number-in", "long-of", "in-cell")),
        arguments("a record with code", view("cell", "holder", "compared", "in-cell")),
        arguments("a generator of numbers", view("cell", "generator-of", "drawn", "in-cell")),
        arguments("an amount with code", view("cell", "amount-of", "whole", "in-cell")),
        arguments("a source of instants", view("cell", "instants-of", "millis", "in-cell")),
        arguments(
            "a source of instants in a zone",
            view("cell", "instants-of", "millis-in-zone", "in-cell")),
        arguments("lines of a reader", view("cell", "reader-of", "lines", "in-cell")));
  }

  private static Stream<Arguments> enums() {
    return Stream.of(
        arguments("gates by name", statics("gate-in", "gate-by-name")),
        arguments("gates of a set", statics("gate-by-name", "gates-of-set")),
        arguments("steps by name", statics("step-by-name", "step-up")),
        arguments("a table of an interface", statics("turn-left", "turns-right")));
  }

  private static Program statics(String one, String other) {
    return packets((f, x) -> f.call("joined", f.call(one, x), f.call(other, x)));
  }

  /** The last parameter takes several arguments as an array. */
  private static Stream<Arguments> rest() {
    return Stream.of(
        arguments(
            "a cell of several",
            cellWith((f, cell, x) ->
                f.call("joined", f.call("raised", cell), f.call("in-cell", cell, x)))),
        arguments(
            "the first cell of several",
            cellWith((f, cell, x) ->
                f.call(
                    "joined",
                    f.call("add-to-cell", f.call("first-cell", cell), x),
                    f.call("in-cell", cell, x)))));
  }

  /** A method that is called on the function's own object, or on another one. */
  private static Stream<Arguments> either() {
    return Stream.of(
        arguments(
            "its own object or another one",
            cellWith((f, cell, x) -> {
              Object raising =
                  f.environment("raising", HostileTypes.Touch.class, new HostileTypes.Raising());
              return f.call(
                  "joined", f.call("either", raising, cell, x), f.call("in-cell", cell, x));
            })));
  }

  private static Program cellWith(On on) {
    return with(() -> new long[1], long[].class, cell -> cell[0], on);
  }

  private static Stream<Arguments> linked() {
    return Stream.of(
        arguments(
            "a link that is changed",
            packets((f, x) -> {
              Value first = f.call("link", x);
              Value second = f.call("link", f.call("twice", x));
              Value before = f.call("sum-of-links", first, x);
              Value both = f.call("linked", first, second);
              return f.call(
                  "joined", before, f.call("bump", second, x), f.call("sum-of-links", both, x));
            })),
        arguments(
            "a link and a value that is only read",
            packets((f, x) -> {
              Value first = f.call("link", x);
              Value second = f.call("link", f.call("twice", x));
              Value cell = f.call("cell", x);
              Value both = f.call("linked-by", first, second, cell);
              return f.call(
                  "joined",
                  f.call("in-cell", cell, x),
                  f.call("bump", second, x),
                  f.call("sum-of-links", both, x));
            })),
        arguments(
            "the highest of two",
            packets((f, x) -> {
              Value one = f.call("rank", x);
              Value other = f.call("rank", f.call("twice", x));
              return f.call(
                  "joined",
                  f.call("highest", one, other, x),
                  f.call("asked-of", one, x),
                  f.call("highest", other, one, x),
                  f.call("asked-of", other, x));
            })));
  }
}
