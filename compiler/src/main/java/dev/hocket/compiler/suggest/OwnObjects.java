package dev.hocket.compiler.suggest;

import com.sun.source.tree.AssignmentTree;
import com.sun.source.tree.BinaryTree;
import com.sun.source.tree.ConditionalExpressionTree;
import com.sun.source.tree.EnhancedForLoopTree;
import com.sun.source.tree.ExpressionStatementTree;
import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.NewClassTree;
import com.sun.source.tree.ParenthesizedTree;
import com.sun.source.tree.TypeCastTree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import dev.hocket.compiler.suggest.facts.Fresh;
import dev.hocket.compiler.suggest.library.Library;
import dev.hocket.compiler.suggest.source.Calls;
import dev.hocket.compiler.suggest.source.Names;
import dev.hocket.compiler.suggest.trees.Sources;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import javax.lang.model.element.Element;
import javax.lang.model.element.ElementKind;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.TypeElement;
import javax.lang.model.type.ArrayType;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeMirror;
import javax.lang.model.type.TypeVariable;

/**
 * Knows objects that only one run of a function has, although libraries have got them, too: the run
 * makes them, and gives them only to objects of libraries that it makes as well. An object of a
 * library can call only what it has got.
 *
 * <pre>{@code
 * Source source = new PictureSource(picture);
 * Result result = new Reader().read(new Bitmap(source)); // calls methods of 'source' only
 * }</pre>
 */
final class OwnObjects {
  private final Program program;
  private final Map<Element, Boolean> variables = new HashMap<>();
  private final Map<Element, Boolean> closed = new HashMap<>();

  /** The variables that are being looked at; each counts as own until the opposite is known. */
  private final Set<Element> asked = new HashSet<>();

  OwnObjects(Program program) {
    this.program = program;
  }

  /** Whether a library gets, by a call, nothing but values and objects that only this run has. */
  boolean areAllOwn(TreePath call) {
    boolean isOnObject = call.getLeaf() instanceof NewClassTree || Calls.objectOf(call).isPresent();
    return isOnObject
        && !program.element(call).getModifiers().contains(Modifier.STATIC)
        && Stream.concat(Calls.objectOf(call).stream(), arguments(call)).allMatch(this::isOwn);
  }

  private static Stream<TreePath> arguments(TreePath call) {
    return Calls.argumentsOf(call).stream().map(each -> new TreePath(call, each));
  }

  /** Whether an expression gives a value, or an object that only this run has, with all inside. */
  boolean isOwn(TreePath path) {
    TypeMirror type = typeOf(path);
    return isHarmless(type)
        || type != null
            && switch (path.getLeaf()) {
              case ParenthesizedTree t -> isOwn(new TreePath(path, t.getExpression()));
              case TypeCastTree t -> isOwn(new TreePath(path, t.getExpression()));
              case ConditionalExpressionTree t ->
                  isOwn(new TreePath(path, t.getTrueExpression()))
                      && isOwn(new TreePath(path, t.getFalseExpression()));
              case NewClassTree t -> isOwnCreation(path, t, type);
              case IdentifierTree t -> isOwnVariable(program.element(path));
              case MethodInvocationTree t ->
                  isOfLibrary(path)
                      && program.overrides().calledBack(type).isEmpty()
                      && areAllOwn(path);
              default -> false;
            };
  }

  /** Whether objects of a type are values, with no code of the program. */
  private boolean isHarmless(TypeMirror type) {
    boolean isObject =
        type instanceof DeclaredType || type instanceof ArrayType || type instanceof TypeVariable;
    return type != null
        && (!isObject
            || Library.jdk().isValue(type) && program.overrides().calledBack(type).isEmpty());
  }

  private boolean isOfLibrary(TreePath call) {
    return program.element(call) instanceof ExecutableElement called
        && program.path(called) == null;
  }

  private boolean isOwnCreation(TreePath path, NewClassTree tree, TypeMirror type) {
    return tree.getClassBody() == null
        && type instanceof DeclaredType declared
        && (program.isOfProgram(type)
            ? isClosed((TypeElement) declared.asElement())
            : !program.isOfToolkit(type) && areAllOwn(path));
  }

  private boolean isOwnVariable(Element variable) {
    if (variable == null || variable.getKind() != ElementKind.LOCAL_VARIABLE) {
      return false;
    }
    Boolean known = variables.get(variable);
    if (known != null || !asked.add(variable)) {
      return known == null || known;
    }
    boolean isFirst = asked.size() == 1;
    boolean isOwn = getsOnlyOwn(variable) && isUsedOnlyWell(variable);
    if (isFirst) {
      // What was assumed of other variables holds only if the answer for this one does.
      asked.forEach(each -> {
        if (isOwn || each.equals(variable)) {
          variables.put(each, isOwn);
        }
      });
      asked.clear();
    }
    return isOwn;
  }

