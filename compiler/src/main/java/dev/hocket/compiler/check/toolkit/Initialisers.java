package dev.hocket.compiler.check.toolkit;

import com.sun.source.tree.BlockTree;
import com.sun.source.tree.ClassTree;
import com.sun.source.tree.ExpressionStatementTree;
import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.StatementTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.TreePath;
import java.util.List;
import javax.lang.model.element.Modifier;

/** The code that initialises objects and classes, which Java runs although no call names it. */
public final class Initialisers {
  private Initialisers() {}

  /**
   * What a function runs besides its own statements: if it is a constructor that calls no other one
   * of its class, the initialisers of the new object.
   */
  public static List<TreePath> ofObject(TreePath function) {
    boolean runsThem =
        function.getLeaf() instanceof MethodTree method
            && method.getReturnType() == null
            && function.getParentPath().getLeaf() instanceof ClassTree
            && method.getBody().getStatements().stream().noneMatch(Initialisers::callsOther);
    return runsThem ? of(function.getParentPath(), false) : List.of();
  }

  private static boolean callsOther(StatementTree statement) {
    return statement instanceof ExpressionStatementTree expression
        && expression.getExpression() instanceof MethodInvocationTree call
        && call.getMethodSelect() instanceof IdentifierTree name
        && name.getName().contentEquals("this");
  }

  /** What Java runs at the first use of a class. */
  public static List<TreePath> ofClass(TreePath type) {
    return of(type, true);
  }

  private static List<TreePath> of(TreePath type, boolean isStatic) {
    ClassTree tree = (ClassTree) type.getLeaf();
    return tree.getMembers().stream()
        .filter(each -> isStatic == isStatic(tree, each))
        .filter(each ->
            each instanceof BlockTree
                || each instanceof VariableTree field && field.getInitializer() != null)
        .map(each -> new TreePath(type, each))
        .toList();
  }

  private static boolean isStatic(ClassTree type, Tree member) {
    return switch (member) {
      case BlockTree block -> block.isStatic();
      case VariableTree field ->
          field.getModifiers().getFlags().contains(Modifier.STATIC)
              || type.getKind() == Tree.Kind.INTERFACE
              || type.getKind() == Tree.Kind.ANNOTATION_TYPE;
      default -> false;
    };
  }
}
