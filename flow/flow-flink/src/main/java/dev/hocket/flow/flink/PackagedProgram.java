package dev.hocket.flow.flink;

import dev.hocket.flow.graph.FlowException;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.lang.reflect.InvocationTargetException;
import java.nio.charset.StandardCharsets;

/** Begins a Clojure program in a jar of {@code hocket package-flow}. */
public final class PackagedProgram {
  private static final String MAIN = "META-INF/hocket/flow-main";

  private PackagedProgram() {}

  /**
   * Loads the program's definitions, and calls its function {@code -main}. Nothing is bound to the
   * thread, so what a flow finds bound there is of the program itself. If a flow is refused, or the
   * jar is another one, prints why, and ends the JVM with 1.
   *
   * @param arguments the arguments of the function
   * @throws Throwable what the function throws
   */
  public static void main(String[] arguments) throws Throwable {
    if (!run(arguments, System.err)) {
      System.exit(1);
    }
  }

  /** Returns whether the program was found and no flow of it refused. */
  static boolean run(String[] arguments, PrintStream out) throws Throwable {
    ClassLoader loader = Thread.currentThread().getContextClassLoader();
    String main = main(loader);
    if (main == null) {
      out.println(
          "the jar has no " + MAIN + ", so it is not one that 'hocket package-flow' has made");
      return false;
    }
    try {
      call(main, arguments, loader);
      return true;
    } catch (FlowException refused) {
      out.println(refused.getMessage());
      return false;
    }
  }

  /** The namespace and the name of the function that begins the program; null if none is named. */
  private static String main(ClassLoader loader) throws IOException {
    try (InputStream in = loader.getResourceAsStream(MAIN)) {
      return in == null ? null : new String(in.readAllBytes(), StandardCharsets.UTF_8).strip();
    }
  }

  private static void call(String main, String[] arguments, ClassLoader loader) throws Throwable {
    Shipment.loadFirst(loader);
    int slash = main.indexOf('/');
    Class<?> runtime = Class.forName("clojure.lang.RT", true, loader);
    Object function =
        runtime
            .getMethod("var", String.class, String.class)
            .invoke(null, main.substring(0, slash), main.substring(slash + 1));
    Object list = runtime.getMethod("seq", Object.class).invoke(null, (Object) arguments);
    try {
      function
          .getClass()
          .getMethod("applyTo", Class.forName("clojure.lang.ISeq", true, loader))
          .invoke(function, list);
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }
}