  private boolean getsOnlyOwn(Element variable) {
    TreePath declared = program.path(variable);
    if (declared == null
        || !(declared.getLeaf() instanceof VariableTree tree)
        || declared.getParentPath().getLeaf() instanceof EnhancedForLoopTree) {
      return false;
    }
    boolean isInitialised =
        tree.getInitializer() == null || isOwn(new TreePath(declared, tree.getInitializer()));
    return isInitialised && program.index().assignedTo(variable).stream().allMatch(this::isOwn);
  }

  private boolean isUsedOnlyWell(Element variable) {
    TreePath declared = program.path(variable);
    boolean[] only = {true};
    new Names() {
      @Override
      public void found(TreePath name) {
        if (only[0] && variable.equals(program.element(name))) {
          only[0] =
              Fresh.functionAround(name) == Fresh.functionAround(declared) && isUsedWell(name);
        }
      }
    }.scan(declared.getParentPath(), null);
    return only[0];
  }

  /** Whether nobody but objects of this run can get the object that an expression gives. */
  private boolean isUsedWell(TreePath use) {
    if (isHarmless(typeOf(use))) {
      return true;
    }
    TreePath parent = use.getParentPath();
    return switch (parent.getLeaf()) {
      case ExpressionStatementTree t -> true;
      case BinaryTree t -> true;
      case ParenthesizedTree t -> isUsedWell(parent);
      case TypeCastTree t -> isUsedWell(parent);
      case ConditionalExpressionTree t -> isUsedWell(parent);
      case VariableTree t -> isOwnVariable(program.element(parent));
      case AssignmentTree t ->
          isOwnVariable(program.element(new TreePath(parent, t.getVariable())))
              && isUsedWell(parent);
      case EnhancedForLoopTree t -> isHarmless(typeOf(new TreePath(parent, t.getVariable())));
      case MemberSelectTree t -> isSelectedWell(parent);
      case MethodInvocationTree t -> isOfLibrary(parent) && areAllOwn(parent) && isUsedWell(parent);
      case NewClassTree t -> isOfLibrary(parent) && isOwn(parent) && isUsedWell(parent);
      default -> false;
    };
  }

  /** A method of the program leaves its object alone, but may return it. */
  private boolean isSelectedWell(TreePath select) {
    TreePath call = select.getParentPath();
    boolean isCall =
        call.getLeaf() instanceof MethodInvocationTree tree
            && tree.getMethodSelect() == select.getLeaf();
    return isCall
        ? (!isOfLibrary(call) || areAllOwn(call)) && isUsedWell(call)
        : program.path(program.element(select)) != null || isUsedWell(select);
  }

  /** Whether a class gives its objects to nobody but to the classes above it. */
  private boolean isClosed(TypeElement type) {
    Boolean known = closed.get(type);
    if (known == null) {
      TreePath declared = program.path(type);
      known =
          declared == null
              ? !program.isOfToolkit(type.asType())
              : !program.fresh().namesItself(declared)
                  && givesAboveOnlyValues(declared)
                  && program.types().directSupertypes(type.asType()).stream()
                      .allMatch(each -> isClosed((TypeElement) ((DeclaredType) each).asElement()));
      closed.put(type, known);
    }
    return known;
  }

  /** What the class above gets might keep the object. */
  private boolean givesAboveOnlyValues(TreePath type) {
    boolean[] only = {true};
    new TreePathScanner<Void, Void>() {
      @Override
      public Void visitMethodInvocation(MethodInvocationTree tree, Void unused) {
        boolean isAbove =
            Fresh.isOfThis(tree)
                && isOfLibrary(getCurrentPath())
                && !program.element(getCurrentPath()).getModifiers().contains(Modifier.STATIC);
        only[0] &=
            !isAbove
                || arguments(getCurrentPath()).allMatch(each -> isHarmless(typeOf(each)))
                    && isUsedWell(getCurrentPath());
        return super.visitMethodInvocation(tree, unused);
      }

      @Override
      public Void visitAssignment(AssignmentTree tree, Void unused) {
        Element target = program.element(new TreePath(getCurrentPath(), tree.getVariable()));
        only[0] &=
            !Sources.isField(target)
                || program.path(target) != null
                || isHarmless(typeOf(new TreePath(getCurrentPath(), tree.getExpression())));
        return super.visitAssignment(tree, unused);
      }
    }.scan(type, null);
    return only[0];
  }

  private TypeMirror typeOf(TreePath path) {
    return program.trees().getTypeMirror(path);
  }
}
