package dev.hocket.compiler;

import java.io.PrintWriter;
import java.util.List;
import java.util.spi.ToolProvider;

/**
 * Offers the compiler as the tool {@code hocketc}, as the JDK offers its own tools: a build tool
 * with this class on its path finds it by {@link ToolProvider#findFirst}.
 */
public final class HocketTool implements ToolProvider {
  /** Creates the tool; {@link java.util.ServiceLoader} calls it. */
  public HocketTool() {}

  @Override
  public String name() {
    return "hocketc";
  }

  /**
   * Compiles sources as javac does.
   *
   * @param out the writer for messages
   * @param err not used
   * @param arguments the arguments, as for javac
   * @return javac's exit codes
   */
  @Override
  public int run(PrintWriter out, PrintWriter err, String... arguments) {
    HocketCompiler.Options options = new HocketCompiler.Options(null, false, false);
    return HocketCompiler.compile(List.of(arguments), options, out);
  }
}
