package dev.hocket.cli;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.spi.ToolProvider;

/** The one place that calls the compiler. */
final class Compilation {
  private Compilation() {}

  /**
   * @return javac's exit code
   */
  static int run(List<String> arguments, Path emitSource, boolean sequential, PrintWriter out) {
    return ToolProvider.findFirst("javac")
        .orElseThrow()
        .run(out, out, arguments.toArray(String[]::new));
  }
}
