package dev.hocket.compiler.emit;

import dev.hocket.compiler.attribute.ShownFiles;
import dev.hocket.compiler.lower.LoweredUnit;
import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import javax.tools.FileObject;
import javax.tools.JavaFileObject;
import javax.tools.StandardJavaFileManager;

/**
 * Gives javac the translations instead of the user's files, and rewrites the class files it makes
 * of them.
 */
final class RewrittenFiles extends ShownFiles {
  private final Map<URI, LoweredUnit> units;
  private final BiConsumer<LoweredUnit, Exception> failed;

  RewrittenFiles(
      StandardJavaFileManager files,
      Map<URI, LoweredUnit> units,
      BiConsumer<LoweredUnit, Exception> failed) {
    super(files);
    this.units = units;
    this.failed = failed;
  }

  /** The file, or its translation. */
  JavaFileObject rewritten(JavaFileObject file) {
    LoweredUnit unit = file == null ? null : units.get(file.toUri());
    return unit == null ? file : new RewrittenFile(file, unit);
  }

  @Override
  public Iterable<JavaFileObject> list(
      Location location, String packageName, Set<JavaFileObject.Kind> kinds, boolean recurse)
      throws IOException {
    List<JavaFileObject> files = new ArrayList<>();
    super.list(location, packageName, kinds, recurse).forEach(f -> files.add(rewritten(f)));
    return files;
  }

  @Override
  public JavaFileObject getJavaFileForInput(
      Location location, String className, JavaFileObject.Kind kind) throws IOException {
    return rewritten(super.getJavaFileForInput(location, className, kind));
  }

  @Override
  public JavaFileObject getJavaFileForOutput(
      Location location, String className, JavaFileObject.Kind kind, FileObject sibling)
      throws IOException {
    RewrittenClass.Output output =
        name -> super.getJavaFileForOutput(location, name, kind, original(sibling));
    JavaFileObject file = output.named(className);
    return sibling instanceof RewrittenFile rewritten
        ? new RewrittenClass(file, rewritten.unit(), output, failed)
        : file;
  }
}
