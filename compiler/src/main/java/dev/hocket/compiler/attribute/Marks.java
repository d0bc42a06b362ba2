package dev.hocket.compiler.attribute;

import java.nio.charset.StandardCharsets;
import java.util.Optional;
import javax.tools.JavaFileObject;

/**
 * What the class files that javac has read say of methods that can be suspended: the annotation
 * {@code Resumable} is their mark. Its name in a class file is enough here, since a class file that
 * only mentions it costs no more than a second look.
 */
public final class Marks {
  private static final String NAME = "dev/hocket/directives/Resumable;";

  private boolean found;
  private String relocated;

  Marks() {}

  /** Notes what a class file says. */
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

  /** Whether a class file has methods that can be suspended, or may have. */
  public boolean found() {
    return found;
  }

  /** A class file whose mark was moved to another package, with the runtime that it belongs to. */
  public Optional<String> relocated() {
    return Optional.ofNullable(relocated);
  }
}
