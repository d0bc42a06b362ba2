package dev.hocket.compiler.attribute;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import javax.tools.FileObject;
import javax.tools.JavaFileObject;
import javax.tools.StandardJavaFileManager;

/**
 * A file manager that gives javac source files with replaced content, here with the import of
 * {@link PyjamaImport}. javac's own file manager accepts only its own file objects, so each one is
 * unwrapped before it is passed to it.
 */
public class ShownFiles extends JdkFiles {
  /** Wraps javac's own file manager. */
  public ShownFiles(StandardJavaFileManager files) {
    super(files);
  }

  /** The file that javac reads instead of a source file. */
  protected JavaFileObject shown(JavaFileObject source) {
    return PyjamaImport.added(source);
  }

  /** The files that javac reads instead of the source files on its command line. */
  public final List<JavaFileObject> shown(List<String> names) {
    List<JavaFileObject> files = new ArrayList<>();
    fileManager.getJavaFileObjectsFromStrings(names).forEach(file -> files.add(shown(file)));
    return files;
  }

  /** The file that javac reads instead of a class file. */
  protected JavaFileObject shownClass(Location location, JavaFileObject type) {
    return type;
  }

  private JavaFileObject input(Location location, JavaFileObject file) {
    if (file == null) {
      return null;
    }
    return switch (file.getKind()) {
      case SOURCE -> shown(file);
      case CLASS -> shownClass(location, file);
      default -> file;
    };
  }

  @Override
  public Iterable<JavaFileObject> list(
      Location location, String packageName, Set<JavaFileObject.Kind> kinds, boolean recurse)
      throws IOException {
    List<JavaFileObject> files = new ArrayList<>();
    super.list(location, packageName, kinds, recurse)
        .forEach(file -> files.add(input(location, file)));
    return files;
  }

  @Override
  public JavaFileObject getJavaFileForInput(
      Location location, String className, JavaFileObject.Kind kind) throws IOException {
    return input(location, super.getJavaFileForInput(location, className, kind));
  }

  @Override
  public FileObject getFileForOutput(
      Location location, String packageName, String relativeName, FileObject sibling)
      throws IOException {
    return super.getFileForOutput(location, packageName, relativeName, original(sibling));
  }

  /** The file manager's own file object. */
  protected static FileObject original(FileObject file) {
    return file instanceof StandIn standIn ? standIn.original() : file;
  }

  private static JavaFileObject original(JavaFileObject file) {
    return file instanceof StandIn standIn ? standIn.original() : file;
  }

  @Override
  public String inferBinaryName(Location location, JavaFileObject file) {
    return super.inferBinaryName(location, original(file));
  }

  @Override
  public boolean isSameFile(FileObject a, FileObject b) {
    return super.isSameFile(original(a), original(b));
  }

  @Override
  public boolean contains(Location location, FileObject file) throws IOException {
    return super.contains(location, original(file));
  }

  @Override
  public Location getLocationForModule(Location location, JavaFileObject file) throws IOException {
    return super.getLocationForModule(location, original(file));
  }
}
