package dev.hocket.compiler.suggest.loops;

import com.sun.source.tree.ArrayAccessTree;
import com.sun.source.tree.AssignmentTree;
import com.sun.source.tree.BinaryTree;
import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompoundAssignmentTree;
import com.sun.source.tree.EnhancedForLoopTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.LambdaExpressionTree;
import com.sun.source.tree.MemberReferenceTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.NewArrayTree;
import com.sun.source.tree.NewClassTree;
import com.sun.source.tree.SynchronizedTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.UnaryTree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import dev.hocket.compiler.suggest.source.Calls;
import dev.hocket.compiler.suggest.trees.Sources;
import java.util.HashSet;
import java.util.Set;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.TypeMirror;

/**
 * Recognises pure code, which changes only its own variables and objects, and calls only pure code.
 * Several threads may run it at once.
 */
final class Purity {
  /** Classes of the JDK whose values never change and whose methods only compute other values. */
  private static final Set<String> VALUES =
      Set.of(
          "java.lang.Boolean",
          "java.lang.Byte",
          "java.lang.Character",
          "java.lang.Double",
          "java.lang.Float",
          "java.lang.Integer",
          "java.lang.Long",
          "java.lang.Math",
          "java.lang.Short",
          "java.lang.StrictMath",
          "java.lang.String",
          "java.math.BigDecimal",
          "java.math.BigInteger");

  /** Methods of these classes that call methods of other objects, or depend on the system. */
  private static final Set<String> NOT_OF_VALUES =
      Set.of(
          "format",
          "formatted",
          "getBoolean",
          "getInteger",
          "getLong",
          "intern",
          "join",
          "random",
          "transform",
          "valueOf");

  /** Classes whose objects may be used only by the iteration that has created them. */
  private static final Set<String> CONTAINERS =
      Set.of("java.lang.StringBuilder", "java.util.ArrayList");

  private final Sources program;
  private final Set<Tree> assumed = new HashSet<>();
  private boolean readsArrays;

  Purity(Sources program) {
    this.program = program;
  }

  /**
   * Whether some code is pure apart from its own assignments: only assignments in methods that it
   * calls count here.
   */
  boolean isPure(TreePath code) {
    Scan scan = new Scan(code, false);
    scan.scan(code, null);
    return scan.pure;
  }

  /** Whether a method that the pure code calls reads arrays that it has not created itself. */
  boolean readsArrays() {
    return readsArrays;
  }

  /**
   * Whether an expression is a local variable of some code that holds its own new array or
   * container.
   */
  boolean isFresh(TreePath expression, TreePath code) {
    Element variable = program.element(expression);
    if (variable == null || variable.getKind() != ElementKind.LOCAL_VARIABLE) {
      return false;
    }
    TreePath declared = program.path(variable);
    return declared != null
        && Sources.isInside(declared, code)
        && declared.getLeaf() instanceof VariableTree tree
        && (tree.getInitializer() instanceof NewArrayTree || isNewContainer(declared, tree))
        && !isAssignedAgain(variable, code);
  }

  private boolean isNewContainer(TreePath declared, VariableTree tree) {
    return tree.getInitializer() instanceof NewClassTree made
        && made.getArguments().isEmpty()
        && made.getClassBody() == null
        && CONTAINERS.contains(erased(program.trees().getTypeMirror(new TreePath(declared, made))));
  }

  private boolean isAssignedAgain(Element variable, TreePath code) {
    boolean[] again = {false};
    new TreePathScanner<Void, Void>() {
      @Override
      public Void visitAssignment(AssignmentTree tree, Void unused) {
        again[0] |=
            variable.equals(program.element(new TreePath(getCurrentPath(), tree.getVariable())));
        return super.visitAssignment(tree, unused);
      }
    }.scan(code, null);
    return again[0];
  }

  private String erased(TypeMirror type) {
    return type == null ? "" : program.types().erasure(type).toString();
  }

  private boolean isPure(ExecutableElement method) {
    String owner = method.getEnclosingElement().toString();
    if (VALUES.contains(owner)) {
      return !NOT_OF_VALUES.contains(method.getSimpleName().toString())
          || method.getParameters().stream()
              .allMatch(each -> each.asType().getKind().isPrimitive());
    }
    TreePath path = program.path(method);
    if (path == null || !(path.getLeaf() instanceof MethodTree tree) || tree.getBody() == null) {
      return false;
    }
    if (!isOnlyOne(method) || method.getModifiers().contains(Modifier.SYNCHRONIZED)) {
      return false;
    }
    if (!assumed.add(tree)) {
      return true;
    }
    Scan scan = new Scan(path, true);
    scan.scan(new TreePath(path, tree.getBody()), null);
    return scan.pure;
  }

