package dev.hocket.compiler.attribute;

import java.io.IOException;
import java.io.Reader;
import java.io.StringReader;
import javax.tools.JavaFileObject;

/** A user's file with another content. */
public abstract class ShownFile extends StandIn {
  /** The user's file. */
  protected ShownFile(JavaFileObject file) {
    super(file);
  }

  /** What javac reads in place of the content of the user's file. */
  @Override
  public abstract String getCharContent(boolean ignoreEncodingErrors) throws IOException;

  @Override
  public final Reader openReader(boolean ignoreEncodingErrors) throws IOException {
    return new StringReader(getCharContent(ignoreEncodingErrors));
  }
}
