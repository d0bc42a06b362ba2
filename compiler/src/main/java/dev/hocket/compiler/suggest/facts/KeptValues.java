package dev.hocket.compiler.suggest.facts;

import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.LambdaExpressionTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.NewClassTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import dev.hocket.compiler.suggest.library.Library;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import javax.lang.model.element.Element;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.Modifier;
import javax.lang.model.element.TypeElement;
import javax.lang.model.element.VariableElement;
import javax.lang.model.type.ArrayType;
import javax.lang.model.type.DeclaredType;
import javax.lang.model.type.TypeMirror;

/**
 * Finds the variables, and the methods of the program, whose values an expression may give or keep:
 * {@code new Wrapper(list)} keeps the value of {@code list}, and {@code list.subList(1, 2)} gives a
 * part of it.
 */
final class KeptValues {
  private static final Set<String> OBSERVABLE = Set.of("javafx.beans.value.ObservableValue");

  private static final Set<String> WINDOWS = Set.of("java.awt.Window", "javafx.stage.Window");

  private final Facts program;

  KeptValues(Facts program) {
    this.program = program;
  }

  /** How the value of an expression is related to that of a variable in it. */
  enum Kind {
    /** They may have state in common. */
    SAME,
    /** It is a component that has that of the variable inside. */
    HELD,
    /** It may be one of the components inside that of the variable. */
    TAKEN_OUT
  }

  /** The variables, and methods of the program, whose values an expression may give or keep. */
  Map<Element, Kind> of(TreePath expression) {
    Map<Element, Kind> found = new LinkedHashMap<>();
    if (hasState(expression)) {
      new Sought(found).scan(expression, null);
    }
    return found;
  }

  private final class Sought extends TreePathScanner<Void, Void> {
    private final Map<Element, Kind> found;

    private Sought(Map<Element, Kind> found) {
      this.found = found;
    }

    @Override
    public Void scan(Tree tree, Void unused) {
      boolean isValue =
          tree instanceof ExpressionTree && !hasState(new TreePath(getCurrentPath(), tree));
      return isValue ? null : super.scan(tree, unused);
    }

    @Override
    public Void visitIdentifier(IdentifierTree tree, Void unused) {
      add();
      return null;
    }

    @Override
    public Void visitMemberSelect(MemberSelectTree tree, Void unused) {
      add();
      return null;
    }

    private void add() {
      if (program.element(getCurrentPath()) instanceof VariableElement variable
          && !variable.getSimpleName().contentEquals("this")) {
        found.putIfAbsent(variable, Kind.SAME);
      }
    }

    /** A listener is no part of the object that has it. */
    @Override
    public Void visitLambdaExpression(LambdaExpressionTree tree, Void unused) {
      return null;
    }

    @Override
    public Void visitMethodInvocation(MethodInvocationTree tree, Void unused) {
      if (!(program.element(getCurrentPath()) instanceof ExecutableElement method)) {
        return null;
      }
      if (isOfProgram(method)) {
        found.putIfAbsent(method, Kind.SAME);
      }
      if (Aliases.isOfRecord(method)) {
        addObject(tree, method);
      } else if (!isOfProgram(method)) {
        addCall(tree, method);
      }
      return null;
    }

    private void addCall(MethodInvocationTree tree, ExecutableElement method) {
      if (isOfWholeProgram(method)) {
        found.putIfAbsent(method, Kind.SAME);
      }
      if (!Library.jdk().isFresh(method)) {
        tree.getArguments().forEach(each -> scan(each, null));
        addObject(tree, method);
      }
    }

    private void addObject(MethodInvocationTree tree, ExecutableElement method) {
      if (tree.getMethodSelect() instanceof MemberSelectTree select
          && !method.getModifiers().contains(Modifier.STATIC)) {
        TreePath path = new TreePath(getCurrentPath(), select);
        TreePath object = new TreePath(path, select.getExpression());
        boolean isOut = isOfViews(getCurrentPath()) && isView(object);
        KeptValues.this
            .of(object)
            .forEach((source, kind) -> found.putIfAbsent(source, isOut ? Kind.TAKEN_OUT : kind));
      }
    }

