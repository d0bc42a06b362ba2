package dev.hocket.compiler;

import java.io.PrintWriter;
import java.util.List;
import java.util.spi.ToolProvider;

/**
 * The compiler under the name {@code hocketc}, as the JDK offers its own tools: build tools that
 * have it on their class path find it by {@link ToolProvider#findFirst}.
 */
public final class HocketTool implements ToolProvider {
  /** Made by {@link java.util.ServiceLoader}. */
  public HocketTool() {}

  @Override
  public String name() {
    return "hocketc";
  }

  /**
   * Compiles as javac does.
   *
   * @param out where messages go
   * @param err not used
   * @param arguments the arguments that javac would get
   * @return javac's exit codes
   */
  @Override
  public int run(PrintWriter out, PrintWriter err, String... arguments) {
    HocketCompiler.Options options = new HocketCompiler.Options(null, false, false);
    return HocketCompiler.compile(List.of(arguments), options, out);
  }
}
