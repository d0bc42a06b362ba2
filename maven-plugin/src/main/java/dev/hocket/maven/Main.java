package dev.hocket.maven;

import java.util.spi.ToolProvider;

/**
 * What the plugin starts in the JDK that compiles: finds the compiler on the class path, passes
 * javac's arguments on to it, and exits with its code.
 */
public final class Main {
  private Main() {}

  /**
   * Compiles, and ends the JVM.
   *
   * @param arguments the arguments that javac would get
   */
  public static void main(String[] arguments) {
    ToolProvider compiler = ToolProvider.findFirst("hocketc").orElseThrow();
    System.exit(compiler.run(System.out, System.err, arguments));
  }
}
