package dev.hocket.compiler.emit;

import dev.hocket.compiler.lower.LoweredUnit;
import java.io.Reader;
import java.io.StringReader;
import javax.tools.ForwardingJavaFileObject;
import javax.tools.JavaFileObject;

/** A user's file with another content. */
final class RewrittenFile extends ForwardingJavaFileObject<JavaFileObject> {
  private final LoweredUnit unit;

  RewrittenFile(JavaFileObject file, LoweredUnit unit) {
    super(file);
    this.unit = unit;
  }

  /** The translation. */
  LoweredUnit unit() {
    return unit;
  }

  /** The user's file. */
  JavaFileObject original() {
    return fileObject;
  }

  @Override
  public CharSequence getCharContent(boolean ignoreEncodingErrors) {
    return unit.generated().toString();
  }

  @Override
  public Reader openReader(boolean ignoreEncodingErrors) {
    return new StringReader(unit.generated().toString());
  }
}
