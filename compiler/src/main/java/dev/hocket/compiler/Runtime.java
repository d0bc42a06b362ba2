package dev.hocket.compiler;

import dev.hocket.core.Body;
import dev.hocket.directives.TargetBlocks;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.List;
import pj.Pyjama;

/** Finds the library that generated code calls. */
final class Runtime {
  private Runtime() {}

  /** The jars or folders of {@code directives}, {@code core} and {@code pyjama}. */
  static List<Path> path() {
    return List.of(locate(TargetBlocks.class), locate(Body.class), locate(Pyjama.class));
  }

  private static Path locate(Class<?> type) {
    try {
      return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI());
    } catch (URISyntaxException e) {
      throw new IllegalStateException("Cannot locate the library of " + type + ".", e);
    }
  }
}
