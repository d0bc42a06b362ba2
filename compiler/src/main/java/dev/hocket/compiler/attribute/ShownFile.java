package dev.hocket.compiler.attribute;

import java.io.Reader;
import java.io.StringReader;
import javax.tools.ForwardingJavaFileObject;
import javax.tools.JavaFileObject;

/** A user's file with another content. */
public class ShownFile extends ForwardingJavaFileObject<JavaFileObject> {
  private final String content;

  /** The user's file, and what javac reads in its place. */
  public ShownFile(JavaFileObject file, String content) {
    super(file);
    this.content = content;
  }

  /** The user's file. */
  final JavaFileObject original() {
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