  /** Whether no subclass can override a method. */
  private static boolean isOnlyOne(ExecutableElement method) {
    Set<Modifier> modifiers = method.getModifiers();
    return modifiers.contains(Modifier.STATIC)
        || modifiers.contains(Modifier.PRIVATE)
        || modifiers.contains(Modifier.FINAL)
        || method.getEnclosingElement().getModifiers().contains(Modifier.FINAL);
  }

  private final class Scan extends TreePathScanner<Void, Void> {
    private final TreePath code;
    private final boolean checksAssignments;
    private boolean pure = true;

    private Scan(TreePath code, boolean checksAssignments) {
      this.code = code;
      this.checksAssignments = checksAssignments;
    }

    @Override
    public Void scan(Tree tree, Void unused) {
      pure &=
          !(tree instanceof ClassTree
              || tree instanceof LambdaExpressionTree
              || tree instanceof MemberReferenceTree
              || tree instanceof NewClassTree made && !isHarmless(made)
              || tree instanceof SynchronizedTree);
      return pure ? super.scan(tree, unused) : null;
    }

    /** Whether an object is a container in a variable of the code, or an exception. */
    private boolean isHarmless(NewClassTree made) {
      TypeMirror type = program.trees().getTypeMirror(new TreePath(getCurrentPath(), made));
      String name = erased(type);
      boolean own = getCurrentPath().getLeaf() instanceof VariableTree;
      return made.getClassBody() == null
          && ((own && CONTAINERS.contains(name) && made.getArguments().isEmpty())
              || (name.startsWith("java.lang.") && name.endsWith("Exception")));
    }

    @Override
    public Void visitAssignment(AssignmentTree tree, Void unused) {
      assign(tree.getVariable());
      return super.visitAssignment(tree, unused);
    }

    @Override
    public Void visitCompoundAssignment(CompoundAssignmentTree tree, Void unused) {
      assign(tree.getVariable());
      checkText(tree.getExpression());
      return super.visitCompoundAssignment(tree, unused);
    }

    @Override
    public Void visitUnary(UnaryTree tree, Void unused) {
      switch (tree.getKind()) {
        case POSTFIX_INCREMENT, PREFIX_INCREMENT, POSTFIX_DECREMENT, PREFIX_DECREMENT ->
            assign(tree.getExpression());
        default -> {}
      }
      return super.visitUnary(tree, unused);
    }

    private void assign(ExpressionTree target) {
      if (checksAssignments) {
        TreePath path = new TreePath(getCurrentPath(), target);
        if (target instanceof ArrayAccessTree access) {
          pure &= isFresh(new TreePath(path, access.getExpression()), code);
        } else {
          Element element = program.element(path);
          pure &= element != null && !element.getKind().isField();
        }
      }
    }

    @Override
    public Void visitArrayAccess(ArrayAccessTree tree, Void unused) {
      readsArrays |=
          checksAssignments && !isFresh(new TreePath(getCurrentPath(), tree.getExpression()), code);
      return super.visitArrayAccess(tree, unused);
    }

    @Override
    public Void visitEnhancedForLoop(EnhancedForLoopTree tree, Void unused) {
      readsArrays |= checksAssignments;
      return super.visitEnhancedForLoop(tree, unused);
    }

    /** To convert an object to text, Java calls its {@code toString()}, which may do anything. */
    @Override
    public Void visitBinary(BinaryTree tree, Void unused) {
      if (tree.getKind() == Tree.Kind.PLUS) {
        checkText(tree.getLeftOperand());
        checkText(tree.getRightOperand());
      }
      return super.visitBinary(tree, unused);
    }

    private void checkText(ExpressionTree operand) {
      pure &= isValue(operand);
    }

    @Override
    public Void visitMethodInvocation(MethodInvocationTree tree, Void unused) {
      pure &=
          program.element(getCurrentPath()) instanceof ExecutableElement method
              && (isOfOwnObject(method) || isPure(method))
              && (isOfProgram(method) || tree.getArguments().stream().allMatch(this::isValue));
      return super.visitMethodInvocation(tree, unused);
    }

    private boolean isOfOwnObject(ExecutableElement method) {
      String owner = ((TypeElement) method.getEnclosingElement()).getQualifiedName().toString();
      boolean isContainer =
          CONTAINERS.contains(owner) || owner.equals("java.lang.AbstractStringBuilder");
      return isContainer
          && Calls.objectOf(getCurrentPath()).filter(each -> isFresh(each, code)).isPresent();
    }

    private boolean isOfProgram(ExecutableElement method) {
      return program.path(method) != null;
    }

    private boolean isValue(ExpressionTree expression) {
      TypeMirror type = program.trees().getTypeMirror(new TreePath(getCurrentPath(), expression));
      return type != null && (type.getKind().isPrimitive() || VALUES.contains(erased(type)));
    }
  }
}
