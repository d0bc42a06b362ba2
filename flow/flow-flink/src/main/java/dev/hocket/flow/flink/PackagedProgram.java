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
   * thread, so what a flow finds bound there is of the program itself. If a flow is refused, prints
   * why, and ends the JVM with 1.
   *
   * @param arguments the arguments of the function
   * @throws Throwable what the function throws
   */
  public static void main(String[] arguments) throws Throwable {
    if (!run(arguments, System.err)) {
      System.exit(1);
    }
  }

  /** Returns whether no flow of the program was refused. */
  static boolean run(String[] arguments, PrintStream out) throws Throwable {
    try {
      call(arguments);
      return true;
    } catch (FlowException refused) {
      out.println(refused.getMessage());
      return false;
    }
  }

  private static void call(String[] arguments) throws Throwable {
    ClassLoader loader = Thread.currentThread().getContextClassLoader();
    Shipment.loadFirst(loader);
    String main;
    try (InputStream in = loader.getResourceAsStream(MAIN)) {
      if (in == null) {
        throw new IOException("the class path has no " + MAIN + ", which package-flow writes");
      }
      main = new String(in.readAllBytes(), StandardCharsets.UTF_8).strip();
    }
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
