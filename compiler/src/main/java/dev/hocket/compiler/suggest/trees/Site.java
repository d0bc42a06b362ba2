package dev.hocket.compiler.suggest.trees;

import com.sun.source.tree.BlockTree;
import com.sun.source.tree.ClassTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.LambdaExpressionTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.NewClassTree;
import com.sun.source.tree.StatementTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The place in the sources that a frame of a stack stands for.
 *
 * @param function the method or lambda
 * @param code the smallest statement at the line, or the expression that is a lambda's body
 * @param called the name of the method that it was calling; empty if it ran its own code
 * @param byProgram whether the program calls the function, rather than a library
 */
public record Site(TreePath function, TreePath code, String called, boolean byProgram) {
  /** Finds the statement at a line of a function. */
  public static Optional<TreePath> code(
      Sources program, TreePath function, int line, String called) {
    TreePath body = Sources.body(function);
    if (body.getLeaf() instanceof ExpressionTree) {
      return Optional.of(body);
    }
    List<TreePath> found = new ArrayList<>();
    new TreePathScanner<Void, Void>() {
      @Override
      public Void scan(Tree tree, Void unused) {
        if (tree instanceof ClassTree || tree instanceof LambdaExpressionTree) {
          return null;
        }
        if (tree instanceof StatementTree && !(tree instanceof BlockTree)) {
          TreePath path = new TreePath(getCurrentPath(), tree);
          if (!program.isAround(path, line)) {
            return null;
          }
          if (Sources.isStatement(path)) {
            found.add(path);
          }
        }
        return super.scan(tree, unused);
      }
    }.scan(body, null);
    return found.reversed().stream()
        .filter(path -> called.isEmpty() || calls(program, path, called).isPresent())
        .findFirst()
        .map(path -> called.isEmpty() ? loopAround(program, path, found) : path)
        .or(() -> found.isEmpty() ? Optional.empty() : Optional.of(found.getLast()));
  }

  /** Code that calls nothing takes long only in a loop, which may begin at the same line. */
  private static TreePath loopAround(Sources program, TreePath code, List<TreePath> found) {
    return found.reversed().stream()
        .filter(path -> Sources.isLoop(path.getLeaf()))
        .filter(path -> program.line(path) == program.line(code))
        .findFirst()
        .orElse(code);
  }

  /**
   * The first call of a method by name in some code, not counting lambdas and classes inside it.
   */
  public static Optional<TreePath> calls(Sources program, TreePath code, String name) {
    return allCalls(program, code, name).stream().findFirst();
  }

  /** All such calls, in the order in which they run. */
  public static List<TreePath> allCalls(Sources program, TreePath code, String name) {
    List<TreePath> found = new ArrayList<>();
    new TreePathScanner<Void, Void>() {
      @Override
      public Void scan(Tree tree, Void unused) {
        boolean other = tree instanceof ClassTree || tree instanceof LambdaExpressionTree;
        return other ? null : super.scan(tree, unused);
      }

      @Override
      public Void visitMethodInvocation(MethodInvocationTree tree, Void unused) {
        super.visitMethodInvocation(tree, unused);
        consider(nameOf(tree.getMethodSelect()));
        return null;
      }

      @Override
      public Void visitNewClass(NewClassTree tree, Void unused) {
        super.visitNewClass(tree, unused);
        consider(nameOf(tree.getIdentifier()));
        return null;
      }

      private void consider(String called) {
        if (called.equals(name)) {
          found.add(getCurrentPath());
        }
      }
    }.scan(code, null);
    return found;
  }

  private static String nameOf(Tree tree) {
    return switch (tree) {
      case IdentifierTree name -> name.getName().toString();
      case MemberSelectTree select -> select.getIdentifier().toString();
      default -> tree.toString().replaceFirst("<.*", "").replaceFirst(".*\\.", "");
    };
  }
}
