package dev.hocket.maven;

import java.util.spi.ToolProvider;

/**
 * The program that the plugin starts in the JDK that compiles: passes javac's arguments to the
 * compiler on the class path, and exits with its code.
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
