package dev.hocket.compiler.check.language;

import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.Tree;

/** Recognises calls of another constructor: {@code this(…)} and {@code super(…)}. */
public final class ConstructorCall {
  private ConstructorCall() {}

  /** Whether a tree is such a call. */
  public static boolean is(Tree call) {
    return call instanceof MethodInvocationTree tree
        && tree.getMethodSelect() instanceof IdentifierTree name
        && (name.getName().contentEquals("this") || name.getName().contentEquals("super"));
  }
}
