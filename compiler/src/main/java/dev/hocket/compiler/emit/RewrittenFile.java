package dev.hocket.compiler.emit;

import dev.hocket.compiler.attribute.ShownFile;
import dev.hocket.compiler.lower.LoweredUnit;
import javax.tools.JavaFileObject;

/** A source file of the user with its translation as the content. */
final class RewrittenFile extends ShownFile {
  private final LoweredUnit unit;
  private final String translation;

  RewrittenFile(JavaFileObject file, LoweredUnit unit) {
    super(file);
    this.unit = unit;
    translation = unit.generated().toString();
  }

  /** The unit with the translation. */
  LoweredUnit unit() {
    return unit;
  }

  @Override
  public String getCharContent(boolean ignoreEncodingErrors) {
    return translation;
  }
}
