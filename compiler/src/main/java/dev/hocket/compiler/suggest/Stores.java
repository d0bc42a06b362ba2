package dev.hocket.compiler.suggest;

import com.sun.source.tree.ArrayAccessTree;
import com.sun.source.tree.AssignmentTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.MemberReferenceTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import dev.hocket.compiler.suggest.source.Calls;
import java.util.ArrayList;
import java.util.List;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.type.TypeMirror;

/**
 * Finds what some code puts into containers: what it assigns to elements of arrays, and what it
 * gives to methods without source that change an object.
 */
final class Stores extends TreePathScanner<Void, Void> {
  private final Program program;
  private final List<TreePath> stored = new ArrayList<>();

  Stores(Program program) {
    this.program = program;
  }

  List<TreePath> stored() {
    return stored;
  }

  @Override
  public Void visitAssignment(AssignmentTree tree, Void unused) {
    if (tree.getVariable() instanceof ArrayAccessTree) {
      add(new TreePath(getCurrentPath(), tree.getExpression()));
    }
    return super.visitAssignment(tree, unused);
  }

  @Override
  public Void visitMethodInvocation(MethodInvocationTree tree, Void unused) {
    boolean passes =
        tree.getArguments().stream().anyMatch(each -> each instanceof MemberReferenceTree);
    if (program.element(getCurrentPath()) instanceof ExecutableElement method
        && program.path(method) == null
        && (passes || !program.reads(method))) {
      int before = stored.size();
      tree.getArguments().forEach(each -> add(new TreePath(getCurrentPath(), each)));
      boolean hasContainer = stored.size() > before;
      if (hasContainer) {
        Calls.objectOf(getCurrentPath()).ifPresent(this::add);
      }
    }
    return super.visitMethodInvocation(tree, unused);
  }

  private void add(TreePath expression) {
    TypeMirror type = program.trees().getTypeMirror(expression);
    boolean isFunction = type != null && program.isFunction(type);
    boolean isValue = expression.getLeaf() instanceof ExpressionTree && type != null;
    if (isValue && (isFunction || program.mayChange(type))) {
      stored.add(expression);
    }
  }
}
