package dev.hocket.compiler;

import java.io.PrintWriter;
import java.util.List;

/**
 * The compiler as a program: what a build tool starts in a JVM of its own choice. Takes javac's
 * arguments, prints messages on standard output, and exits with javac's codes.
 */
public final class Main {
  private Main() {}

  /**
   * Compiles, and ends the JVM.
   *
   * @param arguments the arguments that javac would get
   */
  public static void main(String[] arguments) {
    HocketCompiler.Options options = new HocketCompiler.Options(null, false, false);
    System.exit(
        HocketCompiler.compile(List.of(arguments), options, new PrintWriter(System.out, true)));
  }
}
