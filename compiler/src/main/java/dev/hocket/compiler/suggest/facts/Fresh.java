package dev.hocket.compiler.suggest.facts;

import com.sun.source.tree.AssignmentTree;
import com.sun.source.tree.ClassTree;
import com.sun.source.tree.ExpressionStatementTree;
import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.LambdaExpressionTree;
import com.sun.source.tree.MemberReferenceTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.NewClassTree;
import com.sun.source.tree.ReturnTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.TryTree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import dev.hocket.compiler.suggest.source.Names;
import dev.hocket.compiler.suggest.source.Values;
import dev.hocket.compiler.suggest.trees.Sources;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeKind;
import javax.lang.model.type.TypeMirror;

/**
 * Knows objects that only one run of a function has: the function makes the object, keeps it in one
 * local variable, and gives it to no one. A field may also be known as one that the program uses
 * only of such variables; then it does not matter to whom the objects are given.
 */
public final class Fresh {
  private final Facts program;
  private final Map<Element, Boolean> kept = new HashMap<>();
  private final Map<Element, Boolean> onlyOfMade = new HashMap<>();
  private final Map<Element, Boolean> silent = new HashMap<>();

  Fresh(Facts program) {
    this.program = program;
  }

  /** Whether a use of a field is on an object of which no other run uses this field. */
  public boolean isFieldOfFresh(TreePath use) {
    Optional<Element> variable = variableOf(use);
    return variable.isPresent()
        && isMade(variable.get(), use)
        && (isKept(variable.get()) || isOnlyOfMade(program.element(use)));
  }

  /** Whether a variable at its use holds an object that no other run has. */
  public boolean isFresh(Element variable, TreePath use) {
    return variable != null && isMade(variable, use) && isKept(variable);
  }

  /** The variable before the dot of a use of a field. */
  private Optional<Element> variableOf(TreePath use) {
    return use.getLeaf() instanceof MemberSelectTree select
            && select.getExpression() instanceof IdentifierTree
            && !program.element(use).getModifiers().contains(Modifier.STATIC)
        ? Optional.ofNullable(program.element(new TreePath(use, select.getExpression())))
        : Optional.empty();
  }

  /** Whether the function around a use has made the object of a variable, and no other. */
  private boolean isMade(Element variable, TreePath use) {
    TreePath declared =
        variable.getKind() == ElementKind.LOCAL_VARIABLE ? program.path(variable) : null;
    return declared != null
        && declared.getLeaf() instanceof VariableTree tree
        && madeBy(declared, tree.getInitializer()).isPresent()
        && functionAround(use) == functionAround(declared)
        && !isAssigned(variable, declared.getParentPath());
  }

  /** The creation of an object, on which methods may be called that return it. */
  private Optional<TreePath> madeBy(TreePath parent, Tree value) {
    TreePath path = value == null ? parent : new TreePath(parent, value);
    return switch (value) {
      case NewClassTree made -> Optional.of(path);
      case MethodInvocationTree call when call.getMethodSelect() instanceof MemberSelectTree on ->
          program.element(path) instanceof ExecutableElement method && returnsItself(method)
              ? madeBy(new TreePath(path, on), on.getExpression())
              : Optional.empty();
      case null, default -> Optional.empty();
    };
  }

  /** The method, lambda or class around some code. */
  public static Tree functionAround(TreePath path) {
    TreePath around = path;
    while (!(around.getLeaf() instanceof MethodTree
        || around.getLeaf() instanceof LambdaExpressionTree
        || around.getLeaf() instanceof ClassTree)) {
      around = around.getParentPath();
    }
    return around.getLeaf();
  }

  private boolean isAssigned(Element variable, TreePath scope) {
    boolean[] found = {false};
    new TreePathScanner<Void, Void>() {
      @Override
      public Void visitAssignment(AssignmentTree tree, Void unused) {
        Element assigned = program.element(new TreePath(getCurrentPath(), tree.getVariable()));
        found[0] |= variable.equals(assigned);
        return super.visitAssignment(tree, unused);
      }
    }.scan(scope, null);
    return found[0];
  }

