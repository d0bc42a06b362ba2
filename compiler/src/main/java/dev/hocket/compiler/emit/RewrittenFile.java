package dev.hocket.compiler.emit;

import dev.hocket.compiler.attribute.ShownFile;
import dev.hocket.compiler.lower.LoweredUnit;
import javax.tools.JavaFileObject;

/** A user's file with its translation as the content. */
final class RewrittenFile extends ShownFile {
  private final LoweredUnit unit;

  RewrittenFile(JavaFileObject file, LoweredUnit unit) {
    super(file, unit.generated().toString());
    this.unit = unit;
  }

  /** The translation. */
  LoweredUnit unit() {
    return unit;
  }
}
