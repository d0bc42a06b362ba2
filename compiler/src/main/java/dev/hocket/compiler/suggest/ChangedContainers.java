package dev.hocket.compiler.suggest;

import com.sun.source.tree.ArrayAccessTree;
import com.sun.source.tree.AssignmentTree;
import com.sun.source.tree.CompoundAssignmentTree;
import com.sun.source.tree.ExpressionStatementTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.LambdaExpressionTree;
import com.sun.source.tree.MemberReferenceTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.NewClassTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.UnaryTree;
import com.sun.source.util.TreePath;
import dev.hocket.compiler.suggest.facts.Deeds;
import dev.hocket.compiler.suggest.library.Library;
import dev.hocket.compiler.suggest.trees.Nodes;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.ArrayType;
import javax.lang.model.type.TypeMirror;

/**
 * Finds a collection or array that some code changes, in a field or in a variable of the code
 * around it. Two runs of the code at the same time would damage it, for example if the user starts
 * a handler again while it is suspended.
 */
final class ChangedContainers extends Nodes.Visitor<Void> {
  private final Program program;
  private final boolean arrays;

  /** Whether objects count, too, that threads may change at the same time. */
  private final boolean shared;

  private final List<Change> found = new ArrayList<>();

  /**
   * A change.
   *
   * @param name the use of the variable
   * @param count the method that only counts with the object, if nobody uses what it returns
   */
  record Change(TreePath name, Optional<Element> count) {}

