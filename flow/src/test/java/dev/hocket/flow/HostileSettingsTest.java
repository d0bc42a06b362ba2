package dev.hocket.flow;

import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.hocket.flow.functions.Library;
import dev.hocket.flow.settings.Results;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.params.provider.Arguments;

/** Tests programs whose functions change settings of the whole JVM. */
class HostileSettingsTest extends HostilePrograms {
  private static final long FEW_PACKETS = 200;

  private static final Library SETTINGS =
      Functions.library().and(Library.of(Hostile.class, HostileSettings.class));

  @AfterAll
  static void reset() {
    HostileSettings.reset();
  }

  private static Program settings(Body body) {
    return way -> {
      HostileSettings.reset();
      return way.apply(
          Flow.define("settings", SETTINGS, f -> body.of(f, f.call("numbers", FEW_PACKETS)))
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
        arguments("settings: only read", two("property-read", "hour")),
        arguments("settings: trusted", two("trusted", "hour")));
  }
}
