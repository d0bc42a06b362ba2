package dev.hocket.compiler.attribute;

import java.io.IOException;
import java.io.Reader;
import java.io.StringReader;
import javax.tools.JavaFileObject;

/** A source file of the user with replaced content. */
public abstract class ShownFile extends StandIn {
  /** Wraps the user's file. */
  protected ShownFile(JavaFileObject file) {
    super(file);
  }

  /** The content that javac reads instead of the file's own. */
  @Override
  public abstract String getCharContent(boolean ignoreEncodingErrors) throws IOException;

  @Override
  public final Reader openReader(boolean ignoreEncodingErrors) throws IOException {
    return new StringReader(getCharContent(ignoreEncodingErrors));
  }
}
