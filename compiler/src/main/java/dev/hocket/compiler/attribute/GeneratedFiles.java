package dev.hocket.compiler.attribute;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import javax.tools.FileObject;
import javax.tools.JavaFileObject;
import javax.tools.StandardJavaFileManager;

/**
 * Writes files where javac would, and records which ones annotation processors wrote. (The method
 * for originating files comes here too, once this one is overridden: ForwardingJavaFileManager.)
 */
public final class GeneratedFiles extends ShownFiles {
  private final List<JavaFileObject> sources = new ArrayList<>();
  private boolean classes;

  /** Wraps javac's own file manager. */
  public GeneratedFiles(StandardJavaFileManager files) {
    super(files);
  }

  /** The source files annotation processors wrote. */
  public List<JavaFileObject> sources() {
    return List.copyOf(sources);
  }

  /** Whether annotation processors wrote class files; javac itself writes none in pass 1. */
  public boolean haveClasses() {
    return classes;
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
