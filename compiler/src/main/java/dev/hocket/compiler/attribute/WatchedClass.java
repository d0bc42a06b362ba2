package dev.hocket.compiler.attribute;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import javax.tools.JavaFileObject;

/** A class file of a library whose marks are recorded when javac reads it. */
final class WatchedClass extends StandIn {
  private final Marks marks;

  WatchedClass(JavaFileObject file, Marks marks) {
    super(file);
    this.marks = marks;
  }

  @Override
  public InputStream openInputStream() throws IOException {
    try (InputStream in = super.openInputStream()) {
      byte[] bytes = in.readAllBytes();
      marks.note(fileObject, bytes);
      return new ByteArrayInputStream(bytes);
    }
  }
}
