package dev.hocket.compiler.check.language;

import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.Tree;

/**
 * Recognises calls by {@code super}: such a call runs exactly the named method, even if the
 * object's class overrides it.
 */
public final class SuperCall {
  private SuperCall() {}

  /** Whether a tree is such a call. */
  public static boolean is(Tree call) {
    return call instanceof MethodInvocationTree tree
        && tree.getMethodSelect() instanceof MemberSelectTree select
        && switch (select.getExpression()) {
          case IdentifierTree name -> name.getName().contentEquals("super");
          case MemberSelectTree name -> name.getIdentifier().contentEquals("super");
          default -> false;
        };
  }
}
