package dev.hocket.compiler.inspect;

import dev.hocket.compiler.attribute.JdkFiles;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import javax.tools.FileObject;
import javax.tools.JavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.StandardLocation;

/** A file manager that gives javac the texts of a program as its source path. */
final class ProjectFiles extends JdkFiles {
  private final Map<String, List<JavaFileObject>> packages;

  /**
   * Creates a file manager.
   *
   * @param packages the files of each package
   */
  ProjectFiles(StandardJavaFileManager files, Map<String, List<JavaFileObject>> packages) {
    super(files);
    this.packages = packages;
  }

  @Override
  public boolean hasLocation(Location location) {
    return location == StandardLocation.SOURCE_PATH || super.hasLocation(location);
  }

  @Override
  public Iterable<JavaFileObject> list(
      Location location, String packageName, Set<JavaFileObject.Kind> kinds, boolean recurse)
      throws IOException {
    return location == StandardLocation.SOURCE_PATH
        ? packages.getOrDefault(packageName, List.of())
        : super.list(location, packageName, kinds, recurse);
  }

  @Override
  public String inferBinaryName(Location location, JavaFileObject file) {
    return file instanceof ProjectFile.Input input
        ? input.binaryName()
        : super.inferBinaryName(location, file);
  }

  @Override
  public boolean isSameFile(FileObject a, FileObject b) {
    return a instanceof ProjectFile.Input || b instanceof ProjectFile.Input
        ? a.equals(b)
        : super.isSameFile(a, b);
  }

  @Override
  public boolean contains(Location location, FileObject file) throws IOException {
    return file instanceof ProjectFile.Input
        ? location == StandardLocation.SOURCE_PATH
        : super.contains(location, file);
  }

  /** Does nothing: the file manager is used for further inspections. */
  @Override
  public void close() {}
}
