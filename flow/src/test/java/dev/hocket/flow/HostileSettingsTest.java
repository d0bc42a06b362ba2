package dev.hocket.flow;

import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.hocket.flow.Definition.Value;
import dev.hocket.flow.functions.Library;
import dev.hocket.flow.settings.Results;
import java.io.InputStream;
import java.util.Map;
import java.util.concurrent.ForkJoinPool;
import java.util.logging.Logger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.params.provider.Arguments;

/** Tests programs whose functions change settings of the whole JVM. */
class HostileSettingsTest extends HostilePrograms {
  private static final long FEW_PACKETS = 200;

  private static final Library SETTINGS =
      Functions.library().and(Library.of(Hostile.class, HostileSettings.class));

  private static final InputStream INPUT = System.in;

  /** Keeps the logger, which the JVM would forget with its handlers. */
  private static final Logger LOGGER = HostileSettings.logger();

  private static final int PARALLELISM = ForkJoinPool.commonPool().getParallelism();

  @AfterAll
  static void reset() {
    HostileSettings.reset();
    LOGGER.setLevel(null);
    System.setIn(INPUT);
    ForkJoinPool.commonPool().setParallelism(PARALLELISM);
  }

  private static Program settings(Body body) {
    return way -> {
      HostileSettings.reset();
      return way.apply(
          Flow.define("settings", SETTINGS, f -> body.of(f, f.call("numbers", FEW_PACKETS)))
              .result(Results.ALL));
    };
  }

  /** Two functions, while what is printed goes to a stream of the program. */
  private static Program printing(String one, String other) {
    Program two = two(one, other);
    return way ->
        two.run(flow -> {
          HostileSettings.countLines();
          return way.apply(flow);
        });
  }

  /** Two functions, one of which logs to a handler of the program. */
  private static Program logging(String one, String other) {
    return way -> {
      HostileSettings.reset();
      HostileSettings.collect();
      return way.apply(
          Flow.define(
                  "settings",
                  SETTINGS,
                  f -> {
                    Value x = f.call("numbers", FEW_PACKETS);
                    return f.call("joined", f.call(one, x), f.call(other, x));
                  })
              .result(Results.ALL));
    };
  }

  private static Program two(String one, String other) {
    return settings((f, x) -> f.call("joined", f.call(one, x), f.call(other, x)));
  }

  static Stream<Arguments> programs() {
    return Stream.of(
        arguments("settings: a property", two("property", "property-read")),
        arguments("settings: a property of all", two("property-of-all", "property-read")),
        arguments("settings: a locale", two("locale", "printed")),
        arguments("settings: a reference to a method", two("locale-of-one", "printed")),
        arguments(
            "settings: a zone by a lambda",
            settings((f, x) ->
                f.call("joined", f.call("zone", f.call("zones", x), x), f.call("hour", x)))),
        arguments("settings: the level of a logger", two("level", "is-logged")),
        arguments("settings: what is not listed", two("redirects", "is-redirected")),
        arguments("settings: a constant", two("property-of-constant", "property-read")),
        arguments(
            "settings: a map of the surroundings",
            settings((f, x) ->
                f.call(
                    "joined",
                    f.call(
                        "property-of", f.environment("all", Map.class, System.getProperties()), x),
                    f.call("property-read", x)))),
        arguments(
            "settings: the level of a handler", logging("level-of-handler", "handlers-level")),
        arguments("settings: a provider", two("provider", "provided")),
        arguments("settings: the common pool", two("pool", "pool-size")),
        arguments("settings: the input", two("input", "input-too")),
        arguments("settings: a handler of the program", logging("logs", "logged")),
        arguments("settings: no handler of the program", two("logs", "logs-too")),
        arguments("settings: a printer of the program", printing("prints", "lines")),
        arguments("settings: two that print", printing("prints", "prints-too")),
        arguments("settings: no printer of the program", two("prints", "prints-too")),
        arguments("settings: a comparator", two("sorted", "compared")),
        arguments("settings: an object that is written", two("written", "compared")),
        arguments("settings: texts of the program", two("bundle", "bundled")),
        arguments("settings: only read", two("property-read", "hour")),
        arguments("settings: trusted", two("trusted", "hour")));
  }
}
