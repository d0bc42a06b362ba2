package dev.hocket.compiler.attribute;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import javax.tools.FileObject;
import javax.tools.JavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.StandardLocation;

/**
 * A file manager that writes files where javac would, and records the files that annotation
 * processors write and the marks of the class files that javac reads. (ForwardingJavaFileManager
 * also calls the overridden method for the variant with originating files.)
 */
public final class GeneratedFiles extends ShownFiles {
  private final List<JavaFileObject> sources = new ArrayList<>();
  private final Marks marks = new Marks();
  private boolean classes;

  /** Wraps javac's own file manager. */
  public GeneratedFiles(StandardJavaFileManager files) {
    super(files);
  }

  /** The source files that annotation processors have written. */
  public List<JavaFileObject> sources() {
    return List.copyOf(sources);
  }

  /** Whether annotation processors have written class files; javac itself writes none in pass 1. */
  public boolean haveClasses() {
    return classes;
  }

  /** The marks of the class files that javac has read. */
  public Marks marks() {
    return marks;
  }

  /** Watches a class file for marks, unless it belongs to the JDK, whose classes have none. */
  @Override
  protected JavaFileObject shownClass(Location location, JavaFileObject type) {
    String where = location.getName();
    boolean ofTheJdk =
        where.startsWith(StandardLocation.SYSTEM_MODULES.name())
            || where.equals(StandardLocation.PLATFORM_CLASS_PATH.name());
    return ofTheJdk ? type : new WatchedClass(type, marks);
  }

  @Override
  public JavaFileObject getJavaFileForOutput(
      Location location, String className, JavaFileObject.Kind kind, FileObject sibling)
      throws IOException {
    JavaFileObject file = super.getJavaFileForOutput(location, className, kind, original(sibling));
    if (kind == JavaFileObject.Kind.SOURCE) {
      sources.add(file);
    } else {
      classes = true;
    }
    return file;
  }
}
