package dev.hocket.compiler.attribute;

import java.io.IOException;
import java.net.URI;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.JavaFileManager;
import javax.tools.JavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.StandardLocation;
import javax.tools.ToolProvider;

/**
 * A file manager that lists each package of the running JDK once. javac's own file manager lists a
 * package again for every task, which takes a sixth of the time that a small program takes.
 */
public class JdkFiles extends ForwardingJavaFileManager<StandardJavaFileManager> {
  private static final Image IMAGE = new Image();

  /** Wraps javac's own file manager. */
  public JdkFiles(StandardJavaFileManager files) {
    super(files);
  }

  @Override
  public Iterable<JavaFileObject> list(
      Location location, String packageName, Set<JavaFileObject.Kind> kinds, boolean recurse)
      throws IOException {
    if (location.getName().startsWith(StandardLocation.SYSTEM_MODULES.name()) && !recurse) {
      Iterator<? extends Path> places = fileManager.getLocationAsPaths(location).iterator();
      Path module = places.next();
      // Another JDK is in another file system.
      if (module.getFileSystem() == Image.MODULES && !places.hasNext()) {
        return IMAGE.list(module.getFileName().toString(), packageName, kinds);
      }
    }
    return super.list(location, packageName, kinds, recurse);
  }

  /** The class files of the running JDK, which do not change. */
  private static final class Image {
    private static final FileSystem MODULES = FileSystems.getFileSystem(URI.create("jrt:/"));

    private record Package(String module, String name, Set<JavaFileObject.Kind> kinds) {}

    /** A file manager of their own, because the files keep it from being collected. */
    private final JavaFileManager files =
        ToolProvider.getSystemJavaCompiler().getStandardFileManager(null, null, null);

    private final Map<Package, List<JavaFileObject>> packages = new HashMap<>();

    synchronized List<JavaFileObject> list(
        String module, String name, Set<JavaFileObject.Kind> kinds) throws IOException {
      Package key = new Package(module, name, Set.copyOf(kinds));
      List<JavaFileObject> known = packages.get(key);
      if (known == null) {
        Location location = files.getLocationForModule(StandardLocation.SYSTEM_MODULES, module);
        List<JavaFileObject> found = new ArrayList<>();
        files.list(location, name, kinds, false).forEach(found::add);
        known = List.copyOf(found);
        packages.put(key, known);
      }
      return known;
    }
  }
}
