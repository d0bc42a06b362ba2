package dev.hocket.compiler;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;

/** A Java compiler that also translates {@code //#omp} directives. */
public final class HocketCompiler {
  private HocketCompiler() {}

  /**
   * Hocket's own options, beside those of javac.
   *
   * @param emitSource the folder that generated Java sources are written to, or null
   * @param sequential whether directives are ignored, as by plain javac
   * @param colour whether Hocket's own messages are coloured
   * @param library jars or folders that sources may use without an option, beside the libraries
   *     that generated code calls
   */
  public record Options(Path emitSource, boolean sequential, boolean colour, List<Path> library) {
    /**
     * Creates options without further libraries.
     *
     * @param emitSource the folder that generated Java sources are written to, or null
     * @param sequential whether directives are ignored, as by plain javac
     * @param colour whether Hocket's own messages are coloured
     */
    public Options(Path emitSource, boolean sequential, boolean colour) {
      this(emitSource, sequential, colour, List.of());
    }
  }

  /**
   * Compiles sources, as a drop-in replacement of javac. Sources without directives go to javac
   * itself.
   *
   * @param javacArguments the arguments, as for javac
   * @param options Hocket's own options
   * @param out the writer for messages
   * @return javac's exit codes: 0 success, 1 errors in the sources, 2 errors in the arguments, 3 a
   *     system error, 4 a crash
   */
  public static int compile(List<String> javacArguments, Options options, PrintWriter out) {
    return compile(javacArguments, options, false, out);
  }

  /**
   * Compiles sources to see whether they compile, and with which messages. The classes that it
   * writes are of no use, because those of files without directives have no code.
   *
   * @param javacArguments the arguments, as for javac
   * @param out the writer for messages
   * @return the same codes as {@link #compile}
   */
  public static int tryOut(List<String> javacArguments, PrintWriter out) {
    return compile(javacArguments, new Options(null, false, false), true, out);
  }

  private static int compile(
      List<String> javacArguments, Options options, boolean isTrial, PrintWriter out) {
    try {
      return new Compilation(options, isTrial, out).run(javacArguments);
    } finally {
      out.flush();
    }
  }

  /**
   * The location of the library that compiled programs call.
   *
   * @return jars or folders of classes
   */
  public static List<Path> runtime() {
    return Runtime.path();
  }
}
