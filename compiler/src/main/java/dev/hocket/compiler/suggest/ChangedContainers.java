package dev.hocket.compiler.suggest;

import com.sun.source.tree.ArrayAccessTree;
import com.sun.source.tree.AssignmentTree;
import com.sun.source.tree.CompoundAssignmentTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.UnaryTree;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import java.util.List;
import java.util.Optional;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.VariableElement;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;
import javax.lang.model.type.WildcardType;

/**
 * Finds a collection or array that some code changes, in a field or in a variable of the code
 * around it. Two runs of the code at the same time would damage it, for example if the user starts
 * a handler again while it is suspended.
 */
final class ChangedContainers extends TreePathScanner<Void, Void> {
  private final Program program;
  private final TreePath overlapping;
  private final boolean arrays;
  private Optional<TreePath> found = Optional.empty();
  private final List<TreePath> parts;
  private TreePath part;
  private boolean onlyNew;

  private ChangedContainers(
      Program program, TreePath overlapping, List<TreePath> parts, boolean arrays) {
    this.program = program;
    this.parts = parts;
    this.overlapping = overlapping;
    this.arrays = arrays;
  }

  /**
   * The reason why two runs of some code at the same time are harmful, if there is one.
   *
   * @param overlapping the function or loop of the code, which may run twice at the same time
   * @param arrays whether elements of arrays count, too
   */
  static Optional<String> problem(
      Program program, TreePath code, TreePath overlapping, boolean arrays) {
    Reached reached = Reached.of(program, code);
    ChangedContainers scanner =
        new ChangedContainers(program, overlapping, reached.parts(), arrays);
    for (TreePath each : reached.parts()) {
      scanner.part = each;
      scanner.onlyNew = reached.isOnlyOnNew(each);
      scanner.scan(each, null);
    }
    return scanner.found.map(path ->
        "it changes the contents of the "
            + switch (program.element(path).getKind()) {
              case METHOD -> "result of";
              case FIELD -> "field";
              default -> "variable";
            }
            + " '"
            + program.element(path).getSimpleName()
            + "' ("
            + program.place(path)
            + "), and may run twice at the same time");
  }

  @Override
  public Void visitMethodInvocation(MethodInvocationTree tree, Void unused) {
    if (program.element(getCurrentPath()) instanceof ExecutableElement method
        && program.trees().getPath(method) == null) {
      if (tree.getMethodSelect() instanceof MemberSelectTree select && mayChange(select)) {
        consider(new TreePath(getCurrentPath(), select), select.getExpression());
      }
      considerArguments(tree, method);
    }
    return super.visitMethodInvocation(tree, unused);
  }

  private boolean mayChange(MemberSelectTree select) {
    TreePath receiver =
        new TreePath(new TreePath(getCurrentPath(), select), select.getExpression());
    TypeMirror type = program.trees().getTypeMirror(receiver);
    return type != null
        && FieldUses.isUnsafe(type)
        && !program.reads().isRead(select.getIdentifier(), type);
  }

  /** A library may change its arguments, as {@code InputStream.read(byte[])} does. */
  private void considerArguments(MethodInvocationTree tree, ExecutableElement method) {
    List<? extends VariableElement> parameters = method.getParameters();
    for (int i = 0; i < tree.getArguments().size() && !parameters.isEmpty(); i++) {
      VariableElement parameter = parameters.get(Math.min(i, parameters.size() - 1));
      boolean variable = method.isVarArgs() && i >= parameters.size() - 1;
      boolean counts = arrays || parameter.asType().getKind() != TypeKind.ARRAY;
      if (!variable && counts && mayChange(parameter.asType())) {
        consider(getCurrentPath(), tree.getArguments().get(i));
      }
    }
  }

  /**
   * A {@code Collection<? extends T>} is only read, by the convention of the JDK; but {@code
   * Collections.reverse} takes a {@code List<?>}.
   */
  private static boolean mayChange(TypeMirror type) {
    boolean isRead =
        type instanceof DeclaredType declared
            && !declared.getTypeArguments().isEmpty()
            && declared.getTypeArguments().stream()
                .allMatch(each ->
                    each instanceof WildcardType wildcard && wildcard.getExtendsBound() != null);
    return FieldUses.isUnsafe(type) && !isRead;
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

  @Override
  public Void visitUnary(UnaryTree tree, Void unused) {
    boolean changes =
        switch (tree.getKind()) {
          case PREFIX_INCREMENT, PREFIX_DECREMENT, POSTFIX_INCREMENT, POSTFIX_DECREMENT -> true;
          default -> false;
        };
    if (changes) {
      considerArray(tree.getExpression());
    }
    return super.visitUnary(tree, unused);
  }

  private void considerArray(ExpressionTree variable) {
    if (arrays && variable instanceof ArrayAccessTree access) {
      consider(new TreePath(getCurrentPath(), access), access.getExpression());
    }
  }

  private void consider(TreePath parent, Tree changed) {
    Origins origins = new Origins(program, overlapping, parts);
    found =
        found.or(() ->
            origins
                .of(new TreePath(parent, changed))
                .filter(path -> !(onlyNew && origins.isOwn(path, part))));
  }
}
