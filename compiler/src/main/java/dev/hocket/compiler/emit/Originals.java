package dev.hocket.compiler.emit;

import dev.hocket.compiler.attribute.ShownFiles;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URI;
import java.util.List;
import javax.tools.FileObject;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardJavaFileManager;

/**
 * Compiles the original sources after javac has refused their translation. javac finds some errors
 * only when it writes class files, which pass 1 does not do: for example, code that is too long.
 */
final class Originals {
  private Originals() {}

  /** Whether javac refuses the original sources, too; then it has printed the reason. */
  static boolean areRefused(
      JavaCompiler compiler,
      StandardJavaFileManager standard,
      List<String> names,
      List<JavaFileObject> generated,
      List<String> options,
      PrintWriter out) {
    NoOutput files = new NoOutput(standard);
    List<JavaFileObject> roots = files.shown(names);
    roots.addAll(generated);
    StringWriter said = new StringWriter();
    if (compiler.getTask(said, files, null, options, null, roots).call()) {
      return false;
    }
    out.print(said);
    return true;
  }

  /** A file manager that discards all output. */
  private static final class NoOutput extends ShownFiles {
    NoOutput(StandardJavaFileManager files) {
      super(files);
    }

    @Override
    public JavaFileObject getJavaFileForOutput(
        Location location, String className, JavaFileObject.Kind kind, FileObject sibling) {
      return new Dropped(className, kind);
    }

    @Override
    public FileObject getFileForOutput(
        Location location, String packageName, String relativeName, FileObject sibling) {
      return new Dropped(relativeName, JavaFileObject.Kind.OTHER);
    }
  }

  /** An output file whose content is discarded. */
  private static final class Dropped extends SimpleJavaFileObject {
    Dropped(String name, Kind kind) {
      super(URI.create("dropped:///" + name.hashCode()), kind);
    }

    @Override
    public OutputStream openOutputStream() {
      return OutputStream.nullOutputStream();
    }
  }
}
