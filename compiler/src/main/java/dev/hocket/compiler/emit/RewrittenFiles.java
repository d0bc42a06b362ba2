package dev.hocket.compiler.emit;

import dev.hocket.compiler.attribute.ShownFile;
import dev.hocket.compiler.attribute.ShownFiles;
import dev.hocket.compiler.lower.LoweredUnit;
import java.io.IOException;
import java.net.URI;
import java.util.Map;
import java.util.function.BiConsumer;
import javax.tools.FileObject;
import javax.tools.JavaFileObject;
import javax.tools.StandardJavaFileManager;

/**
 * A file manager that gives javac the translations instead of the user's files, and rewrites the
 * class files that javac makes of them.
 */
final class RewrittenFiles extends ShownFiles {
  private final Map<URI, LoweredUnit> units;
  private final Map<URI, String> outlines;
  private final BiConsumer<LoweredUnit, Exception> failed;

  RewrittenFiles(
      StandardJavaFileManager files,
      Map<URI, LoweredUnit> units,
      Map<URI, String> outlines,
      BiConsumer<LoweredUnit, Exception> failed) {
    super(files);
    this.units = units;
    this.outlines = outlines;
    this.failed = failed;
  }

  /** The translation of a source file, or its outline, or the file itself if it has neither. */
  @Override
  protected JavaFileObject shown(JavaFileObject source) {
    LoweredUnit unit = units.get(source.toUri());
    if (unit != null) {
      return new RewrittenFile(source, unit);
    }
    String outline = outlines.get(source.toUri());
    return outline == null ? super.shown(source) : new OutlinedFile(source, outline);
  }

  private static final class OutlinedFile extends ShownFile {
    private final String outline;

    OutlinedFile(JavaFileObject file, String outline) {
      super(file);
      this.outline = outline;
    }

    @Override
    public String getCharContent(boolean ignoreEncodingErrors) {
      return outline;
    }
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