  /**
   * Whether nobody gets the object of a variable: the function only uses members of it, and its
   * class does not pass it on.
   */
  private boolean isKept(Element variable) {
    return kept.computeIfAbsent(
        variable,
        each -> {
          TreePath declared = program.path(variable);
          TreePath made =
              madeBy(declared, ((VariableTree) declared.getLeaf()).getInitializer()).orElseThrow();
          return isSilent((NewClassTree) made.getLeaf(), program.trees().getTypeMirror(made))
              && isOnlySelected(variable, declared);
        });
  }

  private boolean isOnlySelected(Element variable, TreePath declared) {
    boolean[] only = {true};
    new Names() {
      @Override
      public void found(TreePath name) {
        if (variable.equals(program.element(name))) {
          boolean isReturned =
              name.getParentPath().getLeaf() instanceof ReturnTree && !isInTry(name);
          only[0] &=
              functionAround(name) == functionAround(declared) && (isReturned || isUsedUp(name));
        }
      }
    }.scan(declared.getParentPath(), null);
    return only[0];
  }

  /** Code that runs after a return could use the object when the caller has it. */
  private static boolean isInTry(TreePath path) {
    TreePath each = path;
    while (each != null && !(each.getLeaf() instanceof TryTree)) {
      each = each.getParentPath();
    }
    return each != null;
  }

  /**
   * Whether only a member of an object is used. A method may return its object, which must then be
   * used in the same way.
   */
  private boolean isUsedUp(TreePath object) {
    TreePath select = object.getParentPath();
    if (!(select.getLeaf() instanceof MemberSelectTree)) {
      return false;
    }
    TreePath call = select.getParentPath();
    boolean isCall =
        call.getLeaf() instanceof MethodInvocationTree tree
            && tree.getMethodSelect() == select.getLeaf();
    return !isCall
        || call.getParentPath().getLeaf() instanceof ExpressionStatementTree
        || !program.isOfProgram(program.trees().getTypeMirror(call))
        || isUsedUp(call);
  }

  /** Whether a new object is of a class that does not pass its objects on. */
  public boolean isSilent(NewClassTree made, TypeMirror type) {
    return made.getClassBody() == null
        && type instanceof DeclaredType declared
        && isSilent((TypeElement) declared.asElement());
  }

  /** Whether no code of a class, and of those above it, names its own object as a whole. */
  private boolean isSilent(TypeElement type) {
    if (type.getQualifiedName().contentEquals("java.lang.Object")
        || type.getQualifiedName().contentEquals("java.lang.Record")) {
      return true;
    }
    Boolean known = silent.get(type);
    if (known == null) {
      TreePath declared = program.path(type);
      known =
          declared != null
              && !namesItself(declared)
              && type.getSuperclass() instanceof DeclaredType above
              && isSilent((TypeElement) above.asElement());
      silent.put(type, known);
    }
    return known;
  }

  /** Lambdas and inner classes have the object around them, too. */
  public boolean namesItself(TreePath type) {
    boolean[] names = {false};
    new TreePathScanner<Void, Void>() {
      @Override
      public Void visitIdentifier(IdentifierTree tree, Void unused) {
        Tree parent = getCurrentPath().getParentPath().getLeaf();
        names[0] |=
            tree.getName().contentEquals("this")
                && !(parent instanceof MemberSelectTree)
                && !(parent instanceof ReturnTree)
                && !(parent instanceof MethodInvocationTree call && call.getMethodSelect() == tree);
        return super.visitIdentifier(tree, unused);
      }

      /** A method may return the object. */
      @Override
      public Void visitMethodInvocation(MethodInvocationTree tree, Void unused) {
        names[0] |=
            !(getCurrentPath().getParentPath().getLeaf() instanceof ExpressionStatementTree)
                && isOfThis(tree)
                && program.element(getCurrentPath()) instanceof ExecutableElement method
                && mayReturnThis(method);
        return super.visitMethodInvocation(tree, unused);
      }

      @Override
      public Void visitMemberSelect(MemberSelectTree tree, Void unused) {
        names[0] |= tree.getIdentifier().contentEquals("this");
        return super.visitMemberSelect(tree, unused);
      }

      @Override
      public Void visitLambdaExpression(LambdaExpressionTree tree, Void unused) {
        names[0] = true;
        return null;
      }

      @Override
      public Void visitMemberReference(MemberReferenceTree tree, Void unused) {
        names[0] |=
            tree.getQualifierExpression() instanceof IdentifierTree name
                && (name.getName().contentEquals("this") || name.getName().contentEquals("super"));
        return super.visitMemberReference(tree, unused);
      }

      @Override
      public Void visitClass(ClassTree tree, Void unused) {
        boolean isInner = tree != type.getLeaf() && !isStatic(getCurrentPath());
        names[0] |= isInner;
        return isInner ? null : super.visitClass(tree, unused);
      }
    }.scan(type, null);
    return names[0];
  }

