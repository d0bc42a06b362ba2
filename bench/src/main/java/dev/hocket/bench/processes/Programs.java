package dev.hocket.bench.processes;

import dev.hocket.compiler.HocketCompiler;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;

/** Compiles the benchmarks' programs with directives when a benchmark needs them. */
public final class Programs {
  public static final Path ROOT = Path.of(System.getProperty("hocket.root", "")).toAbsolutePath();

  private Programs() {}

  /** Compiles {@code bench/src/main/programs/NAME.java} and makes an object of its class. */
  public static Object load(String name) throws IOException, ReflectiveOperationException {
    return load(name, Programs::compile);
  }

  /** Loads a program without its directives: to the JDK's compiler they are comments. */
  public static Object loadSequential(String name)
      throws IOException, ReflectiveOperationException {
    return load(name, Programs::compileSequential);
  }

  private static Object load(String name, BiConsumer<String, Path> compiler)
      throws IOException, ReflectiveOperationException {
    Path classes = Files.createTempDirectory("hocket-bench");
    try {
      compiler.accept("bench/src/main/programs/" + name + ".java", classes);
      // Never closed: the object lives as long as the benchmark, and the JVM loads classes for its
      // lambdas late.
      @SuppressWarnings("resource")
      URLClassLoader loader = new URLClassLoader(new URL[] {classes.toUri().toURL()});
      Class<?> type = loader.loadClass(name.substring(name.lastIndexOf('/') + 1));
      loadAll(loader, classes);
      return type.getDeclaredConstructor().newInstance();
    } finally {
      delete(classes);
    }
  }

  private static void loadAll(ClassLoader loader, Path classes)
      throws IOException, ReflectiveOperationException {
    try (Stream<Path> files = Files.list(classes)) {
      for (Path file : files.toList()) {
        loader.loadClass(file.getFileName().toString().replace(".class", ""));
      }
    }
  }

  /** Compiles a source, by its path in the repository. */
  public static void compile(String source, Path classes) {
    PrintWriter out = new PrintWriter(System.err, true);
    int exit =
        HocketCompiler.compile(
            List.of(
                "-cp",
                System.getProperty("java.class.path"),
                "-d",
                classes.toString(),
                ROOT.resolve(source).toString()),
            new HocketCompiler.Options(null, false, false),
            out);
    if (exit != 0) {
      throw new AssertionError(source + " does not compile");
    }
  }

  private static void compileSequential(String source, Path classes) {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    String path = ROOT.resolve(source).toString();
    String classPath = System.getProperty("java.class.path");
    if (compiler.run(null, System.err, System.err, "-cp", classPath, "-d", classes.toString(), path)
        != 0) {
      throw new AssertionError(source + " does not compile");
    }
  }

  /** Deletes a folder and its contents. */
  public static void delete(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }
}
