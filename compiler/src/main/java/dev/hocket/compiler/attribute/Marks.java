package dev.hocket.compiler.attribute;

import java.nio.charset.StandardCharsets;
import java.util.Optional;
import javax.tools.JavaFileObject;

/**
 * Collects the marks in class files that javac has read: the annotation {@code Resumable} marks
 * methods that can be suspended. The annotation's name anywhere in a class file counts, because a
 * false match only causes a second compilation.
 */
public final class Marks {
  private static final String NAME = "dev/hocket/directives/Resumable;";

  private boolean found;
  private String relocated;

  Marks() {}

  /** Records the mark of a class file, if it has one. */
  void note(JavaFileObject file, byte[] bytes) {
    String text = new String(bytes, StandardCharsets.ISO_8859_1);
    for (int at = text.indexOf(NAME); at >= 0; at = text.indexOf(NAME, at + 1)) {
      if (at > 0 && text.charAt(at - 1) == '/') {
        relocated = relocated == null ? file.getName() : relocated;
      } else {
        found = true;
      }
    }
  }

  /** Whether a class file has, or may have, methods that can be suspended. */
  public boolean found() {
    return found;
  }

  /** A class file whose mark was moved to another package, together with the runtime. */
  public Optional<String> relocated() {
    return Optional.ofNullable(relocated);
  }
}
