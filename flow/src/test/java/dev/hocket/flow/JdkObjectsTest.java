package dev.hocket.flow;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.hocket.flow.Definition.Value;
import dev.hocket.flow.functions.Library;
import dev.hocket.flow.settings.Results;
import java.io.OutputStream;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.concurrent.SubmissionPublisher;
import java.util.concurrent.ThreadFactory;
import java.util.function.Supplier;
import java.util.logging.Handler;
import java.util.logging.SimpleFormatter;
import java.util.logging.StreamHandler;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests which functions that use objects of the JDK share a section. */
class JdkObjectsTest {
  private static final long PACKETS = 100;

  private static final Library LIBRARY =
      Functions.library().and(Library.of(Hostile.class, JdkObjects.class, JdkObjects.Timed.class));

  private interface Body {
    Object of(Definition f, Value x);
  }

  private static Arguments program(String name, String group, Body body) {
    Supplier<Flow> flow =
        () ->
            Flow.define("jdk", LIBRARY, f -> body.of(f, f.call("numbers", PACKETS)))
                .result(Results.ALL);
    return arguments(name, group, flow);
  }

  /** Two functions use a value of the surroundings. */
  private static Arguments given(
      String name, String group, Supplier<?> maker, Class<?> type, String one, String other) {
    return program(
        name,
        group,
        (f, x) -> {
          Value value = f.environment("value", type, maker.get());
          return f.call("joined", f.call(one, value, x), f.call(other, value, x));
        });
  }

  /** Two functions use a value of a packet. */
  private static Arguments made(String name, String group, String maker, String one, String other) {
    return view(name, group, maker, null, one, other);
  }

  /** One function uses a view of a value of a packet, another one the value. */
  private static Arguments view(
      String name, String group, String maker, String viewed, String one, String other) {
    return program(
        name,
        group,
        (f, x) -> {
          Value value = f.call(maker, x);
          Value view = viewed == null ? value : f.call(viewed, value);
          return f.call("joined", f.call(one, view, x), f.call(other, value, x));
        });
  }

  private static Arguments statics(String name, String group, String one, String other) {
    return program(name, group, (f, x) -> f.call("joined", f.call(one, x), f.call(other, x)));
  }

  /** Types of the JDK whose objects several threads may use, but not those of the program. */
  static Stream<Arguments> kinds() {
    return Stream.of(
        given(
            "a clock",
            "millis#1+now#1",
            JdkObjects.Ticks::new,
            java.time.Clock.class,
            "millis",
            "now"),
        given(
            "a clock in a record",
            "served-millis#1+served-millis#2",
            () -> new JdkObjects.Services(new JdkObjects.Ticks()),
            JdkObjects.Services.class,
            "served-millis",
            "served-millis"),
        statics(
            "a clock in a static field", "ticks-millis#1+ticks-now#1", "ticks-millis", "ticks-now"),
        statics(
            "a clock in a static field of another class",
            "common-millis#1+timed-millis#1",
            "common-millis",
            "timed-millis"),
        made(
            "a returned clock in a static field",
            "common-clock#1+millis#1+now#1",
            "common-clock",
            "millis",
            "now"),
        program(
            "a returned clock, and its static field",
            "common-clock#1+millis#1+common-millis#1",
            (f, x) ->
                f.call(
                    "joined",
                    f.call("millis", f.call("common-clock", x), x),
                    f.call("common-millis", x))),
        program(
            "a clock that a function passes on",
            "passed#1+millis#1+now#1",
            (f, x) -> {
              Value clock = f.environment("clock", java.time.Clock.class, new JdkObjects.Ticks());
              return f.call(
                  "joined", f.call("millis", f.call("passed", clock), x), f.call("now", clock, x));
            }),
        made("a returned clock of the JDK", "", "utc-clock", "millis", "now"),
        made("a returned clock of several of the JDK", "", "chosen-clock", "millis", "now"),
        made(
            "a returned clock of the JDK or the program",
            "either-clock#1+millis#1+now#1",
            "either-clock",
            "millis",
            "now"),
        made(
            "a returned clock after one of the program",
            "later-clock#1+millis#1+now#1",
            "later-clock",
            "millis",
            "now"),
        made("a clock of a packet", "millis#1+now#1 of a packet", "clock", "millis", "now"),
        given(
            "random numbers",
            "drawn#1+tossed#1",
            JdkObjects.Lcg::new,
            Random.class,
            "drawn",
            "tossed"),
        given(
            "a factory",
            "thread-of#1+threads#1",
            JdkObjects.Threads::new,
            ThreadFactory.class,
            "thread-of",
            "threads"),
        given(
            "a pool with a factory of the program",
            "submits#1+submits#2",
            () -> Executors.newFixedThreadPool(1, new JdkObjects.Counting()),
            Executor.class,
            "submits",
            "submits"),
        given(
            "a pool of the JDK",
            "",
            () -> Executors.newFixedThreadPool(1),
            Executor.class,
            "submits",
            "submits"),
        given(
            "a publisher",
            "publishes#1+publishes#2",
            () -> new SubmissionPublisher<Long>(Runnable::run, 1),
            SubmissionPublisher.class,
            "publishes",
            "publishes"),
        given(
            "a handler with a stream",
            "numbers#1+handles#1+handles#2+joined#1",
            () -> new StreamHandler(OutputStream.nullOutputStream(), new SimpleFormatter()),
            Handler.class,
            "handles",
            "handles"),
        given("random numbers of the JDK", "", Random::new, Random.class, "drawn", "tossed"),
        given(
            "a clock of the JDK",
            "",
            java.time.Clock::systemUTC,
            java.time.Clock.class,
            "millis",
            "now"));
  }