  /** Whether a call is of the object around it. */
  public static boolean isOfThis(MethodInvocationTree call) {
    return !(call.getMethodSelect() instanceof MemberSelectTree select)
        || isThis(select.getExpression())
        || select.getExpression() instanceof IdentifierTree name
            && name.getName().contentEquals("super");
  }

  private boolean mayReturnThis(ExecutableElement method) {
    return program
        .overrides()
        .of(method, null)
        .flatMap(each -> Values.returnedBy(each).stream())
        .anyMatch(each -> isThis(each.getLeaf()));
  }

  public static boolean isThis(Tree expression) {
    return expression instanceof IdentifierTree name && name.getName().contentEquals("this");
  }

  private boolean isStatic(TreePath type) {
    Element element = program.element(type);
    return element != null
        && (element.getModifiers().contains(Modifier.STATIC)
            || element.getKind() == ElementKind.RECORD
            || element.getKind() == ElementKind.ENUM
            || element.getKind() == ElementKind.INTERFACE);
  }

  /** Whether a method returns nothing but its own object. */
  public boolean returnsItself(ExecutableElement method) {
    TreePath declared = program.path(method);
    if (declared == null
        || !(declared.getLeaf() instanceof MethodTree tree)
        || tree.getBody() == null
        || program.overrides().of(method, null).count() != 1) {
      return false;
    }
    boolean[] only = {true};
    new TreePathScanner<Void, Void>() {
      @Override
      public Void visitReturn(ReturnTree tree, Void unused) {
        only[0] &=
            tree.getExpression() instanceof IdentifierTree name
                && name.getName().contentEquals("this");
        return null;
      }
    }.scan(declared, null);
    return only[0] && method.getReturnType().getKind() == TypeKind.DECLARED;
  }

  private boolean isOnlyOfMade(Element field) {
    Boolean known = onlyOfMade.get(field);
    if (known == null) {
      known =
          program.index().namesOf(field).stream()
              .allMatch(name -> variableOf(name).filter(each -> isMade(each, name)).isPresent());
      onlyOfMade.put(field, known);
    }
    return known;
  }

  /** Whether code uses a field of the object on which it runs, not of one around that. */
  public boolean isFieldOfThis(TreePath use) {
    boolean ofThis =
        switch (use.getLeaf()) {
          case IdentifierTree name -> true;
          case MemberSelectTree select ->
              select.getExpression() instanceof IdentifierTree name
                  && name.getName().contentEquals("this");
          default -> false;
        };
    Element field = program.element(use);
    return ofThis
        && Sources.isField(field)
        && !field.getModifiers().contains(Modifier.STATIC)
        && isMember(field, classAround(use));
  }

  /** Whether a class declares a field or inherits it. */
  private boolean isMember(Element field, Element type) {
    Element owner = field.getEnclosingElement();
    return owner.equals(type)
        || !field.getModifiers().contains(Modifier.PRIVATE)
            && program
                .types()
                .isSubtype(
                    program.types().erasure(type.asType()),
                    program.types().erasure(owner.asType()));
  }

  private Element classAround(TreePath path) {
    TreePath around = path;
    while (!(around.getLeaf() instanceof ClassTree)) {
      around = around.getParentPath();
    }
    return program.element(around);
  }
}