  private ChangedContainers(Program program, boolean arrays, boolean shared) {
    this.program = program;
    this.shared = shared;
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
    return reached.parts().stream()
        .map(part -> in(program, reached.deeds(part), arrays, false))
        .flatMap(changes -> ofOthers(program, reached, overlapping, changes))
        .findFirst()
        .map(Change::name)
        .map(path ->
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

  /**
   * All variables whose contents some code changes, so that they are not the same before and after
   * it: also those of objects that threads may change at the same time.
   */
  static List<Change> in(Program program, Reached reached, TreePath overlapping) {
    return reached.parts().stream()
        .flatMap(part -> ofOthers(program, reached, overlapping, reached.changesIn(part)))
        .toList();
  }

  /** What some code may change, in the order of the text. */
  static List<Change> in(Program program, Deeds deeds, boolean arrays, boolean shared) {
    ChangedContainers scanner = new ChangedContainers(program, arrays, shared);
    scanner.visit(deeds.nodes(), null);
    return scanner.found;
  }

  /** The changes of what a run of a function or loop has not made itself. */
  private static Stream<Change> ofOthers(
      Program program, Reached reached, TreePath overlapping, List<Change> changes) {
    return changes.stream()
        .flatMap(change ->
            new Origins(program, overlapping, reached)
                .of(change.name()).stream().map(path -> new Change(path, change.count())));
  }

  @Override
  public Void visitMethodInvocation(MethodInvocationTree tree, Void unused) {
    if (program.element(getCurrentPath()) instanceof ExecutableElement method) {
      considerFunctions(tree, method);
      considerCall(tree, method);
    }
    return null;
  }

  private void considerCall(MethodInvocationTree tree, ExecutableElement method) {
    if (program.path(method) == null && !program.reads(method)) {
      if (tree.getMethodSelect() instanceof MemberSelectTree select
          && !method.getModifiers().contains(Modifier.STATIC)
          && !Library.jdk().passes(method)
          && !isArray(select)) {
        TreePath object =
            new TreePath(new TreePath(getCurrentPath(), select), select.getExpression());
        considerObject(object, countOf(program, object));
      }
      considerArguments(tree.getArguments(), method);
    }
  }

  /** No method changes an array: it has {@code clone} and those of each object. */
  private boolean isArray(MemberSelectTree select) {
    TreePath path = new TreePath(getCurrentPath(), select);
    return program.trees().getTypeMirror(new TreePath(path, select.getExpression()))
        instanceof ArrayType;
  }

  /** A call runs a function that it is for, and those that it passes to code without source. */
  private void considerFunctions(MethodInvocationTree tree, ExecutableElement method) {
    if (method.getModifiers().contains(Modifier.ABSTRACT)
        && tree.getMethodSelect() instanceof MemberSelectTree select) {
      considerFunction(new TreePath(getCurrentPath(), select), select.getExpression());
    }
    if (program.path(method) == null) {
      tree.getArguments().forEach(each -> considerFunction(getCurrentPath(), each));
    }
  }

  private void considerFunction(TreePath parent, Tree function) {
    if (program.mayBeForeignFunction(
        program.trees().getTypeMirror(new TreePath(parent, function)))) {
      consider(parent, function);
    }
  }

  /** A method that gets {@code iterator::next} may call it. */
  @Override
  public Void visitMemberReference(MemberReferenceTree tree, Void unused) {
    if (program.element(getCurrentPath()) instanceof ExecutableElement method
        && method.getKind() == ElementKind.METHOD
        && program.path(method) == null
        && !program.reads(method)) {
      considerObject(
          new TreePath(getCurrentPath(), tree.getQualifierExpression()), Optional.empty());
    }
    return null;
  }

  @Override
  public Void visitNewClass(NewClassTree tree, Void unused) {
    if (program.element(getCurrentPath()) instanceof ExecutableElement constructor
        && program.path(constructor) == null
        && tree.getClassBody() == null
        && !Library.jdk().copies((TypeElement) constructor.getEnclosingElement())) {
      considerArguments(tree.getArguments(), constructor);
    }
    return null;
  }

  private void considerObject(TreePath object, Optional<Element> count) {
    TypeMirror type = program.trees().getTypeMirror(object);
    if (program.mayChange(type) || shared && Library.jdk().hasMemory(type)) {
      consider(object, count);
    }
  }

  /** The method that is called on an object only to count, as in {@code calls.increment();}. */
  static Optional<Element> countOf(Program program, TreePath object) {
    TreePath select = object.getParentPath();
    boolean isOnlyCalled =
        select.getLeaf() instanceof MemberSelectTree
            && select.getParentPath().getLeaf() instanceof MethodInvocationTree
            && select.getParentPath().getParentPath().getLeaf() instanceof ExpressionStatementTree;
    return isOnlyCalled
            && program.element(select) instanceof ExecutableElement method
            && Library.jdk().counts(method)
        ? Optional.of(method)
        : Optional.empty();
  }

  /** A library may change its arguments, as {@code InputStream.read(byte[])} does. */
  private void considerArguments(
      List<? extends ExpressionTree> arguments, ExecutableElement method) {
    for (ExpressionTree each : arguments) {
      TypeMirror type = program.trees().getTypeMirror(new TreePath(getCurrentPath(), each));
      boolean counts = (arrays || !(type instanceof ArrayType)) && !isFunction(each);
      if (counts && program.mayChange(type) && !Library.jdk().leaves(method, type)) {
        consider(getCurrentPath(), each);
      }
    }
  }

  /** Whether an argument can only be called; the scan looks at what that does. */
  private static boolean isFunction(ExpressionTree argument) {
    return argument instanceof LambdaExpressionTree || argument instanceof MemberReferenceTree;
  }

  @Override
  public Void visitAssignment(AssignmentTree tree, Void unused) {
    considerArray(tree.getVariable());
    return null;
  }

  @Override
  public Void visitCompoundAssignment(CompoundAssignmentTree tree, Void unused) {
    considerArray(tree.getVariable());
    return null;
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
    return null;
  }

  private void considerArray(ExpressionTree variable) {
    if (arrays && variable instanceof ArrayAccessTree access) {
      consider(new TreePath(getCurrentPath(), access), access.getExpression());
    }
  }

  private void consider(TreePath parent, Tree changed) {
    consider(new TreePath(parent, changed), Optional.empty());
  }

  private void consider(TreePath changed, Optional<Element> count) {
    found.add(new Change(changed, count));
  }
}
