package dev.hocket.compiler.suggest.source;

import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.TreePath;
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

  /** The name of a function in messages. */
  public static String nameOf(TreePath function) {
    Tree tree = function.getLeaf();
    if (!(tree instanceof MethodTree method)) {
      return "this lambda";
    }
    boolean constructor = method.getReturnType() == null;
    return constructor ? "a constructor" : "'" + method.getName() + "'";
  }
}
