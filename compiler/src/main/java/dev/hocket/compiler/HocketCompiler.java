package dev.hocket.compiler;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;

/** javac that understands {@code //#omp} directives. */
public final class HocketCompiler {
  private HocketCompiler() {}

  /**
   * What Hocket adds to javac's options.
   *
   * @param emitSource the folder for the generated Java, or null
   * @param sequential ignores directives: plain javac
   * @param colour colours Hocket's own messages
   * @param library jars or folders that sources may use without an option, besides what generated
   *     code calls
   */
  public record Options(Path emitSource, boolean sequential, boolean colour, List<Path> library) {
    /**
     * Sources may use what generated code calls.
     *
     * @param emitSource the folder for the generated Java, or null
     * @param sequential ignores directives: plain javac
     * @param colour colours Hocket's own messages
     */
    public Options(Path emitSource, boolean sequential, boolean colour) {
      this(emitSource, sequential, colour, List.of());
    }
  }

  /**
   * A drop-in for javac. Sources without directives go to javac itself.
   *
   * @param javacArguments the arguments that javac would get
   * @param options what Hocket adds to them
   * @param out where messages go
   * @return javac's exit codes: 0 fine, 1 errors in the source, 2 errors in the arguments, 3 an
   *     error of the system, 4 an abnormal end
   */
  public static int compile(List<String> javacArguments, Options options, PrintWriter out) {
    try {
      return new Compilation(options, out).run(javacArguments);
    } finally {
      out.flush();
    }
  }

  /**
   * Where the library is that compiled programs call.
   *
   * @return jars or folders of classes
   */
  public static List<Path> runtime() {
    return Runtime.path();
  }
}
