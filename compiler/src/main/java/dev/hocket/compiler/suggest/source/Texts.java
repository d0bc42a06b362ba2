package dev.hocket.compiler.suggest.source;

import com.sun.source.tree.CompilationUnitTree;
import java.io.IOException;
import java.io.UncheckedIOException;

/** The texts of files that javac has read. */
public final class Texts {
  private Texts() {}

  public static String of(CompilationUnitTree unit) {
    try {
      return unit.getSourceFile().getCharContent(true).toString();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