  /** Objects of the JDK by which a function changes what another one gets. */
  static Stream<Arguments> through() {
    return Stream.of(
        view(
            "a format into a text",
            "formatter#1+formatted#1+text-length#1 of a packet",
            "text",
            "formatter",
            "formatted",
            "text-length"),
        view(
            "a weak reference",
            "weak#1+add-to-weak#1+size-of#1 of a packet",
            "list",
            "weak",
            "add-to-weak",
            "size-of"),
        view(
            "a task",
            "task#1+run-task#1+size-of#1 of a packet",
            "list",
            "task",
            "run-task",
            "size-of"),
        view(
            "a thread",
            "thread#1+run-thread#1+size-of#1 of a packet",
            "list",
            "thread",
            "run-thread",
            "size-of"),
        program(
            "a reference that gets a list",
            "mark#1+add-to-marked#1+size-of#1",
            (f, x) -> {
              Value marked = f.call("marked", x);
              Value list = f.call("list", x);
              return f.call(
                  "joined",
                  f.call("mark", marked, list),
                  f.call("add-to-marked", marked, x),
                  f.call("size-of", list, x));
            }),
        made("a printer", "print-to#1+written#1 of a packet", "writer", "print-to", "written"),
        made("lines", "line-of#1+char-of#1 of a packet", "reader", "line-of", "char-of"),
        program(
            "a stream with a sum of the surroundings",
            "checked#1+byte-of#1+checksum-of#1",
            (f, x) -> {
              Value sum = f.environment("sum", CRC32.class, new CRC32());
              return f.call(
                  "joined",
                  f.call("byte-of", f.call("checked", sum, x), x),
                  f.call("checksum-of", sum, x));
            }),
        made("a set of entries", "emptied#1+keys-of#1 of a packet", "map", "emptied", "keys-of"),
        made("an iterator", "removed#1+size-of#1 of a packet", "list", "removed", "size-of"));
  }

  /** Collectors and generators of arrays that the program gives its own objects. */
  static Stream<Arguments> filled() {
    return Stream.of(
        made("a list", "collected#1+size-of#1 of a packet", "list", "collected", "size-of"),
        given("groups", "grouped#1+groups#1", HashMap::new, Map.class, "grouped", "groups"),
        made(
            "an array of a stream",
            "stream-into#1+first-of#1 of a packet",
            "array",
            "stream-into",
            "first-of"),
        made(
            "an array of a list",
            "copy-into#1+first-of#1 of a packet",
            "array",
            "copy-into",
            "first-of"));
  }

  /** Objects that change when they are only read. */
  static Stream<Arguments> iterated() {
    return Stream.of(
        given(
            "loops",
            "loop-sum#1+stream-sum#1",
            JdkObjects.Bag::new,
            java.util.Collection.class,
            "loop-sum",
            "stream-sum"),
        made("a calendar", "year-in#1+month-of#1 of a packet", "calendar", "year-in", "month-of"),
        made(
            "a map with weak keys",
            "entries#1+values#1 of a packet",
            "weak-map",
            "entries",
            "values"),
        made(
            "a map in the order of use",
            "entries#1+values#1 of a packet",
            "recent",
            "entries",
            "values"),
        given(
            "streams",
            "stream-sum#1+stream-sum#2",
            JdkObjects.Bag::new,
            java.util.Collection.class,
            "stream-sum",
            "stream-sum"),
        program(
            "loops of a packet",
            "loop-sum#1+stream-sum#1 of a packet",
            (f, x) -> {
              Value bag = f.call("elements", f.call("bag", x));
              return f.call("joined", f.call("loop-sum", bag, x), f.call("stream-sum", bag, x));
            }));
  }

  static Stream<Arguments> reading() {
    return Stream.of(
        made("loops over a list", "", "list", "loop-sum", "reversed"),
        made("loops over a map", "", "map", "entries", "values"),
        made("a sorted map of counts", "", "list", "counted-by-parity", "stream-sum"),
        statics("lambdas in a map", "", "tax", "taxes"),
        statics("an option of sockets", "", "opens", "opens"),
        statics("an order", "", "longest", "shortest"),
        made("bytes", "", "bytes", "short-of", "checksum"));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource({"kinds", "through", "filled", "iterated", "reading"})
  void functionsThatChangeAValueShareASection(String name, String group, Supplier<Flow> flow) {
    assertEquals("[" + group + "]", Groups.of(flow.get()).replaceAll(" \\(copies.*", ""));
  }
}
