package dev.hocket.bench.flows;

import dev.hocket.bench.processes.Programs;
import java.io.File;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A peer: processes of core.async.flow. Only pre-releases of core.async contain core.async.flow, so
 * this peer loads its own Clojure in its own class loader.
 */
final class CoreAsyncFlow implements PipelinePeer {
  private static final Path FOLDER = Programs.ROOT.resolve("bench/target/core-async-flow");
  private static final String NAMESPACE = "dev.hocket.bench.flows.core-async-flow";

  private final URLClassLoader loader;

  private CoreAsyncFlow(URLClassLoader loader) throws Exception {
    this.loader = loader;
    call("clojure.core", "require", call("clojure.core", "symbol", NAMESPACE));
  }

  /** The peer, or empty if the build has not copied core.async.flow to its folder. */
  static Optional<CoreAsyncFlow> find() throws Exception {
    if (!Files.isDirectory(FOLDER)) {
      return Optional.empty();
    }
    List<URL> path = new ArrayList<>();
    try (Stream<Path> jars = Files.list(FOLDER)) {
      for (Path jar : jars.toList()) {
        path.add(jar.toUri().toURL());
      }
    }
    String[] others = System.getProperty("java.class.path").split(File.pathSeparator);
    for (String other : Arrays.stream(others).filter(e -> !e.contains("core.async")).toList()) {
      path.add(Path.of(other).toUri().toURL());
    }
    ClassLoader platform = ClassLoader.getPlatformClassLoader();
    return Optional.of(new CoreAsyncFlow(new URLClassLoader(path.toArray(URL[]::new), platform)));
  }

  @Override
  public String name() {
    return "core.async.flow";
  }

  @Override
  public int share() {
    return 1;
  }

  @Override
  public long run(long items, int rounds) throws Exception {
    return (long) call(NAMESPACE, "run", items, rounds, Pipelines.CAPACITY);
  }

  /** Clojure uses the class loader of the calling thread. */
  private Object call(String namespace, String name, Object... arguments) throws Exception {
    Thread thread = Thread.currentThread();
    ClassLoader before = thread.getContextClassLoader();
    thread.setContextClassLoader(loader);
    try {
      Object function =
          loader
              .loadClass("clojure.java.api.Clojure")
              .getMethod("var", Object.class, Object.class)
              .invoke(null, namespace, name);
      Class<?>[] types = new Class<?>[arguments.length];
      Arrays.fill(types, Object.class);
      return loader
          .loadClass("clojure.lang.IFn")
          .getMethod("invoke", types)
          .invoke(function, arguments);
    } catch (InvocationTargetException e) {
      throw new IllegalStateException(namespace + "/" + name + " failed", e.getCause());
    } finally {
      thread.setContextClassLoader(before);
    }
  }

  @Override
  public void close() throws IOException {
    loader.close();
  }
}
