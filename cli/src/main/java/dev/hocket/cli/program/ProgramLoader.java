package dev.hocket.cli.program;

import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;

/**
 * The class loader of a user's program. It finds classes of the JDK, of the Hocket runtime and of
 * the program's own class path, but not the command line's libraries, so that the program may use
 * other versions of these.
 *
 * <p>The runtime comes from the loader of the command line rather than from a second copy: a
 * recording and the program must see the same targets.
 */
public final class ProgramLoader extends URLClassLoader {
  static {
    registerAsParallelCapable();
  }

  public ProgramLoader(List<Path> classPath) {
    super(classPath.stream().map(ProgramLoader::url).toArray(URL[]::new), new RuntimeOnly());
  }

  private static URL url(Path entry) {
    try {
      return entry.toUri().toURL();
    } catch (MalformedURLException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Loads the JDK and the packages of the Hocket runtime. */
  private static final class RuntimeOnly extends ClassLoader {
    static {
      registerAsParallelCapable();
    }

    private static final List<String> PACKAGES = ClassPath.runtimePackages();

    RuntimeOnly() {
      super(ClassLoader.getPlatformClassLoader());
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
      if (isRuntime(name)) {
        return ProgramLoader.class.getClassLoader().loadClass(name);
      }
      throw new ClassNotFoundException(name);
    }

    /**
     * Finds folders of packages too, in which {@code (flow :import [package])} looks for classes.
     */
    @Override
    protected Enumeration<URL> findResources(String name) throws IOException {
      return isRuntime(name.replace('/', '.'))
          ? ProgramLoader.class.getClassLoader().getResources(name)
          : Collections.emptyEnumeration();
    }

    private static boolean isRuntime(String name) {
      return PACKAGES.stream().anyMatch(name::startsWith);
    }
  }
}
