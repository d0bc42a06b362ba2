package dev.hocket.compiler;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.hocket.directives.Omp;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;

/** A program that is compiled with its directives and runs in this JVM. */
final class LoadedProgram implements AutoCloseable {
  private final URLClassLoader loader;
  private final Class<?> main;

  private LoadedProgram(URLClassLoader loader, Class<?> main) {
    this.loader = loader;
    this.main = main;
  }

  /** Compiles a class {@code Main}; the compiler may print only warnings. */
  static LoadedProgram of(Path folder, String source) throws Exception {
    Harness harness = new Harness(folder).file("Main.java", source);
    return load(folder, source, harness.compile("out", "-nowarn"));
  }

  /** Compiles a class {@code Main}, ignoring its directives. */
  static LoadedProgram sequential(Path folder, String source) throws Exception {
    Harness harness = new Harness(folder).file("Main.java", source);
    return load(folder, source, harness.compileSequentially("out", "-nowarn"));
  }

  private static LoadedProgram load(Path folder, String source, Harness.Compiled compiled)
      throws Exception {
    assertEquals("", compiled.output(), source);
    return load(folder.resolve("out"), "Main");
  }

  /** Loads a class of a program that has been compiled. */
  static LoadedProgram load(Path classes, String main) throws Exception {
    URLClassLoader loader = new URLClassLoader(new URL[] {classes.toUri().toURL()});
    return new LoadedProgram(loader, loader.loadClass(main));
  }

  /** Calls a static method without parameters; {@code threads} is the default size of teams. */
  Object call(String method, int threads) throws Exception {
    int before = Omp.getMaxThreads();
    Omp.setNumThreads(threads);
    try {
      var called = main.getDeclaredMethod(method);
      called.setAccessible(true);
      return called.invoke(null);
    } catch (InvocationTargetException e) {
      throw e.getCause() instanceof Exception x ? x : e;
    } finally {
      Omp.setNumThreads(before);
    }
  }

  @Override
  public void close() throws IOException {
    loader.close();
  }
}