    @Override
    public Void visitNewClass(NewClassTree tree, Void unused) {
      if (program.element(getCurrentPath()) instanceof ExecutableElement made
          && (!isOfProgram(made) || Aliases.isOfRecord(made))
          && !Library.jdk().copies((TypeElement) made.getEnclosingElement())) {
        for (ExpressionTree each : tree.getArguments()) {
          TreePath argument = new TreePath(getCurrentPath(), each);
          boolean isInside = isView(getCurrentPath()) && isView(argument);
          if (isInside && isWindow(argument)) {
            continue; // The owner of a dialog is around it.
          }
          KeptValues.this
              .of(argument)
              .forEach((source, kind) -> found.putIfAbsent(source, isInside ? Kind.HELD : kind));
        }
      }
      addBinding(tree);
      return null;
    }

    /** The value of a binding that the program computes follows what its code uses. */
    private void addBinding(NewClassTree tree) {
      TypeMirror type = program.trees().getTypeMirror(getCurrentPath());
      if (program.isA(type, OBSERVABLE) && type instanceof DeclaredType declared) {
        tree.getArguments().forEach(each -> scan(each, null));
        Tree body = tree.getClassBody();
        TreePath code =
            body == null
                ? program.path(declared.asElement())
                : new TreePath(getCurrentPath(), body);
        if (code != null) {
          addNames(code);
        }
      }
    }

    private void addNames(TreePath code) {
      new TreePathScanner<Void, Void>() {
        @Override
        public Void visitIdentifier(IdentifierTree tree, Void unused) {
          if (program.element(getCurrentPath()) instanceof VariableElement variable
              && !variable.getSimpleName().contentEquals("this")
              && hasState(variable.asType())) {
            found.putIfAbsent(variable, Kind.SAME);
          }
          return null;
        }
      }.scan(code, null);
    }
  }

  /**
   * Whether a static method may give the same object to all code, as the system's properties. One
   * of a library may do so whatever it gets, as {@code Registry.get("k")} does, but each button is
   * another one.
   */
  private boolean isOfWholeProgram(ExecutableElement method) {
    boolean mayGiveSame =
        program.isOfLibrary(method) && !program.isOfToolkit(method.getReturnType());
    return method.getModifiers().contains(Modifier.STATIC)
        && (method.getParameters().isEmpty() || mayGiveSame)
        && !Library.jdk().isInert(method)
        && !Library.jdk().isFresh(method);
  }

  /** Whether an expression gives an object whose state may change; a value has none. */
  boolean hasState(TreePath expression) {
    TypeMirror type = program.trees().getTypeMirror(expression);
    return type != null && hasState(type);
  }

  /** Whether an object of a type has state, or may hold one that has. */
  private boolean hasState(TypeMirror type) {
    return program.mayChange(type)
        || program.isOfToolkit(type)
        || Library.jdk().hasMemory(type)
        || type instanceof DeclaredType declared
            && declared.getTypeArguments().stream().anyMatch(this::hasState);
  }

  boolean isView(TreePath expression) {
    TypeMirror type = program.trees().getTypeMirror(expression);
    return type != null && program.toolkit().isView(type);
  }

  private boolean isWindow(TreePath expression) {
    return program.isA(program.trees().getTypeMirror(expression), WINDOWS);
  }

  /** Whether an expression gives a component or an array of some. */
  private boolean isOfViews(TreePath expression) {
    return program.trees().getTypeMirror(expression) instanceof ArrayType array
        ? program.toolkit().isView(array.getComponentType())
        : isView(expression);
  }

  boolean isOfProgram(ExecutableElement method) {
    return program.path(method) != null;
  }
}
