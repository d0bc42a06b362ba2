package dev.hocket.compiler.emit;

import java.io.Reader;
import java.io.StringReader;
import javax.tools.ForwardingJavaFileObject;
import javax.tools.JavaFileObject;

/** A user's file with another content. */
final class RewrittenFile extends ForwardingJavaFileObject<JavaFileObject> {
  private final String content;

  RewrittenFile(JavaFileObject file, String content) {
    super(file);
    this.content = content;
  }

  /** The user's file. */
  JavaFileObject original() {
    return fileObject;
  }

  @Override
  public CharSequence getCharContent(boolean ignoreEncodingErrors) {
    return content;
  }

  @Override
  public Reader openReader(boolean ignoreEncodingErrors) {
    return new StringReader(content);
  }
}
