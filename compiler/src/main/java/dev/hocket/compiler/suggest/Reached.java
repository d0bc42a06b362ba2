package dev.hocket.compiler.suggest;

import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.NewClassTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import javax.lang.model.element.Element;

/**
 * Finds all code that some code can reach: itself, the program's methods that it calls, and the
 * methods that these call.
 */
final class Reached {
  private final Program program;
  private final List<TreePath> parts = new ArrayList<>();
  private final Set<Tree> known = new HashSet<>();

  private Reached(Program program) {
    this.program = program;
  }

  static List<TreePath> from(Program program, TreePath code) {
    Reached reached = new Reached(program);
    reached.add(code);
    for (int i = 0; i < reached.parts.size(); i++) {
      reached.addCallsOf(reached.parts.get(i));
    }
    return reached.parts;
  }

  private void add(TreePath code) {
    if (known.add(code.getLeaf())) {
      parts.add(code);
    }
  }

  private void addCallsOf(TreePath code) {
    new TreePathScanner<Void, Void>() {
      @Override
      public Void visitMethodInvocation(MethodInvocationTree tree, Void unused) {
        follow();
        return super.visitMethodInvocation(tree, unused);
      }

      @Override
      public Void visitNewClass(NewClassTree tree, Void unused) {
        follow();
        return super.visitNewClass(tree, unused);
      }

      private void follow() {
        Element method = program.element(getCurrentPath());
        TreePath path = method == null ? null : program.trees().getPath(method);
        if (path != null && path.getLeaf() instanceof MethodTree) {
          add(path);
        }
      }
    }.scan(code, null);
  }
}
