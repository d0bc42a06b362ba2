package dev.hocket.compiler.suggest;

import com.sun.source.tree.ArrayAccessTree;
import com.sun.source.tree.AssignmentTree;
import com.sun.source.tree.CompoundAssignmentTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import java.util.Optional;
import java.util.regex.Pattern;
import javax.lang.model.element.Element;

/**
 * Finds a collection or array in a field that some code changes. Two runs of the code at the same
 * time would damage it, for example if the user starts a handler again while it is suspended.
 */
final class ChangedContainers extends TreePathScanner<Void, Void> {
  /** The names of methods of the JDK that change their object. */
  private static final Pattern CHANGES =
      Pattern.compile(
          "(?:add|append|clear|compute|delete|drain|fill|insert|merge|offer|poll|pop|push|put|remove"
              + "|replace|retain|reverse|set|sort)(?:[A-Z].*)?");

  private final Program program;
  private final boolean arrays;
  private TreePath found;

  private ChangedContainers(Program program, boolean arrays) {
    this.program = program;
    this.arrays = arrays;
  }

  /**
   * The reason why two runs of some code at the same time are harmful, if there is one.
   *
   * @param arrays whether elements of arrays count, too
   */
  static Optional<String> problem(Program program, TreePath code, boolean arrays) {
    ChangedContainers scanner = new ChangedContainers(program, arrays);
    Reached.from(program, code).forEach(part -> scanner.scan(part, null));
    return Optional.ofNullable(scanner.found)
        .map(path ->
            "it changes the contents of the field '"
                + program.element(path).getSimpleName()
                + "' ("
                + program.place(path)
                + "), and may run twice at the same time");
  }

  @Override
  public Void visitMethodInvocation(MethodInvocationTree tree, Void unused) {
    if (tree.getMethodSelect() instanceof MemberSelectTree select
        && CHANGES.matcher(select.getIdentifier()).matches()) {
      consider(new TreePath(new TreePath(getCurrentPath(), select), select.getExpression()));
    }
    return super.visitMethodInvocation(tree, unused);
  }

  @Override
  public Void visitAssignment(AssignmentTree tree, Void unused) {
    considerArray(tree.getVariable());
    return super.visitAssignment(tree, unused);
  }

  @Override
  public Void visitCompoundAssignment(CompoundAssignmentTree tree, Void unused) {
    considerArray(tree.getVariable());
    return super.visitCompoundAssignment(tree, unused);
  }

  private void considerArray(ExpressionTree variable) {
    if (arrays && variable instanceof ArrayAccessTree access) {
      TreePath path = new TreePath(getCurrentPath(), access);
      consider(new TreePath(path, access.getExpression()));
    }
  }

  private void consider(TreePath path) {
    Element element = program.element(path);
    if (FieldUses.isField(element) && FieldUses.isUnsafe(element.asType())) {
      found = path;
    }
  }
}
